import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Conditions, judge, markdown, type Row } from '../../bench/compare-report.ts';
import { ticksOf } from '../../bench/cpu.ts';
import { replaceSection } from '../../bench/document.ts';
import { mediansOf, report as reportGrowth } from '../../bench/growth.ts';
import { topFunctions } from '../../bench/profile.ts';
import { difference } from '../../bench/same-answers.ts';
import { surcharge } from '../../bench/seals.ts';
import { fitLine, summarise } from '../../bench/statistics.ts';

const summary = (median: number) => ({ median, lowest: median - 1, highest: median + 1 });

function row(gateway: number, floor: number): Row {
  return {
    work: 'W9',
    title: 'something',
    target: 0.5,
    servers: [
      { name: 'gateway', cpu: summary(gateway), perSecond: 1000, calls: 1 },
      { name: 'floor', cpu: summary(floor), perSecond: 2000, calls: 1 },
    ],
  };
}

describe('the figures of a benchmark', () => {
  it('are told by their median, between the two middle ones where their number is even', () => {
    expect(summarise([9, 1, 5])).toEqual({ median: 5, lowest: 1, highest: 9 });
    expect(summarise([4, 1, 9, 6])).toEqual({ median: 5, lowest: 1, highest: 9 });
    expect(() => summarise([])).toThrow('nothing was measured');
  });

  it('are fitted by the line of least squares', () => {
    const line = fitLine([
      [1, 12],
      [50, 110],
      [100, 210],
    ]);
    expect(line.slope).toBeCloseTo(2, 10);
    expect(line.intercept).toBeCloseTo(10, 10);
    expect(() => fitLine([[3, 1]])).toThrow('two places');
    expect(() =>
      fitLine([
        [1, 0],
        [2, 1],
      ]),
    ).toThrow('above 0');
  });

  it('lets each point pull by the share that it is off: a dear one that is off by a tenth bends no cheap one off it', () => {
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

  it('keep a target up to the target itself', () => {
    expect(judge(row(50, 100))).toEqual({ ratio: 0.5, isKept: true });
    expect(judge(row(51, 100))).toEqual({ ratio: 0.51, isKept: false });
    expect(judge({ ...row(1, 1), servers: [] })).toBeNull();
  });

  it('stand in a table with their spread and with the target beside them', () => {
    const conditions: Conditions = { rounds: 3, seconds: 1, warmUpSeconds: 8, connections: 32 };
    const text = markdown([row(51, 100)], conditions);
    expect(text).toContain('3 rounds in turns (lowest to highest) of some 1 s each after a warm-up of some 8 s each');
    expect(text).toContain('| W9: something | 51 (50 to 52) | 100 (99 to 101) | 0.51 | 0.50 | NO |');
    expect(text).toContain('| W9 | 1000 / 1 | 2000 / 1 |');
  });

  it('replace those of the last run, and nothing else', () => {
    const document = 'before\n<!-- bench one -->\nold\n<!-- end of bench one -->\nafter\n';
    const written = 'before\n<!-- bench one -->\n\nnew\n\n<!-- end of bench one -->\nafter\n';
    expect(replaceSection(document, 'one', 'new\n')).toBe(written);
    expect(replaceSection(written, 'one', 'new\n')).toBe(written);
    expect(() => replaceSection(document, 'two', 'new')).toThrow('no section');
  });
});

describe('the growth of a list', () => {
  const points = [1, 50, 100].map((length) => [length, 10 + 2 * length] as const);

  it('is told by what a record costs beside what a request costs', () => {
    const text = reportGrowth(points, [2, 2.1, 1.9], [30, 30.5], 'here');
    expect(text).toContain('A record costs 2.0 µs, a request beside its records 10 µs.');
    expect(text).toContain('Furthest from their median: 5 %, within 10 %.');
  });

  it('is that of the median walk in each part of the list', () => {
    const walked = [
      [2, 9, 2],
      [2, 2, 3],
      [7, 2, 2],
    ];
    expect(mediansOf(walked)).toEqual([2, 2, 2]);
  });

  it('is called uneven where one part of a walk is', () => {
    expect(reportGrowth(points, [2, 2, 3], [30, 30], 'here')).toContain('50 %, NOT within 10 %');
  });
});

describe('what sealing costs', () => {
  it('is the median of rounds that are each compared within themselves, however dear a round was', () => {
    expect(surcharge([100, 200, 400], [104, 208, 500])).toBeCloseTo(0.04, 10);
  });
});

it.each(['compare', 'growth', 'seals', 'start', 'workers', 'breaker'])(
  'the document of the figures has a place for those of %s',
  (name) => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');
    expect(replaceSection(document, name, 'figures')).toContain('figures');
  },
);

describe('the accounting of a process', () => {
  it('adds user and system time, whatever the process is called', () => {
    const fields = ['R', ...Array.from({ length: 10 }, () => '0'), '70', '8', '9', '9'];
    expect(ticksOf(`123 (node) 1 (x) ${fields.join(' ')}`)).toBe(78);
  });

  it('leaves idle time out of a profile, and puts the dearest function first', () => {
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

describe('answers that are compared', () => {
  const answer = { data: { nodes: [{ id: 'sealed', name: 'Elm Street', price: null }] } };

  it('are the same whatever stands in an id, as long as it is a text', () => {
    expect(difference(answer, { data: { nodes: [{ id: 'other', name: 'Elm Street', price: null }] } })).toBeNull();
    expect(difference(answer, { data: { nodes: [{ id: null, name: 'Elm Street', price: null }] } })).toBe(
      '/data/nodes/0/id',
    );
  });

  it.each<[what: string, other: unknown, at: string]>([
    ['a value', { data: { nodes: [{ id: 'a', name: 'Oak Street', price: null }] } }, '/data/nodes/0/name'],
    ['a field too few', { data: { nodes: [{ id: 'a', name: 'Elm Street' }] } }, '/data/nodes/0/price'],
    ['a record too many', { data: { nodes: [...answer.data.nodes, {}] } }, '/data/nodes/1'],
    ['an object for a list', { data: { nodes: { 0: answer.data.nodes[0] } } }, '/data/nodes'],
  ])('differ by %s', (_what, other, at) => {
    expect(difference(answer, other)).toBe(at);
  });
});
