// Replicas on one machine: messages in one SQLite file.
import { expect, onTestFinished, test } from 'vitest';
import { messageTable, openSqliteChannel } from '../../src/replicas/channels.ts';
import { joinReplicas } from '../../src/replicas/replicas.ts';
import type { Query } from '../../src/stores/sql.ts';
import { openSqliteSql } from '../../src/stores/sqlite-sql.ts';
import { describeReplicas } from './behavior.ts';

async function open() {
  const database = openSqliteSql(':memory:', null);
  await database.query(messageTable);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  // A channel looks again after each answer: in the next files too, and as often as their fake clocks say, if there was one.
  const query: Query = (...args) => (isOver ? new Promise(() => undefined) : database.query(...args));
  return { ...database, query };
}

describeReplicas(async (count) => {
  const database = await open();
  const all = Array.from({ length: count }, () => joinReplicas(openSqliteChannel(database.query)));
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
