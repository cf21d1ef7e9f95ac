// What becomes of writes whose process was taken for dead and goes on, or whose clock jumps.
import { describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/store.ts';
import {
  author,
  candidate,
  creation,
  dieWhileSending,
  held,
  noAnswer,
  noCut,
  notSent,
  startProcess,
} from './process.ts';
import type { Shared } from './shared.ts';

const HOUR_MS = 60 * 60_000;

export function describeInterleavings(start: () => Promise<Shared>): void {
  /** A creation that was sent by a process whose lease then ran out, and that another has looked for. */
  async function takeForDead(found: readonly string[]) {
    const { process, other, clock } = await start();
    const sending = held<void>();
    const answer = held<string>();
    const given = creation(() => []);
    const send = vi.fn(() => {
      sending.resolve();
      return answer.promise;
    });
    const first = process.write({ ...given, send });
    await sending.promise;
    clock.advance(LEASE_MS);
    const find = creation(() => found.map((number) => candidate(number))).trace?.find;
    await other().ledger.reconcile.orphans({ ...(find && { createTransaction: find }) }, noCut);
    const unanswered = (key: string, number: string) =>
      other().write({
        ...creation(() => [candidate(number)]),
        author: author(key),
        send: () => Promise.reject(noAnswer()),
      });
    return { process, given, send, first, answer, unanswered };
  }

  describe('when a process that was taken for dead goes on', () => {
    test('lets nothing go that was sent since it was seen to be reserved', async () => {
      const { store, clock, process } = await start();
      const [reserved, go, sending, answer] = [held<void>(), held<void>(), held<void>(), held<string>()];
      const slow: LedgerStore = {
        ...store,
        async markSent(...given) {
          reserved.resolve();
          await go.promise;
          return store.markSent(...given);
        },
      };
      const send = vi.fn(() => {
        sending.resolve();
        return answer.promise;
      });
      const first = startProcess(slow, clock).write({ send });
      await reserved.promise;
      clock.advance(LEASE_MS);
      const late: LedgerStore = {
        ...store,
        async orphans() {
          const seen = await store.orphans();
          go.resolve();
          await sending.promise;
          return seen;
        },
      };
      await startProcess(late, clock).ledger.reconcile.orphans({}, noCut);
      answer.resolve('T-1');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', replayed: false });
      expect(await process.write({ send })).toMatchObject({ outcome: 'COMMITTED', replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
    });

    test('reserves anew what was let go before it was sent, with a key and without', async () => {
      for (const key of ['key-1', null]) {
        const { store, clock, process } = await start();
        const slow = { ...store };
        slow.markSent = async (...given) => {
          slow.markSent = store.markSent;
          clock.advance(LEASE_MS);
          await process.ledger.reconcile.orphans({}, noCut);
          return store.markSent(...given);
        };
        const send = vi.fn(async () => 'T-1');
        const written = startProcess(slow, clock).write({ ...creation(() => []), author: author(key), send });
        expect(await written).toMatchObject({ outcome: 'COMMITTED', answer: 'T-1', replayed: false });
        expect(send).toHaveBeenCalledTimes(1);
      }
    });

    test('lets its key go when nothing was sent after all', async () => {
      for (const found of [[], ['T-9']]) {
        const { process, given, first, answer, unanswered } = await takeForDead(found);
        answer.resolve(Promise.reject(notSent()) as never);
        await expect(first).rejects.toMatchObject({ sent: false });
        expect(await process.write({ ...given, send: async () => 'T-2' })).toMatchObject({
          answer: 'T-2',
          replayed: false,
        });
        expect(await unanswered('key-2', 'T-9')).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
      }
    });

    test('takes back what was found for another, which is UNKNOWN again', async () => {
      const { process, given, first, answer, unanswered } = await takeForDead([]);
      expect(await unanswered('key-2', 'T-9')).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
      answer.resolve('T-9');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
      expect(await process.write(given)).toMatchObject({ outcome: 'COMMITTED', answer: 'again T-9', replayed: true });
      expect(await unanswered('key-2', 'T-9')).toMatchObject({ outcome: 'UNKNOWN', possible: [], replayed: true });
    });

    test('tells what it was answered, not what was found for it', async () => {
      const { process, given, first, answer, unanswered } = await takeForDead(['T-8']);
      answer.resolve('T-9');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
      expect(await process.write(given)).toMatchObject({ answer: 'again T-9', replayed: true });
      expect(await unanswered('key-2', 'T-9')).toMatchObject({ outcome: 'UNKNOWN', possible: [] });
      expect(await unanswered('key-3', 'T-8')).toMatchObject({ outcome: 'COMMITTED', answer: 'T-8' });
    });

    test('takes nothing from another that was answered the same', async () => {
      const { process, other } = await start();
      const given = { ...creation(() => []), send: async () => 'T-9' };
      await process.write(given);
      await other().write({ ...given, author: author('key-2') });
      for (const key of ['key-1', 'key-2']) {
        expect(await process.write({ ...given, author: author(key) })).toMatchObject({ answer: 'again T-9' });
      }
    });
  });

  describe('when the clock is put back', () => {
    test('takes nobody for alive who says nothing more', async () => {
      const { process, other, clock } = await start();
      await dieWhileSending(process);
      clock.advance(-HOUR_MS);
      expect(await other().write()).toMatchObject({ outcome: 'UNKNOWN', replayed: true });
    });

    test('waits no longer for a write under way', async () => {
      const { process, store, clock } = await start();
      await dieWhileSending(process);
      let looks = 0;
      const counted: LedgerStore = {
        ...store,
        async reserve(entry) {
          looks += 1;
          if (looks === 3) clock.advance(-HOUR_MS);
          if (looks > 100) throw new Error('it waits for ever');
          await process.ledger.beat();
          return store.reserve(entry);
        },
      };
      const second = startProcess(counted, clock).write();
      await expect(second).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    });
  });
}
