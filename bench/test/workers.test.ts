import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CORES_NEEDED, report, run, type WorkersConditions } from '../workers.ts';

const conditions: WorkersConditions = { rounds: 3, seconds: 1, warmUpSeconds: 8, connections: 32, cores: CORES_NEEDED };
const around = (median: number) => ({ median, lowest: median - 10, highest: median + 10 });
const rows = [{ title: 'W9: something', perSecond: [around(1000), around(1850)] as const }];

describe('the throughput by number of workers', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is listed in a table with the ratio of two workers to one', () => {
    const text = report(rows, conditions);
    expect(text).toContain('| W9: something | 1000 (990 to 1010) | 1850 (1840 to 1860) | 1.85 |');
    expect(text).not.toContain('by force');
  });

  it('is marked if it was measured on too few cores', () => {
    const text = report(rows, { ...conditions, cores: 3 });
    expect(text).toContain('Measured because of --force: the machine has 3 cores, but the measurement needs 4');
  });

  it('is not measured if the load generator and upstream would share the cores of the workers', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const folder = mkdtempSync(join(tmpdir(), 'bench-workers-'));
    try {
      const file = join(folder, 'figures.json');
      await run(['--json', file], 2);
      expect(printed.mock.calls.flat().join('\n')).toMatch(
        /^Not measured: the machine has 2 cores, but the measurement needs 4/,
      );
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ cores: 2, rows: null });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
