// The heartbeat: reconciliation of orphans, and shutdown.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../../src/gateway/ledger/entry.ts';
import type { Ledger } from '../../../../src/gateway/ledger/ledger.ts';
import { createHeartbeat } from '../../../../src/gateway/ledger/recovery/heartbeat.ts';
import { WritesInProgress } from '../../../../src/gateway/ledger/sending.ts';
import { captureLog } from '../../../support/caught-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const finders = {};

function startLedger() {
  const { log, lines } = captureLog();
  const beat = vi.fn(async () => {});
  const orphans = vi.fn<Ledger['reconcile']['orphans']>(async () => {});
  const flushPending = vi.fn(async () => {});
  const writesInProgress = new WritesInProgress();
  const ledger: Ledger = {
    beat,
    flushPending,
    writesInProgress,
    reconcile: { orphans, one: async () => ({ result: null, possibleMatches: null, settled: null }) },
    writeOnce: () => Promise.reject(new Error('no write is expected')),
  };
  return { beat, flushPending, writesInProgress, orphans, lines, heartbeat: createHeartbeat(ledger, finders, log) };
}

test('renews the lease well before it expires, and stops once it is closed', async () => {
  const { beat, heartbeat } = startLedger();
  await heartbeat.start();
  expect(beat).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
  expect(beat.mock.calls.length).toBeGreaterThanOrEqual(6);
  const before = beat.mock.calls.length;
  await heartbeat.close();
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
  expect(beat).toHaveBeenCalledTimes(before);
});

test('records pending outcomes on close, after the reconciliation in progress has ended', async () => {
  const { orphans, flushPending, heartbeat } = startLedger();
  const pass = Promise.withResolvers<void>();
  orphans.mockReturnValueOnce(pass.promise);
  await heartbeat.start();
  const closed = heartbeat.close();
  await vi.advanceTimersByTimeAsync(1);
  expect(flushPending).not.toHaveBeenCalled();
  pass.resolve();
  await closed;
  expect(flushPending).toHaveBeenCalledTimes(1);
});

test('reconciles orphans at startup and regularly afterwards, one pass at a time', async () => {
  const { orphans, heartbeat } = startLedger();
  const pass = Promise.withResolvers<void>();
  orphans.mockReturnValueOnce(pass.promise);
  await heartbeat.start();
  expect(orphans.mock.calls).toEqual([[finders, expect.anything()]]);
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  expect(orphans).toHaveBeenCalledTimes(1);
  pass.resolve();
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  expect(orphans.mock.calls.length).toBeGreaterThanOrEqual(2);
  await heartbeat.close();
});

test('aborts a reconciliation in progress on close, however much is left', async () => {
  const { orphans, flushPending, heartbeat } = startLedger();
  orphans.mockImplementationOnce(
    (_, signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  );
  await heartbeat.start();
  await heartbeat.close();
  expect(flushPending).toHaveBeenCalledTimes(1);
});

test('while the store is unavailable, it starts, goes on, and logs each reason once, and then that it can be reached again', async () => {
  const { beat, orphans, lines, heartbeat } = startLedger();
  const away = () => Promise.reject(new Error('away'));
  beat.mockImplementation(away);
  orphans.mockImplementation(away);
  await heartbeat.start();
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  beat.mockRejectedValue(new Error('it may evict entries'));
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  const rejected = 'the write ledger cannot be reached; writes are rejected';
  expect(lines.splice(0).map(({ msg, err }) => [msg, (err as Error).message])).toEqual([
    [rejected, 'away'],
    ['could not reconcile writes without an outcome', 'away'],
    [rejected, 'it may evict entries'],
  ]);
  beat.mockResolvedValue();
  orphans.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  beat.mockImplementationOnce(away);
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  const reached = 'the write ledger can be reached again';
  expect(lines.map(({ msg }) => msg)).toEqual([reached, rejected, reached]);
  await heartbeat.close();
});

test('a reconciliation that fails is logged once until one succeeds, and says nothing of the ledger’s reach', async () => {
  const { orphans, lines, heartbeat } = startLedger();
  const away = () => Promise.reject(new Error('away'));
  orphans.mockImplementation(away);
  await heartbeat.start();
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
  const failed = 'could not reconcile writes without an outcome';
  expect(lines.map(({ msg }) => msg)).toEqual([failed]);
  orphans.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  orphans.mockImplementation(away);
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  expect(lines.map(({ msg }) => msg)).toEqual([failed, failed]);
  await heartbeat.close();
});

test('awaits the writes in progress at shutdown, including those that begin meanwhile', async () => {
  const { writesInProgress, lines, heartbeat } = startLedger();
  await heartbeat.start();
  const writes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let isOver = false;
  const write = (index: 0 | 1) => writesInProgress.run(() => writes[index].promise);
  const first = write(0);
  const ended = heartbeat.drainWrites(1_000).then(() => {
    isOver = true;
  });
  const second = write(1);
  writes[0].resolve();
  await first;
  expect(isOver).toBe(false);
  writes[1].reject(new Error('failed'));
  await expect(second).rejects.toThrow('failed');
  await ended;
  expect({ left: vi.getTimerCount(), lines }).toEqual({ left: 1, lines: [] });
  await heartbeat.close();
});

test('awaits them no longer than the given limit, and logs how many are left', async () => {
  const { writesInProgress, lines, heartbeat } = startLedger();
  await heartbeat.start();
  void writesInProgress.run(() => new Promise(() => undefined));
  const ended = heartbeat.drainWrites(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect(lines).toMatchObject([{ level: 40, writes: 1, mostMs: 1_000 }]);
  await heartbeat.close();
});

test('closed during its start, begins nothing more', async () => {
  const { beat, orphans, heartbeat } = startLedger();
  const firstBeat = Promise.withResolvers<void>();
  beat.mockImplementationOnce(() => firstBeat.promise);
  const started = heartbeat.start();
  const closed = heartbeat.close();
  const isClosed = vi.fn();
  void closed.then(isClosed);
  await vi.advanceTimersByTimeAsync(1);
  expect(isClosed).not.toHaveBeenCalled();
  firstBeat.resolve();
  await Promise.all([started, closed]);
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
  expect(orphans).not.toHaveBeenCalled();
  expect(beat).toHaveBeenCalledTimes(1);
});
