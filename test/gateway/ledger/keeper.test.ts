// What keeps the ledger while the gateway runs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import { startKeeper } from '../../../src/gateway/ledger/keeper.ts';
import type { Ledger } from '../../../src/gateway/ledger/ledger.ts';
import { UnderWay } from '../../../src/gateway/ledger/under-way.ts';
import { catchLog } from '../../support/caught-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const finders = {};

function keep() {
  const { log, lines } = catchLog();
  const beat = vi.fn((): Promise<void> => Promise.resolve());
  const orphans = vi.fn<Ledger['reconcile']['orphans']>(() => Promise.resolve());
  const writeRest = vi.fn((): Promise<void> => Promise.resolve());
  const underWay = new UnderWay();
  const ledger: Ledger = {
    beat,
    writeRest,
    underWay,
    reconcile: { orphans, one: async () => ({ answer: null, possible: null, settled: null }) },
    once: () => Promise.reject(new Error('nobody writes')),
  };
  return { beat, writeRest, underWay, orphans, lines, start: () => startKeeper(ledger, finders, log) };
}

test('says that the process is alive well before its lease is over, and no more once it is closed', async () => {
  const { beat, start } = keep();
  const keeper = await start();
  expect(beat).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
  expect(beat.mock.calls.length).toBeGreaterThanOrEqual(6);
  const before = beat.mock.calls.length;
  await keeper.close();
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
  expect(beat).toHaveBeenCalledTimes(before);
});

test('writes down at the end what could not be written down before, when nothing else is under way', async () => {
  const { orphans, writeRest, start } = keep();
  let finish = (): void => undefined;
  orphans.mockImplementationOnce(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const keeper = await start();
  const closed = keeper.close();
  await vi.advanceTimersByTimeAsync(1);
  expect(writeRest).not.toHaveBeenCalled();
  finish();
  await closed;
  expect(writeRest).toHaveBeenCalledTimes(1);
});

test('looks for orphans at the start and from then on, one look at a time', async () => {
  const { orphans, start } = keep();
  let finish = (): void => undefined;
  orphans.mockImplementationOnce(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const keeper = await start();
  expect(orphans.mock.calls).toEqual([[finders, expect.anything()]]);
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  expect(orphans).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  expect(orphans.mock.calls.length).toBeGreaterThanOrEqual(2);
  await keeper.close();
});

test('tells a look under way to end when it is closed, however much is left', async () => {
  const { orphans, writeRest, start } = keep();
  orphans.mockImplementationOnce(
    (_, signal) => new Promise<void>((resolve) => signal.addEventListener('abort', resolve, { once: true })),
  );
  const keeper = await start();
  await keeper.close();
  expect(writeRest).toHaveBeenCalledTimes(1);
});

test('goes on after a store that was away, and says so', async () => {
  const { beat, orphans, lines, start } = keep();
  const keeper = await start();
  beat.mockRejectedValueOnce(new Error('away'));
  orphans.mockRejectedValueOnce(new Error('away'));
  await vi.advanceTimersByTimeAsync(5 * LEASE_MS);
  expect(beat.mock.calls.length).toBeGreaterThan(3);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the write ledger cannot be reached; writes are refused',
    'writes without an outcome could not be looked into',
  ]);
  await keeper.close();
});

test('waits at the end for writes under way, those among them that begin meanwhile', async () => {
  const { underWay, lines, start } = keep();
  const keeper = await start();
  const writes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let isOver = false;
  const write = (index: 0 | 1) => underWay.run(() => writes[index].promise);
  const first = write(0);
  const ended = keeper.writesEnded(1_000).then(() => {
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
  await keeper.close();
});

test('waits no longer for them than it is told to, and says how many are left', async () => {
  const { underWay, lines, start } = keep();
  const keeper = await start();
  void underWay.run(() => new Promise(() => undefined));
  const ended = keeper.writesEnded(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect(lines).toMatchObject([{ level: 40, writes: 1, mostMs: 1_000 }]);
  await keeper.close();
});

test('a start without a store is refused', async () => {
  const { beat, start } = keep();
  beat.mockRejectedValueOnce(new Error('away'));
  await expect(start()).rejects.toThrow('away');
});
