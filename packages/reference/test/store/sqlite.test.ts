import { join } from 'node:path';
import { openSqlite, type SqliteDatabase } from '@realty-forms/platform/stores/sqlite.ts';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDir } from '../running.ts';

function openTemporary(): SqliteDatabase {
  const database = openSqlite(join(temporaryDir(), 'test.sqlite'));
  onTestFinished(() => database.close());
  return database;
}

const value = (database: SqliteDatabase, sql: string) => Object.values(database.prepare(sql).all([])[0] as object)[0];

test('uses write-ahead logging, full synchronization and foreign keys', () => {
  const database = openTemporary();
  expect(value(database, 'pragma journal_mode')).toBe('wal');
  expect(value(database, 'pragma synchronous')).toBe(2);
  expect(value(database, 'pragma foreign_keys')).toBe(1);
});

test('distinguishes statements that return rows from those that do not', () => {
  const database = openTemporary();
  expect(database.prepare('create table t (a integer)').reader).toBe(false);
  database.prepare('create table t (a integer)').run([]);
  expect(database.prepare('insert into t values (?)').reader).toBe(false);
  expect(database.prepare('insert into t values (?) returning a').reader).toBe(true);
  expect(database.prepare('insert into t values (?)').run([7])).toEqual({ changes: 1, lastInsertRowid: 1 });
  expect([...database.prepare('select a from t').iterate([])]).toEqual([{ a: 7 }]);
});

test('prepares an SQL text once, and limits how many statements it caches', () => {
  const database = openTemporary();
  const first = database.prepare('select 1');
  expect(database.prepare('select 1')).toBe(first);
  for (let index = 2; index < 300; index += 1) database.prepare(`select ${index}`);
  expect(database.prepare('select 1')).not.toBe(first);
});
