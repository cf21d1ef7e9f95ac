// However a service cuts, counts and numbers its batches: every record is seen exactly once, or the walk fails or has a warning.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { BatchBehavior } from '../../../src/gateway/lists/batch-behavior.ts';
import { List } from '../../../src/gateway/lists/list.ts';
import { readWholeList } from '../../../src/gateway/lists/whole-list.ts';
import { type Connection, readConnection } from '../../../src/gateway/paging/connection.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { metas, nexts, type Oddities, OddService } from './odd-service.ts';

const sealer = createSealer([sealKey(1)]);
const fingerprintOf = (record: number) => ({ sortKey: record, summary: record, number: record });

const oddities = (given: Partial<{ [K in keyof Oddities]: fc.Arbitrary<Oddities[K]> }> = {}): fc.Arbitrary<Oddities> =>
  fc
    .record<Oddities>({
      length: fc.integer({ min: 0, max: 250 }),
      limit: fc.oneof(fc.constantFrom(20, 25, 50, 100), fc.integer({ min: 1, max: 100 })),
      isOffsetByLimit: fc.boolean(),
      ignores: fc.constant('nothing'),
      hidesEach: fc.constant(0),
      keepsEach: fc.constant(0),
      meta: fc.constantFrom(...metas),
      next: fc.constantFrom(...nexts),
      ...given,
    })
    .filter(isTold);

/**
 * If the service counts only what it returns, nothing tells that it leaves out records, or has more than one. If it counts otherwise
 * than its records, but has announced some, a count that equals a short batch is believed.
 */
function isTold({ limit, ignores, hidesEach, keepsEach, meta }: Oddities): boolean {
  if (limit < 20 && ['oneLow', 'batches'].includes(meta)) return false;
  return (
    (hidesEach + keepsEach === 0 && (limit > 1 || ignores !== 'number')) ||
    ['exact', 'swapped', 'tooMany'].includes(meta)
  );
}

interface Walked {
  readonly seen: readonly number[];
  readonly hasWarning: boolean;
  readonly fault: string | null;
}

/** One of the pages is read by another gateway, which knows nothing of the service. */
async function walk(service: OddService, size: number, isForward: boolean, forgottenAt: number) {
  let behavior = new BatchBehavior('listTrans');
  const seen: number[] = [];
  let [hasWarning, cursor] = [false, null as string | null];
  let isCounted = true;
  for (let pages = 0; ; pages += 1) {
    expect(pages).toBeLessThan(400);
    const args = isForward ? { first: size, after: cursor } : { last: size, before: cursor };
    if (pages === forgottenAt) behavior = new BatchBehavior('listTrans');
    const source = new List(service.read, behavior);
    let page: Connection<number>;
    try {
      page = await readConnection(sealer, ['list'], args, source, (record) => record, fingerprintOf);
    } catch (error) {
      return { seen, hasWarning, isCounted, fault: (error as { code: string }).code ?? error };
    }
    seen.push(...(isForward ? page.nodes : page.nodes.toReversed()));
    hasWarning ||= page.hasListChanged || !page.isCounted;
    isCounted = page.isCounted;
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    cursor = isForward ? endCursor : startCursor;
    if (cursor === null || !(isForward ? hasNextPage : hasPreviousPage)) break;
  }
  return { seen, hasWarning, isCounted, fault: null } satisfies Walked & { isCounted: boolean };
}

const ofWalk = { size: fc.integer({ min: 1, max: 100 }), isForward: fc.boolean(), forgottenAt: fc.nat(9) };

const plain: Oddities = {
  length: 0,
  limit: 20,
  isOffsetByLimit: false,
  ignores: 'nothing',
  hidesEach: 0,
  keepsEach: 0,
  meta: 'batch',
  next: 'null',
};
type Example = [{ odd: Oddities; size: number; isForward: boolean; forgottenAt: number }];
/** Where a cut batch in the middle was once taken for the end. */
const seenBefore: Example[] = [
  [{ odd: { ...plain, length: 52, limit: 25, meta: 'oneLow' }, size: 16, isForward: false, forgottenAt: 0 }],
  [{ odd: { ...plain, length: 32 }, size: 11, isForward: false, forgottenAt: 1 }],
  [{ odd: { ...plain, length: 72, meta: 'soFar' }, size: 51, isForward: true, forgottenAt: 1 }],
];

/** Each page after a cursor was empty once, and said that more follows, so a walk never ended. */
const leftOut: Example[] = [
  [
    {
      odd: { ...plain, length: 237, limit: 100, keepsEach: 4, meta: 'exact' },
      size: 50,
      isForward: true,
      forgottenAt: 9,
    },
  ],
  [
    {
      odd: { ...plain, length: 11, limit: 1, hidesEach: 10, meta: 'exact' },
      size: 3,
      isForward: false,
      forgottenAt: 0,
    },
  ],
  [
    {
      odd: { ...plain, length: 125, keepsEach: 4, meta: 'exact' },
      size: 1,
      isForward: false,
      forgottenAt: 0,
    },
  ],
];

describe('a walk', () => {
  test('sees every record exactly once, for all counts and batch sizes of the service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.record({ odd: oddities(), ...ofWalk }), async ({ odd, size, isForward, forgottenAt }) => {
        const service = new OddService(odd);
        const { seen, fault } = await walk(service, size, isForward, forgottenAt);
        expect(fault).toBeNull();
        expect(seen).toEqual(isForward ? service.visible : service.visible.toReversed());
      }),
      { numRuns: 200, examples: seenBefore },
    );
  });

  test('of a service that leaves out records, or ignores what it is asked for, does too, or says otherwise', async () => {
    const odd = oddities({
      ignores: fc.constantFrom('nothing', 'size', 'number'),
      hidesEach: fc.constantFrom(0, 2, 3, 10, 17),
      keepsEach: fc.constantFrom(0, 0, 4, 11),
    });
    await fc.assert(
      fc.asyncProperty(fc.record({ odd, ...ofWalk }), async ({ odd, size, isForward, forgottenAt }) => {
        const service = new OddService(odd);
        const { seen, fault, hasWarning } = await walk(service, size, isForward, forgottenAt);
        if (hasWarning || fault === 'UPSTREAM_INVALID') return;
        expect(fault).toBeNull();
        expect(seen).toEqual(isForward ? service.visible : service.visible.toReversed());
      }),
      { numRuns: 200, examples: leftOut },
    );
  });
});

test('a list as a whole has every record exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(oddities({ length: fc.nat(450) }), async (odd) => {
      const service = new OddService(odd);
      const behavior = new BatchBehavior('activeUsers');
      const read = await readWholeList({ open: () => new List(service.read, behavior), keyOf: String, parallel: 4 });
      expect(read).toMatchObject({ records: service.visible, isWhole: true });
    }),
    { numRuns: 100 },
  );
});
