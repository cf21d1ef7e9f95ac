import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../src/server.ts';
import { startReference } from '../../src/start.ts';
import { DATABASE_FILE, openStore } from '../../src/store/database.ts';
import {
  clientOf,
  creation,
  problem,
  referenceOptions,
  runReference,
  temporaryDir,
  valueIn,
  vendor,
} from '../running.ts';

const ADD = '/fsforms/addTrans';
const GET = '/fsforms/getTransById';

test('keeps its data across a restart and does not seed again, whatever seed is configured', async () => {
  const dataDir = temporaryDir();
  const first = await runReference({ dataDir });
  const [created] = (await first.call(ADD, creation)).body;
  await first.close();
  const second = await runReference({ dataDir, seed: { agents: 40, offices: 2, transactions: 500, seed: 2 } });
  const { transId, ...record } = created;
  expect((await second.call(GET, { transId })).body).toEqual([record]);
  await second.close();
  expect(valueIn(dataDir, 'select count(*) from transactions')).toBe(61);
  expect(valueIn(dataDir, 'select count(*) from agents')).toBe(16);
});

test('leaves a database file that only its owner can read, no WAL file, no client and no secret, when it is closed', async () => {
  const dataDir = temporaryDir();
  const running = await runReference({ dataDir });
  expect((await running.call('/accounts/activeUsers')).status).toBe(200);
  await running.close();
  expect(statSync(join(dataDir, DATABASE_FILE)).mode & 0o777).toBe(0o600);
  expect(valueIn(dataDir, "select count(*) from sqlite_master where name = 'clients'")).toBe(0);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).sort()).toEqual([DATABASE_FILE, 'signing-key.json']);
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name));
    expect([vendor.id, vendor.secret].filter((text) => content.includes(text))).toEqual([]);
  }
});

test('leaves nothing behind if a start fails while seeding', async () => {
  const dataDir = temporaryDir();
  const failing = openStore(dataDir, async (store) => {
    await store.insertInto('offices').values({ nrds_id: '1', name: 'half-way' }).execute();
    throw new Error('power cut');
  });
  await expect(failing).rejects.toMatchObject({ code: 'DATABASE_UNUSABLE' });
  expect(valueIn(dataDir, 'select count(*) from sqlite_master')).toBe(0);
  await runReference({ dataDir });
  expect(valueIn(dataDir, "select count(*) from offices where name = 'half-way'")).toBe(0);
});

test('rejects what it would write to a database that was deleted meanwhile', async () => {
  const dataDir = temporaryDir();
  const running = await runReference({ dataDir });
  rmSync(join(dataDir, DATABASE_FILE));
  const { body } = await running.call(ADD, creation);
  const detail = 'Transaction creation failed: the service cannot write to its disk';
  expect(body).toEqual(problem(403, 'New Transaction Failure', detail));
});

test('starts without a seed', async () => {
  const running = await runReference({ seed: false });
  expect((await running.call('/accounts/activeUsers')).body.meta).toEqual({ total: 0, max: 0, next_batch_no: null });
});

test('rejects the database of a newer version', async () => {
  const dataDir = temporaryDir();
  await (await runReference({ dataDir })).close();
  valueIn(dataDir, "insert into kysely_migration values ('0999-future', '2030-01-01T00:00:00.000Z')");
  await expect(runReference({ dataDir })).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
});

test.each([
  ['a folder that cannot be created', 'DATA_DIR_UNWRITABLE', (dir: string) => writeFileSync(dir, '')],
  ['a file that is not a database', 'DATABASE_UNUSABLE', null],
])('reports %s with %s', async (_name, code, prepare) => {
  const dir = temporaryDir();
  const dataDir = prepare === null ? dir : join(dir, 'file');
  if (prepare === null) writeFileSync(join(dir, 'reference.sqlite'), 'no database at all, '.repeat(100));
  else prepare(dataDir);
  await expect(createReferenceServer(referenceOptions({ dataDir }))).rejects.toMatchObject({ code });
});

test('reports a busy port, and an address that does not belong to this host', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(createReferenceServer(referenceOptions({ port }))).rejects.toMatchObject({ code: 'PORT_BUSY' });
  const elsewhere = referenceOptions({ host: '203.0.113.1' });
  await expect(createReferenceServer(elsewhere)).rejects.toMatchObject({ code: 'ADDRESS_UNUSABLE' });
});

test('passes on the fault of a failed start from the thread', async () => {
  const { clock: _, ...options } = referenceOptions({ host: '203.0.113.1' });
  await expect(startReference(options)).rejects.toMatchObject({ code: 'ADDRESS_UNUSABLE', name: 'Fault' });
});

test('starts twice at once on one new folder, each in a thread of its own: one seeds, the other waits; and both close', async () => {
  const { clock: _, ...options } = referenceOptions();
  const both = await Promise.all([startReference(options), startReference(options)]);
  const [running] = both.map(({ url }) => clientOf(url));
  expect((await running?.call('/accounts/activeUsers'))?.status).toBe(200);
  for (const { close } of [...both, ...both]) await close();
  await expect(running?.send('/.well-known/jwks.json')).rejects.toThrow();
  expect(valueIn(options.dataDir, 'select count(*) from transactions')).toBe(60);
});
