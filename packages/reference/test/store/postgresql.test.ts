import { describePostgres } from '@realty-forms/platform/stores/postgres-url.ts';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { locationOf, onPostgresql, valueIn } from '../../../../test/support/postgresql/databases.ts';
import { openStore } from '../../src/store/database.ts';
import { continueIds, withWriteLock } from '../../src/store/dialect.ts';
import type { Store } from '../../src/store/tables.ts';
import { creation, problem, runReference, temporaryDir, vendor } from '../running.ts';

test.each([
  ['postgresql://someone:hush@db.example:5433/realty?sslmode=require', 'postgresql://db.example:5433/realty'],
  ['postgres://db.example/realty', 'postgresql://db.example/realty'],
  ['postgresql:///realty?host=/run/postgresql&user=someone&password=hush', 'postgresql:///run/postgresql/realty'],
])('describes %s without user and password', (url, shown) => {
  expect(describePostgres(url)).toBe(shown);
});

describe.skipIf(!onPostgresql())('on a PostgreSQL server', () => {
  async function open(): Promise<Store> {
    const store = await openStore(locationOf(temporaryDir()), 0, async () => {});
    onTestFinished(() => store.destroy());
    return store;
  }

  test('a text with U+0000, which it cannot store, matches nothing', async () => {
    const running = await runReference();
    const credentials = { grant_type: 'client_credentials', client_id: `${vendor.id}\0`, client_secret: 'x' };
    expect((await running.post('/oauth/token', credentials)).status).toBe(401);
  });

  test('whole numbers are read as numbers', async () => {
    const { rows } = await sql`select count(*) as one, 9007199254740991 as great from (select 1) as r`.execute(
      await open(),
    );
    expect(rows).toEqual([{ one: 1, great: Number.MAX_SAFE_INTEGER }]);
  });

  test('texts sort by code point', async () => {
    const store = await open();
    const names = ['b', 'a', 'B', 'é', 'A'];
    await store
      .insertInto('offices')
      .values(names.map((name) => ({ nrds_id: name, name })))
      .execute();
    const rows = await store.selectFrom('offices').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['A', 'B', 'a', 'b', 'é']);
  });

  test('the ids of an empty table start at 1', async () => {
    const store = await open();
    await continueIds(store, 'transactions');
    const { rows } = await sql`select nextval(pg_get_serial_sequence('transactions', 'id')) as id`.execute(store);
    expect(rows).toEqual([{ id: 1 }]);
  });

  test('writers take turns', async () => {
    const store = await open();
    const order: string[] = [];
    const write = (name: string) =>
      withWriteLock(store, async (connection) => {
        order.push(`${name} begins`);
        await sql`select pg_sleep(0.02)`.execute(connection);
        order.push(`${name} ends`);
      });
    await Promise.all(['one', 'two', 'three'].map(write));
    expect(order.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
    expect(new Set(order).size).toBe(6);
  });

  test('a connection lost in the middle of a transaction fails that transaction only', async () => {
    const store = await open();
    const cut = withWriteLock(store, async (connection) => {
      await connection.insertInto('offices').values({ nrds_id: '1', name: 'half-way' }).execute();
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection);
    });
    await expect(cut).rejects.toThrow();
    expect(await store.selectFrom('offices').selectAll().execute()).toEqual([]);
  });

  test('a transaction that the server has no space for is rejected, and stored once it has some', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    const run = (statements: string) => valueIn(locationOf(dataDir), statements);
    run(`create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    run('create trigger no_space before insert on transactions execute function no_space()');
    expect((await running.call('/fsforms/addTrans', creation)).body).toEqual(
      problem(403, 'New Transaction Failure', 'Transaction creation failed: the service cannot write to its disk'),
    );
    run('drop trigger no_space on transactions');
    expect((await running.call('/fsforms/addTrans', creation)).status).toBe(200);
  });

  test('a service whose connections were all terminated continues with new ones', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    await running.call('/fsforms/addTrans', creation);
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    valueIn(locationOf(dataDir), `select count(pg_terminate_backend(pid)) from pg_stat_activity where ${others}`);
    await vi.waitFor(async () => expect((await running.call('/fsforms/addTrans', creation)).status).toBe(200));
  });
});
