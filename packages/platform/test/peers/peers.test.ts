// Processes of one machine as peers: leases in SQLite, and a channel that takes a moment.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createManualClock } from '../../../../test/support/held-clock.ts';
import { type Channel, joinPeers } from '../../src/peers/peers.ts';
import { leaseSteps, leaseTable } from '../../src/stores/leases.ts';
import { openSqliteSql } from '../../src/stores/sqlite-sql.ts';
import { describePeers } from './behavior.ts';

async function openLeases(clock: ReturnType<typeof createManualClock> | null = null) {
  const database = openSqliteSql(':memory:', clock);
  await database.query(leaseTable);
  return leaseSteps(database);
}

/** Each hears what all send, itself too. */
function channels(count: number): readonly Channel[] {
  const listeners: ((message: string) => void)[] = [];
  const send = (message: string) =>
    queueMicrotask(() => {
      for (const listener of listeners) listener(message);
    });
  return Array.from({ length: count }, () => ({ send, listen: (listener) => void listeners.push(listener) }));
}

describePeers(async (count) => {
  const leases = await openLeases();
  return channels(count).map((channel) => joinPeers(leases, channel));
});

test('a lease ends by the clock, also if that is set back', async () => {
  const clock = createManualClock();
  const { takeLease } = await openLeases(clock);
  expect(await takeLease('a', 'one', 1_000)).toBe(0);
  clock.advance(999);
  expect(await takeLease('a', 'other', 5_000)).toBe(1);
  clock.advance(1);
  expect(await takeLease('a', 'other', 5_000)).toBe(0);
  clock.advance(-3_600_000);
  expect(await takeLease('a', 'one', 1_000)).toBe(0);
});

test('a lease whose answer takes too long is refused, so that nothing waits for it', async () => {
  const [channel] = channels(1) as [Channel];
  const never = () => new Promise<never>(() => {});
  const { lease } = joinPeers({ takeLease: never, releaseLease: never }, channel);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refused = expect(lease('a', 60_000)).rejects.toThrow('did not answer in time');
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
});
