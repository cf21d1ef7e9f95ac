// While the id keys are rotated in the three documented steps, two replicas may be one step apart.
import { HOUR_MS } from '@realty-forms/platform/clock.ts';
import { describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import type { WriteCommand } from '../../../src/gateway/ledger/write-command.ts';
import {
  author,
  candidate,
  creation,
  dieWhileSending,
  neverAborted,
  noResponse,
  request,
  startProcess,
} from './process.ts';
import type { SharedStore } from './shared.ts';

type KeyIds = readonly [number, ...number[]];

/** The rings of two replicas that meet. */
const pairs: readonly (readonly [KeyIds, KeyIds])[] = [
  [[1], [1, 2]],
  [
    [1, 2],
    [2, 1],
  ],
  [[2, 1], [2]],
];
const meetings = pairs.flatMap(([one, other]) => [
  { one, another: other },
  { one: other, another: one },
]);

export function describeRotation(start: () => Promise<SharedStore>): void {
  describe.each(meetings)(
    'of two replicas, the first with the id keys $one and the second with $another',
    ({ one, another }) => {
      async function meet() {
        const { store, clock } = await start();
        const [first, second] = [one, another].map((keyIds) => startProcess(store, clock, 'issuer', keyIds));
        return { first: first!, second: second!, store, clock };
      }
      const lost = () => Promise.reject(noResponse());

      test('the second one knows that a creation of the first may have made what its own equal one looks for', async () => {
        for (const keys of [
          ['key-1', 'key-2'],
          [null, null],
        ] as const) {
          const { first, second } = await meet();
          await dieWhileSending(first, { ...creation(() => []), author: author(keys[0]) });
          const equal = { ...creation(() => [candidate('T-9')]), author: author(keys[1]), send: lost };
          expect(await second.write(equal)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: ['T-9'] });
        }
      });

      test('the second one knows that of a creation whose result is unknown to the first, and not of another one', async () => {
        const { first, second } = await meet();
        await first.write({ ...creation(() => []), author: author('key-2'), toStored: () => ({}) });
        const { search, ...given } = { ...creation(() => [candidate('T-9')]), send: lost };
        expect(await second.write({ ...given, search })).toMatchObject({
          outcome: 'UNKNOWN',
          possibleMatches: ['T-9'],
        });
        const different = { ...given, author: author('key-3'), search: { ...search!, match: ['111', 'oak street'] } };
        expect(await second.write(different)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      });

      test('the second one knows that a creation of the first without an outcome looks for what its own answer has, if both were sent at about the same time', async () => {
        const { first, second, clock } = await meet();
        const given = creation(() => []);
        await first.write({ ...given, send: lost });
        const areUnclaimed: boolean[] = [];
        for (const key of ['key-2', 'key-3']) {
          const send: WriteCommand<string>['send'] = async (isUnclaimed) => {
            areUnclaimed.push(await isUnclaimed(`transaction:${key}`, given.search?.match));
            return key;
          };
          await second.write({ ...given, author: author(key), send });
          clock.advance(HOUR_MS);
        }
        expect(areUnclaimed).toEqual([false, true]);
      });

      test('the second one replays a write of the first, and rejects its key with another input or body', async () => {
        const { first, second } = await meet();
        const body = (digest: string) => ({ content: { digest: () => digest, read: async () => digest } });
        const send = vi.fn(async () => 'T-1');
        await first.write({ send, ...body('one') });
        expect(await second.write({ send, ...body('one') })).toMatchObject({ result: 'again T-1', replayed: true });
        const mismatch = { code: 'IDEMPOTENCY_MISMATCH', message: expect.stringContaining('different input') };
        await expect(second.write({ send, ...body('two') })).rejects.toMatchObject(mismatch);
        const changed = { ...body('one'), request: { ...request, name: 'Oak Street' } };
        await expect(second.write({ send, ...changed })).rejects.toMatchObject(mismatch);
        expect(send).toHaveBeenCalledTimes(1);
      });

      test('the second one finds what the first one sent before it died', async () => {
        const { first, second, clock } = await meet();
        const command = creation(() => []);
        await dieWhileSending(first, command);
        clock.advance(LEASE_MS);
        const { match } = command.search!;
        await second.ledger.reconcile.orphans(
          {
            createTransaction: async ({ isMatch }) => ({
              candidates: isMatch(match) ? [candidate('T-9')] : [],
              isExhaustive: true,
            }),
          },
          neverAborted,
        );
        expect(await second.write(command)).toMatchObject({ result: 'again T-9', replayed: true });
      });
    },
  );
}
