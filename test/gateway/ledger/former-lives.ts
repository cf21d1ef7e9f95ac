// What becomes of keys that come again: after a day, when they are forgotten, or when nothing was sent under them.
import { describe, expect, test } from 'vitest';
import { KEPT_MS, LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import { author, candidate, creation, held, noAnswer, noCut, notSent } from './process.ts';
import type { Shared } from './shared.ts';

export function describeFormerLives(start: () => Promise<Shared>): void {
  const lost = { send: () => Promise.reject(noAnswer()) };

  describe('a key that comes again', () => {
    test('is not given what was made under it before', async () => {
      const { process, clock } = await start();
      await process.write({ ...creation(() => []), send: async () => 'T-1' });
      clock.advance(KEPT_MS);
      const again = { ...creation(() => [candidate('T-1')]), ...lost };
      expect(await process.write(again)).toMatchObject({ outcome: 'UNKNOWN', possible: [], replayed: false });
    });

    test('may have made what another looks for, whatever was made under it before', async () => {
      const { process, clock } = await start();
      const first = { ...creation(() => []), author: author('key-2') };
      await process.write(first);
      clock.advance(KEPT_MS);
      await process.write({ ...first, keep: () => ({}) });
      const other = { ...creation(() => [candidate('T-9')]), ...lost };
      expect(await process.write(other)).toMatchObject({ outcome: 'UNKNOWN', possible: ['T-9'] });
    });

    test('is not settled by what was found for a write that was let go meanwhile', async () => {
      const { process, other, clock } = await start();
      const [sending, answer] = [held<void>(), held<string>()];
      const [sendingAgain, answerAgain] = [held<void>(), held<string>()];
      const given = creation(() => []);
      const first = process.write({
        ...given,
        send: () => {
          sending.resolve();
          return answer.promise;
        },
      });
      await sending.promise;
      clock.advance(LEASE_MS);
      let second: ReturnType<typeof process.write> | undefined;
      const find = async () => {
        answer.resolve(Promise.reject(notSent()) as never);
        await expect(first).rejects.toMatchObject({ sent: false });
        second = process.write({
          ...given,
          send: () => {
            sendingAgain.resolve();
            return answerAgain.promise;
          },
        });
        await sendingAgain.promise;
        return { candidates: [candidate('T-9')], isWhole: true };
      };
      await other().ledger.reconcile.orphans({ createTransaction: find }, noCut);
      answerAgain.resolve(Promise.reject(noAnswer()) as never);
      expect(await second).toMatchObject({ outcome: 'UNKNOWN', possible: [], replayed: false });
    });
  });
}
