// What the ledger guarantees for every write, whichever store it uses.
import { describe, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../../src/gateway/ledger/entry.ts';
import type { LedgerStore } from '../../../../src/gateway/ledger/stores/store.ts';
import { describeOutbox } from '../../../webhooks/outbox-behavior.ts';
import { describeInterleavings } from '../interleavings.ts';
import { describeModel } from '../model.ts';
import { author, creation, neverAborted, noResponse, notSent, rejection, request, startProcess } from '../process.ts';
import { describeReconciliation } from '../recovery/reconciliation.ts';
import { describeReusedKeys } from '../reused-keys.ts';
import { describeRotation } from '../rotation.ts';
import { type OpenStore, openShared } from '../shared.ts';
import { describeStoreFailures } from './store-failures.ts';

/** `modelRuns`: how many generated interleavings are tried. */
export function describeLedger(name: string, open: OpenStore, modelRuns: number): void {
  const start = () => openShared(open);

  describe(`the write ledger in ${name}`, () => {
    test('sends a write once, and replays its outcome for the same key and input', async () => {
      const { process, other } = await start();
      const send = vi.fn(async () => 'T-1');
      expect(await process.write({ send })).toMatchObject({ outcome: 'COMMITTED', result: 'T-1', replayed: false });
      expect(await process.write({ send })).toMatchObject({
        outcome: 'COMMITTED',
        result: 'again T-1',
        replayed: true,
      });
      expect(await other().write({ send })).toMatchObject({ result: 'again T-1', replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
    });

    test('rejects the key with a different input', async () => {
      const { process } = await start();
      await process.write();
      const send = vi.fn(async () => 'T-2');
      const changed = { ...request, name: 'Oak Street' };
      await expect(process.write({ send, request: changed })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
      expect(send).not.toHaveBeenCalled();
    });

    test('rejects a repeated key as incomparable if the id key that hashed its input is gone, and sends nothing', async () => {
      const { process, store, clock } = await start();
      await process.write();
      const send = vi.fn(async () => 'T-2');
      await expect(startProcess(store, clock, 'issuer', [2]).write({ send })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_MISMATCH',
        argument: 'idempotencyKey',
        message: expect.stringContaining('can no longer tell'),
      });
      expect(send).not.toHaveBeenCalled();
    });

    test('scopes a key to its caller, issuer, agent and operation', async () => {
      const { process, store, clock } = await start();
      await process.write();
      const elsewhere = startProcess(store, clock, 'another issuer');
      expect((await process.write({ author: author('key-1', 'bob') })).replayed).toBe(false);
      expect((await process.write({ agent: '222' })).replayed).toBe(false);
      expect((await process.write({ operation: 'shareApp' })).replayed).toBe(false);
      expect((await elsewhere.write()).replayed).toBe(false);
      expect((await process.write()).replayed).toBe(true);
    });

    test('sends a write without a key every time', async () => {
      const { process } = await start();
      const send = vi.fn(async () => 'T-1');
      for (const given of [{}, creation(() => [])]) {
        await process.write({ ...given, send, author: author(null) });
        expect((await process.write({ ...given, send, author: author(null) })).replayed).toBe(false);
      }
      expect(send).toHaveBeenCalledTimes(4);
    });

    test('records a write as SENT before it is sent', async () => {
      const { process, store, clock } = await start();
      const reserve = vi.spyOn(store, 'reserve');
      const states: unknown[] = [];
      const watched = startProcess(store, clock);
      const send = async () => {
        const [entry] = reserve.mock.calls[0] ?? [];
        states.push((await store.read(entry?.id ?? ''))?.entry.state);
        return 'T-1';
      };
      await watched.write({ send });
      expect(states).toEqual(['SENT']);
      expect((await process.write()).replayed).toBe(true);
    });

    test('sends one of many concurrent writes with the same key', async () => {
      const { other } = await start();
      const send = vi.fn(async () => 'T-1');
      const sent = Promise.withResolvers<void>();
      const processes = [other(sent.promise), other(sent.promise), other(sent.promise)];
      const writes = Array.from({ length: 21 }, (_, index) => processes[index % 3]!.write({ send }));
      void Promise.race(writes).finally(sent.resolve);
      const all = await Promise.all(writes);
      expect(send).toHaveBeenCalledTimes(1);
      expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(['COMMITTED']));
    });

    test('waits for a write in progress, and throws IDEMPOTENCY_IN_PROGRESS if that takes too long', async () => {
      const { process, other } = await start();
      const result = Promise.withResolvers<string>();
      const sending = Promise.withResolvers<void>();
      const send = vi.fn(() => {
        sending.resolve();
        return result.promise;
      });
      const first = process.write({ send });
      await sending.promise;
      await expect(process.write({ send })).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      // However long the store takes to settle the first.
      const second = other(first).write({ send });
      result.resolve('T-1');
      expect(await first).toMatchObject({ result: 'T-1', replayed: false });
      expect(await second).toMatchObject({ result: 'again T-1', replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
    });

    test('replays a rejection verbatim, and stores nothing of it that can be read', async () => {
      const { process, written } = await start();
      const send = vi.fn(() => Promise.reject(rejection('Invalid Character found in Elm Street')));
      const first = await process.write({ send });
      expect(first).toMatchObject({
        outcome: 'REJECTED',
        userErrors: [{ field: 'name', code: 'INVALID_CHARACTER', message: 'Invalid Character found in Elm Street' }],
      });
      expect(await process.write({ send })).toEqual({ ...first, replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
      expect(written()).not.toMatch(/Elm|ann|key-1/);
    });

    test('replays a rejection that version 0.4 has stored in general words', async () => {
      const { process, store, clock } = await start();
      const before: LedgerStore = {
        ...store,
        settle: (id, attempt, settlement) =>
          store.settle(id, attempt, { ...settlement, result: { errors: [] } as object }),
      };
      const send = () => Promise.reject(rejection('No'));
      await startProcess(before, clock).write({ send });
      expect(await process.write({ send })).toMatchObject({
        replayed: true,
        userErrors: [{ message: 'The service rejected the request', code: 'REJECTED' }],
      });
    });

    test('stores what replicas of version 0.4 read in each entry', async () => {
      const { process, store, written } = await start();
      await process.write();
      const [{ id }] = JSON.parse(written()) as [{ id: string }];
      expect((await store.read(id))?.entry).toMatchObject({ otherHashes: [] });
    });

    test('releases a key if nothing was sent', async () => {
      const { process } = await start();
      await expect(process.write({ send: () => Promise.reject(notSent()) })).rejects.toMatchObject({ sent: false });
      expect(await process.write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    });

    test('retains a key after an unexpected error, which it rethrows unchanged', async () => {
      const { process } = await start();
      const bug = new TypeError('a bug');
      await expect(process.write({ send: () => Promise.reject(bug) })).rejects.toBe(bug);
      expect(await process.write()).toMatchObject({ outcome: 'UNKNOWN', replayed: true });
    });

    test('counts each write by its outcome', async () => {
      const { process } = await start();
      const failing = (error: Error, key: string | null) =>
        process.write({ send: () => Promise.reject(error), author: author(key) }).catch(() => undefined);
      for (const key of ['key-2', null]) await failing(new TypeError('a bug'), key);
      for (const key of ['key-3', null]) await failing(notSent(), key);
      await failing(noResponse(), 'key-4');
      await failing(rejection('No'), 'key-5');
      for (const name of ['Elm Street', 'Elm Street', 'Oak Street']) {
        await process.write({ request: { ...request, name } }).catch(() => undefined);
      }
      expect(await process.countsByOutcome()).toEqual({
        UNKNOWN: 3,
        NOT_SENT: 2,
        REJECTED: 1,
        COMMITTED: 1,
        REPLAYED: 1,
        IDEMPOTENCY_MISMATCH: 1,
      });
    });

    test('never resends a write that may have gone out', async () => {
      const { process } = await start();
      const send = vi.fn(() => Promise.reject(noResponse()));
      const unknown = {
        outcome: 'UNKNOWN',
        userErrors: [{ code: 'OUTCOME_UNKNOWN', message: 'Check before you send it again' }],
      };
      expect(await process.write({ send })).toMatchObject({ ...unknown, replayed: false });
      expect(await process.write({ send })).toMatchObject({ ...unknown, replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
    });

    test('compares a streamed body by its digest, and does not send it again', async () => {
      const { process } = await start();
      const body = (digest: string) => ({ content: { digest: () => digest, read: async () => digest } });
      const send = vi.fn(async () => 'T-1');
      await process.write({ send, ...body('one') });
      expect(await process.write({ send, ...body('one') })).toMatchObject({ replayed: true });
      await expect(process.write({ send, ...body('two') })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
      expect(send).toHaveBeenCalledTimes(1);
    });

    test('rejects a repeated key whose committed body was not read to the end', async () => {
      const { process } = await start();
      const content = { digest: () => null, read: async () => 'one' };
      await process.write({ content });
      await expect(process.write({ content })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    });

    test('forgets a key after a day', async () => {
      const { process, clock } = await start();
      await process.write();
      clock.advance(24 * 60 * 60_000 - 1);
      expect((await process.write()).replayed).toBe(true);
      clock.advance(1);
      expect((await process.write()).replayed).toBe(false);
    });

    test('releases what a dead process had reserved and never sent', async () => {
      const { process, store, clock, other } = await start();
      const stuck = { ...store, markSent: () => new Promise<boolean>(() => undefined) };
      const reserved = Promise.withResolvers<void>();
      stuck.reserve = async (entry) => {
        const given = await store.reserve(entry);
        reserved.resolve();
        return given;
      };
      void startProcess(stuck, clock).write();
      await reserved.promise;
      await expect(process.write()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      clock.advance(LEASE_MS);
      await process.ledger.reconcile.orphans({}, neverAborted);
      expect(await store.orphans()).toEqual([]);
      expect(await other().write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    });

    test('does not send a write that another process has taken over meanwhile', async () => {
      const { store, clock, process } = await start();
      const go = Promise.withResolvers<void>();
      const reserved = Promise.withResolvers<void>();
      const slow: LedgerStore = {
        ...store,
        async markSent(...given) {
          reserved.resolve();
          await go.promise;
          return store.markSent(...given);
        },
      };
      const send = vi.fn(async () => 'T-1');
      const first = startProcess(slow, clock).write({ send });
      await reserved.promise;
      clock.advance(LEASE_MS);
      await process.write({ send });
      go.resolve();
      expect(await first).toMatchObject({ outcome: 'COMMITTED', result: 'again T-1', replayed: true });
      expect(send).toHaveBeenCalledTimes(1);
    });

    describeOutbox(start);
    describeStoreFailures(start);
    describeReconciliation(start);
    describeReusedKeys(start);
    describeRotation(start);
    describeInterleavings(start);
    describeModel(start, modelRuns);
  });
}
