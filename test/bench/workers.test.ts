import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CORES_NEEDED, report, run, type WorkersConditions } from '../../bench/workers.ts';

const conditions: WorkersConditions = { rounds: 3, seconds: 1, warmUpSeconds: 8, connections: 32, cores: CORES_NEEDED };
const around = (median: number) => ({ median, lowest: median - 10, highest: median + 10 });
const rows = [{ title: 'W9: something', perSecond: [around(1000), around(1850)] as const }];

describe('the throughput by workers', () => {
  afterEach(() => vi.restoreAllMocks());

  it('stands in a table with what two answer for each one that one answers', () => {
    const text = report(rows, conditions);
    expect(text).toContain('| W9: something | 1000 (990 to 1010) | 1850 (1840 to 1860) | 1.85 |');
    expect(text).not.toContain('by force');
  });

  it('says where it was measured on too few cores all the same', () => {
    const text = report(rows, { ...conditions, cores: 3 });
    expect(text).toContain('Measured by force: the machine has 3 cores, and it takes 4 to tell');
  });

  it('is not measured where generator and upstream would share the cores of the workers', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const folder = mkdtempSync(join(tmpdir(), 'bench-workers-'));
    try {
      const file = join(folder, 'figures.json');
      await run(['--json', file], 2);
      expect(printed.mock.calls.flat().join('\n')).toMatch(/^Not measured: the machine has 2 cores, and it takes 4/);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ cores: 2, rows: null });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
