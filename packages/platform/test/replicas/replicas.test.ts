// Replicas on one machine: leases and messages in one SQLite file.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createManualClock } from '../../../../test/support/held-clock.ts';
import { messageTable, openSqliteChannel } from '../../src/replicas/channels.ts';
import { joinReplicas } from '../../src/replicas/replicas.ts';
import { createLeases, leaseTable } from '../../src/stores/leases.ts';
import type { Query } from '../../src/stores/sql.ts';
import { openSqliteSql } from '../../src/stores/sqlite-sql.ts';
import { describeReplicas } from './behavior.ts';

async function open(clock: ReturnType<typeof createManualClock> | null = null) {
  const database = openSqliteSql(':memory:', clock);
  for (const table of [leaseTable, messageTable]) await database.query(table);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  // A channel looks again after each answer: in the next files too, and as often as their fake clocks say, if there was one.
  const query: Query = (...args) => (isOver ? new Promise(() => undefined) : database.query(...args));
  return { ...database, ...createLeases(database), query };
}

describeReplicas(async (count) => {
  const database = await open();
  const all = Array.from({ length: count }, () => joinReplicas(database, openSqliteChannel(database.query)));
  // They have looked for the first time.
  await database.query('select 1');
  return all;
});

test('messages are kept for a minute', async () => {
  const { query } = await open();
  await query(`insert into messages (text, sent_at) values ('old', unixepoch() - 61), ('new', unixepoch() - 50)`);
  await openSqliteChannel(query).send(['sent']);
  expect((await query('select text from messages')).map(({ text }) => text)).toEqual(['new', 'sent']);
});

test('a channel is used again once the file can be', async () => {
  const { query } = await open();
  let isBroken = true;
  const channel = openSqliteChannel((...args) => (isBroken ? Promise.reject(new Error('disk full')) : query(...args)));
  const heard: string[] = [];
  channel.listen((message) => void heard.push(message));
  await expect(channel.send(['lost'])).rejects.toThrow('disk full');
  isBroken = false;
  await expect
    .poll(async () => {
      await channel.send(['told']);
      return new Set(heard);
    })
    .toEqual(new Set(['told']));
});

test('a lease ends by the clock, also if that is set back', async () => {
  const clock = createManualClock();
  const { takeLease } = await open(clock);
  expect(await takeLease('a', 'one', 1_000)).toBe(0);
  clock.advance(999);
  expect(await takeLease('a', 'other', 5_000)).toBe(1);
  clock.advance(1);
  expect(await takeLease('a', 'other', 5_000)).toBe(0);
  clock.advance(-3_600_000);
  expect(await takeLease('a', 'one', 1_000)).toBe(0);
});

test('a lease whose answer takes too long is refused, so that nothing waits for it', async () => {
  const channel = { send: async () => undefined, listen: () => undefined };
  const never = () => new Promise<never>(() => {});
  const { lease } = joinReplicas({ takeLease: never, releaseLease: never }, channel);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refused = expect(lease('a', 60_000)).rejects.toThrow('did not answer in time');
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
});
