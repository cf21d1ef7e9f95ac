// Writes of a process that resumes after its lease has expired, and writes under a clock that jumps.
import { describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import {
  author,
  candidate,
  creation,
  dieWhileSending,
  neverAborted,
  noResponse,
  notSent,
  startProcess,
} from './process.ts';
import type { SharedStore } from './shared.ts';

const HOUR_MS = 60 * 60_000;

export function describeInterleavings(start: () => Promise<SharedStore>): void {
  /** A creation sent by a process whose lease then expired, after which another process has searched for it. */
  async function outliveLease(found: readonly string[]) {
    const { process, other, clock } = await start();
    const sending = Promise.withResolvers<void>();
    const result = Promise.withResolvers<string>();
    const command = creation(() => []);
    const send = vi.fn(() => {
      sending.resolve();
      return result.promise;
    });
    const first = process.write({ ...command, send });
    await sending.promise;
    clock.advance(LEASE_MS);
    const find = creation(() => found.map((number) => candidate(number))).search?.find;
    await other().ledger.reconcile.orphans({ ...(find && { createTransaction: find }) }, neverAborted);
    const writeWithoutResponse = (key: string, number: string) =>
      other().write({
        ...creation(() => [candidate(number)]),
        author: author(key),
        send: () => Promise.reject(noResponse()),
      });
    return { process, command, send, first, result, writeWithoutResponse };
  }

  describe('when a process resumes after it was considered dead', () => {
    test('does not release an entry that was sent since it was read as RESERVED', async () => {
      const { store, clock, process } = await start();
      const [reserved, go, sending, result] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<string>(),
      ];
      const slow: LedgerStore = {
        ...store,
        async markSent(...args) {
          reserved.resolve();
          await go.promise;
          return store.markSent(...args);
        },
      };
      const send = vi.fn(() => {
        sending.resolve();
        return result.promise;
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
      await startProcess(late, clock).ledger.reconcile.orphans({}, neverAborted);
      result.resolve('T-1');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', replayed: false });
      expect(await process.write({ send })).toMatchObject({ outcome: 'COMMITTED', replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
    });

    test('reserves a write again if it was released before it was sent, with a key and without', async () => {
      for (const key of ['key-1', null]) {
        const { store, clock, process } = await start();
        const slow = { ...store };
        slow.markSent = async (...args) => {
          slow.markSent = store.markSent;
          clock.advance(LEASE_MS);
          await process.ledger.reconcile.orphans({}, neverAborted);
          return store.markSent(...args);
        };
        const send = vi.fn(async () => 'T-1');
        const written = startProcess(slow, clock).write({ ...creation(() => []), author: author(key), send });
        expect(await written).toMatchObject({ outcome: 'COMMITTED', result: 'T-1', replayed: false });
        expect(send).toHaveBeenCalledTimes(1);
      }
    });

    test('releases its key if nothing was sent after all', async () => {
      for (const found of [[], ['T-9']]) {
        const { process, command, first, result, writeWithoutResponse } = await outliveLease(found);
        result.resolve(Promise.reject(notSent()) as never);
        await expect(first).rejects.toMatchObject({ sent: false });
        expect(await process.write({ ...command, send: async () => 'T-2' })).toMatchObject({
          result: 'T-2',
          replayed: false,
        });
        expect(await writeWithoutResponse('key-2', 'T-9')).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      }
    });

    test('takes over a claim that reconciliation gave to another write, which becomes UNKNOWN again', async () => {
      const { process, command, first, result, writeWithoutResponse } = await outliveLease([]);
      expect(await writeWithoutResponse('key-2', 'T-9')).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      result.resolve('T-9');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      expect(await process.write(command)).toMatchObject({ outcome: 'COMMITTED', result: 'again T-9', replayed: true });
      expect(await writeWithoutResponse('key-2', 'T-9')).toMatchObject({
        outcome: 'UNKNOWN',
        possibleMatches: [],
        replayed: true,
      });
    });

    test('replays the response it received, not what reconciliation found for it', async () => {
      const { process, command, first, result, writeWithoutResponse } = await outliveLease(['T-8']);
      result.resolve('T-9');
      expect(await first).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
      expect(await process.write(command)).toMatchObject({ result: 'again T-9', replayed: true });
      expect(await writeWithoutResponse('key-2', 'T-9')).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
      expect(await writeWithoutResponse('key-3', 'T-8')).toMatchObject({ outcome: 'COMMITTED', result: 'T-8' });
    });

    test('leaves another write its claim if both received the same response', async () => {
      const { process, other } = await start();
      const command = { ...creation(() => []), send: async () => 'T-9' };
      await process.write(command);
      await other().write({ ...command, author: author('key-2') });
      for (const key of ['key-1', 'key-2']) {
        expect(await process.write({ ...command, author: author(key) })).toMatchObject({ result: 'again T-9' });
      }
    });
  });

  test.each(['beat', 'reserve', 'markSent'] as const)('a write is not sent if %s takes too long', async (step) => {
    const { store, clock, process } = await start();
    const steps = store as object as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const slow = {
      ...store,
      async [step](...given: unknown[]) {
        const result = await steps[step]?.(...given);
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LEASE_MS + 1);
        return result;
      },
    };
    const send = vi.fn(async () => 'T-1');
    const late = startProcess(slow, clock);
    await expect(late.write({ send })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    vi.restoreAllMocks();
    expect(send).not.toHaveBeenCalled();
    await late.ledger.flushPending();
    expect(await process.write({ send })).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  });

  describe('when the clock is set back', () => {
    test('considers a process dead that sends no more heartbeats', async () => {
      const { process, other, clock } = await start();
      await dieWhileSending(process);
      clock.advance(-HOUR_MS);
      expect(await other().write()).toMatchObject({ outcome: 'UNKNOWN', replayed: true });
    });

    test('does not wait longer for a write in progress', async () => {
      const { process, store, clock } = await start();
      await dieWhileSending(process);
      let polls = 0;
      const counted: LedgerStore = {
        ...store,
        async reserve(entry) {
          polls += 1;
          if (polls === 3) clock.advance(-HOUR_MS);
          if (polls > 100) throw new Error('it waits for ever');
          await process.ledger.beat();
          return store.reserve(entry);
        },
      };
      const second = startProcess(counted, clock).write();
      await expect(second).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    });
  });
}
