import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { published } from '../all.ts';
import { type Conditions, judge, markdown, type Row } from '../compare-report.ts';
import { difference } from '../compare-responses.ts';
import { createCpuReader } from '../cpu.ts';
import { type DistanceRow, judge as judgeDistance, report as reportDistance } from '../distance.ts';
import { changeSection } from '../document.ts';
import { mediansOf, report as reportGrowth } from '../growth.ts';
import { judge as judgeMemory, report as reportMemory } from '../memory.ts';
import { topFunctions } from '../profile.ts';
import { relativeOverhead } from '../seals.ts';
import { confidence, fitLine, summarize } from '../statistics.ts';
import { areMet, atLeast, atMost, withVerdicts } from '../verdicts.ts';

const summary = (median: number) => ({ median, lowest: median - 1, highest: median + 1 });
const cpuOf = (micros: number) => ({ cpu: micros, medianCpu: micros + 1 });

function row(gateway: number, floor: number): Row {
  return {
    work: 'W9',
    title: 'something',
    targets: { floor: 0.5, 'guarded Mercurius': 0.4 },
    servers: [
      { name: 'gateway', ...cpuOf(gateway), perSecond: 1000, calls: 1 },
      { name: 'floor', ...cpuOf(floor), perSecond: 2000, calls: 1 },
    ],
  };
}

describe('the figures of a benchmark', () => {
  it('are summarized by the median, which for an even count is the mean of the middle two', () => {
    expect(summarize([9, 1, 5])).toEqual({ median: 5, lowest: 1, highest: 9 });
    expect(summarize([4, 1, 9, 6])).toEqual({ median: 5, lowest: 1, highest: 9 });
    expect(() => summarize([])).toThrow('nothing was measured');
  });

  it('are fitted with a least-squares line', () => {
    const line = fitLine([
      [1, 12],
      [50, 110],
      [100, 210],
    ]);
    expect(line.slope).toBeCloseTo(2, 10);
    expect(line.intercept).toBeCloseTo(10, 10);
    expect(() => fitLine([[3, 1]])).toThrow('two different positions');
    expect(() =>
      fitLine([
        [1, 0],
        [2, 1],
      ]),
    ).toThrow('above 0');
  });

  it('weights each point by its relative error, so a large value that is off by a tenth does not distort the small ones', () => {
    const { slope, intercept } = fitLine([
      [0, 100],
      [1, 110],
      [2, 120],
      [1000, 11_110],
    ]);
    for (const [x, y] of [
      [0, 100],
      [2, 120],
    ] as const) {
      expect(Math.abs((intercept + slope * x) / y - 1)).toBeLessThan(0.01);
    }
  });

  it('meet a target up to and including the target itself', () => {
    const target = { of: 'W9 ÷ floor', target: '0.50' };
    expect(judge(row(50, 100))).toEqual([{ ...target, reached: '0.50', isMet: true }]);
    expect(judge(row(51, 100))).toEqual([{ ...target, reached: '0.51', isMet: false }]);
    expect(judge({ ...row(1, 1), servers: [] })).toEqual([]);
    expect([atLeast('good', 90, 90, '%'), atLeast('good', 89, 90, '%')].map(({ isMet }) => isMet)).toEqual([
      true,
      false,
    ]);
  });

  it('meet the targets of a row only if they meet that of each server', () => {
    const guarded = { name: 'guarded Mercurius', ...cpuOf(110), perSecond: 1000, calls: 1 } as const;
    const { servers, ...others } = row(50, 100);
    const conditions: Conditions = { rounds: 3, seconds: 1, warmUpSeconds: 8, connections: 32 };
    const text = markdown([{ ...others, servers: [...servers, guarded] }], conditions);
    expect(text).toContain('| 0.50 (0.50) | 0.45 (0.40) | NO |');
  });

  it('are listed in a table with their medians and the target', () => {
    const conditions: Conditions = { rounds: 3, seconds: 1, warmUpSeconds: 8, connections: 32 };
    const text = markdown([row(51, 100)], conditions);
    expect(text).toContain('3 alternating rounds (and medians of all) of about 1 s each after warm-ups of about 8 s');
    expect(text).toContain('| gateway, µs | floor, µs | gateway ÷ floor (target) | met |');
    expect(text).toContain('| W9: something | 51 (52) | 100 (101) | 0.51 (0.50) | NO |');
    expect(text).toContain('| W9 | 1000 / 1 | 2000 / 1 |');
  });

  it('replace those of the last run, and nothing else', () => {
    const document = 'before\n<!-- bench one -->\nold\n<!-- end of bench one -->\nafter\n';
    const written = 'before\n<!-- bench one -->\n\nnew\n\n<!-- end of bench one -->\nafter\n';
    expect(changeSection(document, 'one', () => 'new\n')).toBe(written);
    expect(changeSection(written, 'one', () => 'new\n')).toBe(written);
    expect(changeSection(written, 'one', (text) => `${text.trim()}er`)).toContain('\n\nnewer\n\n');
    expect(() => changeSection(document, 'two', () => 'new')).toThrow('no section');
  });
});

describe('the overview of targets', () => {
  const verdicts = [atMost('W9 ÷ floor', 0.5, 0.4), atMost('heap', 2.04, 3, 'MB'), atLeast('good', 15, 90, '%')];
  const head = '| benchmark | targets met | missed: reached (target) |\n|---|---|---|\n';

  it('counts those that a benchmark meets, and names the others', () => {
    expect(areMet(verdicts)).toBe(false);
    expect(withVerdicts('', 'one', verdicts)).toBe(
      `${head}| one | 1 of 3 | W9 ÷ floor 0.50 (0.40); good 15 % (90 %) |`,
    );
  });

  it('changes the line of that benchmark only', () => {
    const others = `${head}| zero | 2 of 2 |  |\n| one | 0 of 1 | heap 4 MB (3 MB) |\n| two | 1 of 1 |  |`;
    const written = withVerdicts(others, 'one', [atMost('heap', 2, 3, 'MB')]);
    expect(written).toBe(others.replace('0 of 1 | heap 4 MB (3 MB)', '1 of 1 | '));
    expect(withVerdicts(written, 'one', [])).toBe(`${head}| zero | 2 of 2 |  |\n| two | 1 of 1 |  |`);
    expect(withVerdicts(head, 'without targets', [])).toBe(head.trim());
  });
});

describe('the growth report', () => {
  const points = [1, 50, 100].map((length) => [length, 10 + 2 * length] as const);

  it('separates the cost of a record from the cost of a request', () => {
    const text = reportGrowth(points, [2, 2.1, 1.9], [30, 30.5], 'here');
    expect(text).toContain('A record costs 2.0 µs, a request without its records 10 µs.');
    expect(text).toContain('Largest deviation from the median: 5 %, within 10 %.');
  });

  it('uses the median over all walks for each part of the list', () => {
    const walked = [
      [2, 9, 2],
      [2, 2, 3],
      [7, 2, 2],
    ];
    expect(mediansOf(walked)).toEqual([2, 2, 2]);
  });

  it('is reported as uneven if one part of a walk is', () => {
    expect(reportGrowth(points, [2, 2, 3], [30, 30], 'here')).toContain('50 %, NOT within 10 %');
  });
});

describe('the cost of sealing', () => {
  it('is the median of rounds that are each compared with themselves, however expensive a round was', () => {
    expect(relativeOverhead([100, 200, 400], [104, 208, 500])).toBeCloseTo(0.04, 10);
  });
});

it.each(['targets', ...published, 'engine', 'bounds'])(
  'docs/performance.md has a section for the figures of %s',
  (name) => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');
    expect(changeSection(document, name, () => 'figures')).toContain('figures');
  },
);

it('a mean has the confidence interval of Student', () => {
  const { mean, width } = confidence([1, 2, 3, 4, 5]);
  expect(mean).toBe(3);
  expect(width).toBeCloseTo(1.963, 1);
});

describe('CPU accounting', () => {
  it.skipIf(process.platform !== 'linux')('counts what the threads of a process have run', () => {
    const read = createCpuReader();
    const [counted, used] = [read(process.pid), process.cpuUsage()];
    const spent = () => Object.values(process.cpuUsage(used)).reduce((sum, micros) => sum + micros, 0);
    while (spent() < 100_000);
    expect(Math.abs(read(process.pid) - counted - spent())).toBeLessThan(20_000);
  });

  it('leaves idle time out of a profile, and lists the most expensive function first', () => {
    const node = (id: number, functionName: string) => ({
      id,
      callFrame: { functionName, url: 'file:///x/src/a.ts', lineNumber: 6 },
    });
    const idle = { id: 1, callFrame: { functionName: '(idle)', url: '', lineNumber: -1 } };
    const profile = {
      nodes: [idle, node(2, 'rare'), node(3, 'dear')],
      samples: [1, 2, 3, 3],
      timeDeltas: [900, 10, 20, 10],
    };
    expect(topFunctions(profile)).toEqual([
      ['dear src/a.ts:7', 75],
      ['rare src/a.ts:7', 25],
    ]);
  });
});

describe('the comparison of responses', () => {
  const answer = { data: { nodes: [{ id: 'sealed', name: 'Elm Street', price: null }] } };

  it('ignores the contents of ids, as long as they are strings', () => {
    expect(difference(answer, { data: { nodes: [{ id: 'other', name: 'Elm Street', price: null }] } })).toBeNull();
    expect(difference(answer, { data: { nodes: [{ id: null, name: 'Elm Street', price: null }] } })).toBe(
      '/data/nodes/0/id',
    );
  });

  it.each<[what: string, other: unknown, at: string]>([
    ['a different value', { data: { nodes: [{ id: 'a', name: 'Oak Street', price: null }] } }, '/data/nodes/0/name'],
    ['a missing field', { data: { nodes: [{ id: 'a', name: 'Elm Street' }] } }, '/data/nodes/0/price'],
    ['an extra record', { data: { nodes: [...answer.data.nodes, {}] } }, '/data/nodes/1'],
    ['an object in place of a list', { data: { nodes: { 0: answer.data.nodes[0] } } }, '/data/nodes'],
  ])('detects %s', (_what, other, at) => {
    expect(difference(answer, other)).toBe(at);
  });
});

describe('the memory of servers', () => {
  const row = (gateway: number) => ({ work: 'W9: something', peaks: [summary(gateway), summary(300), summary(200)] });

  it('is judged by the peaks of the gateway and of guarded Mercurius', () => {
    expect([judgeMemory(row(300)), judgeMemory(row(301))].map(({ isMet }) => isMet)).toEqual([true, false]);
    expect(judgeMemory({ work: 'W9', peaks: [summary(1)] }).isMet).toBe(false);
  });

  it('is shown per waiting request, with what was lost', () => {
    const waiting = { requests: 200, mostWaiting: 100, lost: 3, idleMb: 50, peakMb: 60 };
    const text = reportMemory([row(250)], waiting, { starts: 1, seconds: 2 });
    expect(text).toContain('| W9: something | 250 (249 to 251) | 300 (299 to 301) | 200 (199 to 201) | yes |');
    expect(text).toContain('up to 100 waiting at once');
    expect(text).toContain('3 lost; from 50 to 60 MB, 102.4 kB a request');
  });
});

describe('what a distance adds', () => {
  const row = (added: number, floorMs = 0.3): DistanceRow => ({
    delayMs: 50,
    work: 'W9: something',
    trips: 2,
    perSecond: 123.4,
    addedMs: [added, 2.34],
    floorMs,
  });

  it('is at most a millisecond at the median, or what the floor adds', () => {
    const rows = [row(1), row(1.01), row(1.5, 1.5), row(1.6, 1.5)];
    expect(rows.map((each) => judgeDistance(each).isMet)).toEqual([true, false, true, false]);
    expect(reportDistance([row(0.46)], 6)).toContain('| 50 | W9: something | 2 | 123 | 0.5 | 2.3 | 0.3 | yes |');
  });
});
