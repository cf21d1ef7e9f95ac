// What becomes of creations whose answer never came.
import { describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import type { Find } from '../../../src/gateway/ledger/intent.ts';
import { Cutter } from '../../../src/upstream/cut.ts';
import { author, candidate, creation, dieWhileSending, held, noAnswer, noCut } from './process.ts';
import type { Shared } from './shared.ts';

export function describeReconciliation(start: () => Promise<Shared>): void {
  describe('reconciles a creation', () => {
    const unanswered = { send: () => Promise.reject(noAnswer()) };

    test('at once, where exactly one thing fits', async () => {
      const { process } = await start();
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9', replayed: false });
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'again T-9', replayed: true });
    });

    test('where the one that fits is seen twice', async () => {
      const { process } = await start();
      const given = { ...creation(() => [candidate('T-9'), candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
    });

    test.each([
      ['nothing', []],
      ['two things', [candidate('T-8'), candidate('T-9')]],
      ['something that may be older', [candidate('T-9', false)]],
    ])('to UNKNOWN, where %s fits, and shows it', async (_, found) => {
      const { process } = await start();
      const answers = found.map(({ answer }) => answer);
      const given = { ...creation(() => found), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: answers, replayed: false });
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: answers, replayed: true });
    });

    test('to UNKNOWN where it cannot be looked for, and again when the key comes again', async () => {
      const { process } = await start();
      const found = vi
        .fn()
        .mockReturnValueOnce(noAnswer())
        .mockReturnValueOnce([candidate('T-9')]);
      const given = { ...creation(found), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: null });
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9', replayed: true });
    });

    test('never to what another creation made', async () => {
      const { process } = await start();
      await process.write({ ...creation(() => []), author: author(null), send: async () => 'T-9' });
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: [] });
    });

    test('so that of two that are the same only one takes what is there', async () => {
      const { process, other } = await start();
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      const all = await Promise.all(
        [process, other()].map((each, index) => each.write({ ...given, author: author(`key-${index}`) })),
      );
      expect(all.map(({ outcome }) => outcome).sort()).toEqual(['COMMITTED', 'UNKNOWN']);
    });

    test('not while one that looks for the same is under way: it may be its', async () => {
      const { process, other } = await start();
      await dieWhileSending(other(), { ...creation(() => []), author: author('key-2') });
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: ['T-9'] });
    });

    test('not while one that looks for the same was carried out, and does not know what it made', async () => {
      const { process } = await start();
      await process.write({ ...creation(() => []), author: author('key-2'), keep: () => ({}) });
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: ['T-9'] });
    });

    test('not to what another was carried out for and finds out only then', async () => {
      const { process, other, store } = await start();
      const looking = held<void>();
      const found = held<string>();
      const complete = () => {
        looking.resolve();
        return found.promise;
      };
      const keep = (answer: string) =>
        answer === '' ? {} : { ids: { number: answer }, claim: `transaction:${answer}` };
      const slow = { ...creation(() => []), author: author('key-2'), send: async () => '', keep };
      const first = other().write({ ...slow, complete });
      await looking.promise;
      await expect(process.write(slow)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: ['T-9'] });
      found.resolve('T-9');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
      expect(await process.write(slow)).toMatchObject({ answer: 'again T-9', replayed: true });
      expect(await store.unclaimed('', ['transaction:T-9'])).toEqual([]);
      expect(await process.write(given)).toMatchObject({ outcome: 'UNKNOWN', possible: [] });
    });

    test('though what its answer leaves out cannot be read: that it was carried out is known', async () => {
      const { process } = await start();
      const given = { ...creation(() => []), complete: () => Promise.reject(noAnswer()) };
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-1', replayed: false });
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    });

    test('though two that look for the same were answered the same: each knows what it made', async () => {
      const { process } = await start();
      const answered = { ...creation(() => []), send: async () => 'T-1' };
      for (const key of ['key-2', 'key-3']) await process.write({ ...answered, author: author(key) });
      const given = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
    });

    test('that a process left behind SENT, and not while that process lives', async () => {
      const { process, other, clock, store } = await start();
      const given = creation(() => [candidate('T-9')]);
      const finders = { createTransaction: given.trace!.find };
      await dieWhileSending(other(), given);
      await process.ledger.reconcile.orphans(finders, noCut);
      await expect(process.write(given)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      clock.advance(LEASE_MS);
      await process.ledger.beat();
      expect(await store.orphans()).toHaveLength(1);
      await process.ledger.reconcile.orphans(finders, noCut);
      expect(await store.orphans()).toEqual([]);
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'again T-9', replayed: true });
    });

    test('though many others that cannot be looked for were left behind too: each has its turn', async () => {
      const { other, clock, store } = await start();
      const reserve = vi.spyOn(store, 'reserve');
      await dieWhileSending(
        other(),
        creation(() => []),
      );
      const entry = reserve.mock.calls[0]![0];
      const ids = Array.from({ length: 119 }, (_, index) => `entry-${index}`);
      for (const id of ids) await store.reserve({ ...entry, id });
      clock.advance(LEASE_MS);
      const seen = new Set<string>();
      for (let look = 0; look < 30; look += 1) {
        for (const { id } of await store.orphans()) seen.add(id);
        clock.advance(7);
      }
      expect(seen.size).toBe(120);
    });

    test('of those left behind, until it is told to end, and ends the look under way; the others stay for the next', async () => {
      const { process, other, clock, store } = await start();
      for (const key of ['key-1', 'key-2', 'key-3']) {
        await dieWhileSending(other(), { ...creation(() => []), author: author(key) });
      }
      clock.advance(LEASE_MS);
      const closing = new Cutter();
      const ended: boolean[] = [];
      const find: Find<string> = async (_, signal) => {
        closing.abort();
        ended.push(signal.aborted);
        throw noAnswer();
      };
      await process.ledger.reconcile.orphans({ createTransaction: find }, closing);
      expect(ended).toEqual([true]);
      expect(await store.orphans()).toHaveLength(3);
    });

    test('as another process has found it meanwhile, though it finds nothing itself', async () => {
      const { process, other } = await start();
      await process.write({ ...creation(() => []), ...unanswered });
      const looking = held<void>();
      const seen = held<void>();
      const { trace, ...rest } = creation(() => []);
      const find: Find<string> = async () => {
        looking.resolve();
        await seen.promise;
        return { candidates: [], isWhole: true };
      };
      const slow = other().write({ ...rest, trace: { ...trace!, find } });
      await looking.promise;
      const given = creation(() => [candidate('T-9')]);
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
      seen.resolve();
      expect(await slow).toMatchObject({ outcome: 'COMMITTED', answer: 'again T-9', replayed: true });
    });

    test('that is orphaned when its key comes again', async () => {
      const { process, other, clock } = await start();
      const given = creation(() => [candidate('T-9')]);
      await dieWhileSending(other(), given);
      clock.advance(LEASE_MS);
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9', replayed: true });
    });

    test('that is orphaned only when upstream can be read', async () => {
      const { process, other, clock, store } = await start();
      const given = creation(() => noAnswer());
      await dieWhileSending(other(), given);
      clock.advance(LEASE_MS);
      await process.ledger.reconcile.orphans({ createTransaction: given.trace!.find }, noCut);
      expect((await store.orphans()).map(({ state }) => state)).toEqual(['SENT']);
    });

    test('whose answer comes after it was given up for UNKNOWN', async () => {
      const { process, other, clock } = await start();
      const answer = held<string>();
      const sending = held<void>();
      const heldSend = () => {
        sending.resolve();
        return answer.promise;
      };
      const late = other().write({ ...creation(() => []), send: heldSend });
      await sending.promise;
      clock.advance(LEASE_MS);
      expect(await process.write(creation(() => []))).toMatchObject({ outcome: 'UNKNOWN', replayed: true });
      answer.resolve('T-1');
      expect(await late).toMatchObject({ outcome: 'COMMITTED', answer: 'T-1' });
      expect(await process.write(creation(() => []))).toMatchObject({ outcome: 'COMMITTED', answer: 'again T-1' });
    });
  });
}
