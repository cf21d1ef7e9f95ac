// Creations that got no response.
import { describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../../src/gateway/ledger/entry.ts';
import type { Find } from '../../../../src/gateway/ledger/write-command.ts';
import { author, candidate, creation, dieWhileSending, neverAborted, noResponse } from '../process.ts';
import type { SharedStore } from '../shared.ts';

export function describeReconciliation(start: () => Promise<SharedStore>): void {
  describe('reconciliation of a creation', () => {
    const unanswered = { send: () => Promise.reject(noResponse()) };

    test('makes it COMMITTED immediately if exactly one candidate matches', async () => {
      const { process } = await start();
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9', replayed: false });
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'again T-9', replayed: true });
    });

    test('counts a candidate that is listed twice as one', async () => {
      const { process } = await start();
      const command = { ...creation(() => [candidate('T-9'), candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
    });

    test.each([
      ['nothing', []],
      ['two things', [candidate('T-8'), candidate('T-9')]],
      ['something that may be older', [candidate('T-9', false)]],
    ])('leaves it UNKNOWN if the search finds %s, and returns the candidates', async (_, found) => {
      const { process } = await start();
      const results = found.map(({ result }) => result);
      const command = { ...creation(() => found), ...unanswered };
      expect(await process.write(command)).toMatchObject({
        outcome: 'UNKNOWN',
        possibleMatches: results,
        replayed: false,
      });
      expect(await process.write(command)).toMatchObject({
        outcome: 'UNKNOWN',
        possibleMatches: results,
        replayed: true,
      });
    });

    test('leaves it UNKNOWN if the search fails, and searches again when the key is used again', async () => {
      const { process } = await start();
      const found = vi
        .fn()
        .mockReturnValueOnce(noResponse())
        .mockReturnValueOnce([candidate('T-9')]);
      const command = { ...creation(found), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: null });
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9', replayed: true });
    });

    test('never attributes to it what another creation made', async () => {
      const { process } = await start();
      await process.write({ ...creation(() => []), author: author(null), send: async () => 'T-9' });
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
    });

    test('attributes a single candidate to only one of two identical creations', async () => {
      const { process, other } = await start();
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      const all = await Promise.all(
        [process, other()].map((each, index) => each.write({ ...command, author: author(`key-${index}`) })),
      );
      expect(all.map(({ outcome }) => outcome).sort()).toEqual(['COMMITTED', 'UNKNOWN']);
    });

    test('leaves it UNKNOWN while a creation with the same match is in progress, which may have made the candidate', async () => {
      const { process, other } = await start();
      await dieWhileSending(other(), { ...creation(() => []), author: author('key-2') });
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: ['T-9'] });
    });

    test('leaves it UNKNOWN while a creation with the same match is COMMITTED without knowing what it made', async () => {
      const { process } = await start();
      await process.write({ ...creation(() => []), author: author('key-2'), toStored: () => ({}) });
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: ['T-9'] });
    });

    test('does not attribute to it what a COMMITTED creation later turns out to have made', async () => {
      const { process, other, store } = await start();
      const searching = Promise.withResolvers<void>();
      const found = Promise.withResolvers<string>();
      const complete = () => {
        searching.resolve();
        return found.promise;
      };
      const toStored = (result: string) =>
        result === '' ? {} : { ids: { number: result }, claim: `transaction:${result}` };
      const slow = { ...creation(() => []), author: author('key-2'), send: async () => '', toStored };
      const first = other().write({ ...slow, complete });
      await searching.promise;
      await expect(process.write(slow)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: ['T-9'] });
      found.resolve('T-9');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      expect(await process.write(slow)).toMatchObject({ result: 'again T-9', replayed: true });
      expect(await store.unclaimed('', ['transaction:T-9'])).toEqual([]);
      expect(await process.write(command)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
    });

    test('is not needed if the response came, even if what it left out cannot be read', async () => {
      const { process } = await start();
      const command = { ...creation(() => []), complete: () => Promise.reject(noResponse()) };
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-1', replayed: false });
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    });

    test('is not blocked by two creations with the same match and response, since each knows what it made', async () => {
      const { process } = await start();
      const answered = { ...creation(() => []), send: async () => 'T-1' };
      for (const key of ['key-2', 'key-3']) await process.write({ ...answered, author: author(key) });
      const command = { ...creation(() => [candidate('T-9')]), ...unanswered };
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
    });

    test('settles an entry that a process left SENT, but not while that process is alive', async () => {
      const { process, other, clock, store } = await start();
      const command = creation(() => [candidate('T-9')]);
      const finders = { createTransaction: command.search!.find };
      await dieWhileSending(other(), command);
      await process.ledger.reconcile.orphans(finders, neverAborted);
      await expect(process.write(command)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      clock.advance(LEASE_MS);
      await process.ledger.beat();
      expect(await store.orphans()).toHaveLength(1);
      await process.ledger.reconcile.orphans(finders, neverAborted);
      expect(await store.orphans()).toEqual([]);
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'again T-9', replayed: true });
    });

    test('gets to every orphan in time, even if there are many that cannot be settled', async () => {
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
      for (let pass = 0; pass < 30; pass += 1) {
        for (const { id } of await store.orphans()) seen.add(id);
        clock.advance(7);
      }
      expect(seen.size).toBe(120);
    });

    test('stops when its signal aborts, aborts the search in progress, and leaves the other orphans for the next process', async () => {
      const { process, other, clock, store } = await start();
      for (const key of ['key-1', 'key-2', 'key-3']) {
        await dieWhileSending(other(), { ...creation(() => []), author: author(key) });
      }
      clock.advance(LEASE_MS);
      const closing = new AbortController();
      const ended: boolean[] = [];
      const find: Find<string> = async (_, signal) => {
        closing.abort();
        ended.push(signal.aborted);
        throw noResponse();
      };
      await process.ledger.reconcile.orphans({ createTransaction: find }, closing.signal);
      expect(ended).toEqual([true]);
      expect(await store.orphans()).toHaveLength(3);
    });

    test('returns what another process has found meanwhile, even if its own search finds nothing', async () => {
      const { process, other } = await start();
      await process.write({ ...creation(() => []), ...unanswered });
      const searching = Promise.withResolvers<void>();
      const seen = Promise.withResolvers<void>();
      const { search, ...rest } = creation(() => []);
      const find: Find<string> = async () => {
        searching.resolve();
        await seen.promise;
        return { candidates: [], isExhaustive: true };
      };
      const slow = other().write({ ...rest, search: { ...search!, find } });
      await searching.promise;
      const command = creation(() => [candidate('T-9')]);
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      seen.resolve();
      expect(await slow).toMatchObject({ outcome: 'COMMITTED', result: 'again T-9', replayed: true });
    });

    test('settles an orphan when its key is used again', async () => {
      const { process, other, clock } = await start();
      const command = creation(() => [candidate('T-9')]);
      await dieWhileSending(other(), command);
      clock.advance(LEASE_MS);
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9', replayed: true });
    });

    test('leaves an orphan SENT if upstream cannot be read', async () => {
      const { process, other, clock, store } = await start();
      const command = creation(() => noResponse());
      await dieWhileSending(other(), command);
      clock.advance(LEASE_MS);
      await process.ledger.reconcile.orphans({ createTransaction: command.search!.find }, neverAborted);
      expect((await store.orphans()).map(({ state }) => state)).toEqual(['SENT']);
    });

    test('by another process is what a process returns that was cut off for longer than its lease, and gets no response', async () => {
      const { other, clock, process } = await start();
      const outcome = Promise.withResolvers<string>();
      const sending = Promise.withResolvers<void>();
      const command = creation(() => [candidate('T-9')]);
      const heldSend = () => {
        sending.resolve();
        return outcome.promise;
      };
      const late = other().write({ ...command, send: heldSend });
      await sending.promise;
      clock.advance(LEASE_MS);
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9', replayed: true });
      outcome.reject(noResponse());
      expect(await late).toMatchObject({ outcome: 'COMMITTED', result: 'again T-9', replayed: false });
    });

    test('is overridden by a response that arrives after the creation became UNKNOWN', async () => {
      const { process, other, clock } = await start();
      const result = Promise.withResolvers<string>();
      const sending = Promise.withResolvers<void>();
      const heldSend = () => {
        sending.resolve();
        return result.promise;
      };
      const late = other().write({ ...creation(() => []), send: heldSend });
      await sending.promise;
      clock.advance(LEASE_MS);
      expect(await process.write(creation(() => []))).toMatchObject({ outcome: 'UNKNOWN', replayed: true });
      result.resolve('T-1');
      expect(await late).toMatchObject({ outcome: 'COMMITTED', result: 'T-1' });
      expect(await process.write(creation(() => []))).toMatchObject({ outcome: 'COMMITTED', result: 'again T-1' });
    });
  });
}
