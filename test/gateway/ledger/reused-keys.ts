// Keys that are used again for a new write: after a day, when they have expired, or because nothing was sent with them.
import { describe, expect, test } from 'vitest';
import { ENTRY_RETENTION_MS, LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import { author, candidate, creation, neverAborted, noResponse, notSent } from './process.ts';
import type { SharedStore } from './shared.ts';

export function describeReusedKeys(start: () => Promise<SharedStore>): void {
  const lost = { send: () => Promise.reject(noResponse()) };

  describe('a key that is used again', () => {
    test('is not given what an earlier write with it created', async () => {
      const { process, clock } = await start();
      await process.write({ ...creation(() => []), send: async () => 'T-1' });
      clock.advance(ENTRY_RETENTION_MS);
      const again = { ...creation(() => [candidate('T-1')]), ...lost };
      expect(await process.write(again)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [], replayed: false });
    });

    test('may have created what another write searches for, regardless of its earlier use', async () => {
      const { process, clock } = await start();
      const first = { ...creation(() => []), author: author('key-2') };
      await process.write(first);
      clock.advance(ENTRY_RETENTION_MS);
      await process.write({ ...first, toStored: () => ({}) });
      const other = { ...creation(() => [candidate('T-9')]), ...lost };
      expect(await process.write(other)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: ['T-9'] });
    });

    test('is not settled by what was found for an earlier write that has been released meanwhile', async () => {
      const { process, other, clock } = await start();
      const [sending, result] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
      const [sendingAgain, resultAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
      const given = creation(() => []);
      const first = process.write({
        ...given,
        send: () => {
          sending.resolve();
          return result.promise;
        },
      });
      await sending.promise;
      clock.advance(LEASE_MS);
      let second: ReturnType<typeof process.write> | undefined;
      const find = async () => {
        result.resolve(Promise.reject(notSent()) as never);
        await expect(first).rejects.toMatchObject({ sent: false });
        second = process.write({
          ...given,
          send: () => {
            sendingAgain.resolve();
            return resultAgain.promise;
          },
        });
        await sendingAgain.promise;
        return { candidates: [candidate('T-9')], isExhaustive: true };
      };
      await other().ledger.reconcile.orphans({ createTransaction: find }, neverAborted);
      resultAgain.resolve(Promise.reject(noResponse()) as never);
      expect(await second).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [], replayed: false });
    });
  });
}
