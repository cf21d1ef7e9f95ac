// The ledger in PostgreSQL: the same behavior, what it requires of the server, and a server that is unavailable.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { openPostgresServers, postgresSql } from '@realty-forms/platform/stores/postgres-servers.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ENTRY_RETENTION_MS, LEASE_MS } from '../../../../src/gateway/ledger/entry.ts';
import { startPostgresStore } from '../../../../src/gateway/ledger/stores/postgres-store.ts';
import type { LedgerStore } from '../../../../src/gateway/ledger/stores/store.ts';
import { captureLog } from '../../../support/caught-log.ts';
import { isMissing } from '../../../support/debian-packages.ts';
import { freePort } from '../../../support/free-port.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { DEADLINE_MS } from '../../../support/held-deadlines.ts';
import { findBinaries, notInstalled } from '../../../support/postgresql/binaries.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgresql/server.ts';
import { shareTables } from '../../../support/postgresql/shared-tables.ts';
import { author, startProcess } from '../process.ts';
import { describeLedger } from './behavior.ts';
import { expectOutageSendsNothing } from './store-failures.ts';

const isInstalled = findBinaries() !== null;
/** Not available on every machine. */
const OPENSSL = 'openssl';

describe.skipIf(!isInstalled)(isInstalled ? 'on a PostgreSQL server' : notInstalled, () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  const urlOf = (schema: string, user = 'postgres') =>
    `postgresql://${user}:hunter2@127.0.0.1:${server.port}/postgres?schema=${schema}`;

  const newUrl = (): string => {
    schemas += 1;
    return urlOf(`ledger_${schemas}`);
  };

  function servers(user?: string) {
    const limits = { connectMs: DEADLINE_MS, queryMs: DEADLINE_MS, settings: [] };
    const opened = openPostgresServers(urlOf('public', user), limits);
    onTestFinished(opened.close);
    return opened;
  }

  async function open(url: string, clock: Clock | null = null): Promise<LedgerStore> {
    const { store } = await startPostgresStore(url, captureLog().log, clock);
    onTestFinished(store.close);
    return store;
  }

  describe('with the same tables', () => {
    let store: LedgerStore | undefined;
    let clock: Clock | undefined;
    const emptied = shareTables('shared', async () => {
      const url = urlOf('shared');
      ({ store } = await startPostgresStore(url, captureLog().log, { now: () => Number(clock?.now()) }));
      return { url, store };
    });
    afterAll(() => store?.close());
    const open = (own: Clock) => {
      clock = own;
      return emptied();
    };
    describeLedger('PostgreSQL', open, 30);
  });

  test('retains a key for a day by the server’s clock, even if the replica’s clock is slow', async () => {
    const url = newUrl();
    const late = () => createManualClock(Date.now() - 2 * ENTRY_RETENTION_MS);
    await startProcess(await open(url), late()).write();
    expect((await startProcess(await open(url), late()).write()).replayed).toBe(true);
  });

  test('removes entries after a day, and what they claimed after three', async () => {
    const url = newUrl();
    const clock = createManualClock();
    const process = startProcess(await open(url, clock), clock);
    await process.write({ toStored: () => ({ claim: 'transaction:1' }) });
    const schema = `ledger_${schemas}`;
    const counts = () =>
      server.run(`select (select count(*) from ${schema}.entries), (select count(*) from ${schema}.claims)`);
    clock.advance(ENTRY_RETENTION_MS);
    // Another process removes the same ones: nobody waits for it.
    await servers().run(async (run) => {
      await run(`begin; select from ${schema}.entries for update`);
      await process.ledger.beat();
      await run('rollback');
    });
    expect(counts()).toBe('1|1');
    await process.ledger.beat();
    expect(counts()).toBe('0|1');
    clock.advance(2 * ENTRY_RETENTION_MS);
    await process.ledger.beat();
    expect(counts()).toBe('0|0');
  });

  test('makes its tables once, however many replicas start at the same time', async () => {
    const url = newUrl();
    const stores = await Promise.all(Array.from({ length: 6 }, () => open(url)));
    await stores[0]?.takeLease('a', 'one', LEASE_MS);
    for (const store of stores) expect(await store.takeLease('a', 'other', LEASE_MS)).toBe(false);
  });

  test('holds locks in its own schema only: other gateways may share the database', async () => {
    const inSchema = (schema: string) => postgresSql(servers(), schema, null).transact;
    const [one, other] = [inSchema('one'), inSchema('other')];
    expect(await one('the same', () => other('the same', async () => 'done'))).toBe('done');
  });

  test('starts as a user who may not make tables, once they are there', async () => {
    server.run('create role writer login');
    const schema = `ledger_${schemas + 1}`;
    const refusal = open(urlOf(schema, 'writer'));
    await expect(refusal).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringMatching(new RegExp(`cannot be made: permission denied.*schema ${schema}`)),
    });
    await open(newUrl());
    server.run(`grant usage on schema ${schema} to writer; grant all on all tables in schema ${schema} to writer`);
    const process = startProcess(await open(urlOf(schema, 'writer')), createManualClock(Date.now()));
    expect((await process.write()).outcome).toBe('COMMITTED');
  });

  test('does not start on a server that takes no writes', async () => {
    server.run('create role reader login; alter role reader set default_transaction_read_only = on');
    await expect(open(urlOf('public', 'reader'))).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringContaining('the server is read-only'),
    });
  });

  test('does not start in a database whose encoding lacks characters', async () => {
    server.run(`create database latin encoding 'LATIN1' template template0`);
    await expect(open(newUrl().replace('/postgres?', '/latin?'))).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringContaining('encoding LATIN1'),
    });
  });

  test.skipIf(isMissing('pgbouncer'))(
    'starts behind a pooler that gives each connection a session, and behind no other',
    async () => {
      const port = await freePort();
      const file = join(server.dir, 'pgbouncer.ini');
      const databases = ['session', 'transaction', 'statement'].map(
        (mode) => `${mode} = host=127.0.0.1 port=${server.port} dbname=postgres user=postgres pool_mode=${mode}`,
      );
      const settings = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'];
      writeFileSync(file, ['[databases]', ...databases, '[pgbouncer]', ...settings].join('\n'));
      const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
      const pooler = spawn('/usr/sbin/pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
      onTestFinished(() => void pooler.kill('SIGKILL'));
      let messages = '';
      pooler.stderr.on('data', (text) => {
        messages += text;
      });
      await expect.poll(() => messages).toContain('process up');

      const urlIn = (mode: string) => `postgresql://postgres@127.0.0.1:${port}/${mode}?schema=ledger_pooled`;
      const shared = { code: 'LEDGER_UNUSABLE', message: expect.stringContaining('Set the pooler to session mode') };
      await expect(open(urlIn('transaction'))).rejects.toMatchObject(shared);
      await expect(open(urlIn('statement'))).rejects.toMatchObject(shared);
      const ledger = startProcess(await open(urlIn('session')), createManualClock(Date.now()));
      expect((await ledger.write()).outcome).toBe('COMMITTED');
    },
  );

  test('warns that a crash of the server may lose writes if commits do not wait for the disk', async () => {
    const { log, lines } = captureLog();
    await (await startPostgresStore(newUrl(), log)).store.close();
    expect(lines).toMatchObject([
      { synchronous_commit: 'off', msg: expect.stringContaining('may lose the latest writes') },
    ]);
  });

  test('keeps its connections although the server ends idle ones, so that none ends while work begins on it', async () => {
    server.run("create role hasty login; alter role hasty set idle_session_timeout = '1h'");
    const [row] = await servers('hasty').run((query) => query('show idle_session_timeout'));
    expect(row).toEqual({ idle_session_timeout: '0' });
  });

  test('stores a key’s texts whatever they are', async () => {
    const clock = createManualClock();
    const process = startProcess(await open(newUrl(), clock), clock);
    const texts = { title: 'Roof \u0000 \ud83c', detail: `it's "quoted" \\ {a,b} $1` };
    const given = { author: author('key-2'), toStored: () => ({ texts }), restore: JSON.stringify };
    await process.write(given);
    const again = await process.write(given);
    expect(JSON.parse(String(again.result)).texts).toEqual(texts);
  });

  test('rejects writes without sending them while the server is unavailable, accepts them once it is back, and warns if a failover may lose them', async () => {
    const passing = await startPostgres({ fsync: 'on', synchronous_commit: 'on' });
    onTestFinished(() => passing.close());
    const clock = createManualClock();
    const limits = { connectMs: DEADLINE_MS, queryMs: DEADLINE_MS };
    const url = `postgresql://postgres@127.0.0.1:${passing.port}/postgres`;
    const { log, lines } = captureLog();
    const { store } = await startPostgresStore(url, log, clock, limits);
    onTestFinished(store.close);
    expect(lines).toEqual([]);
    const process = startProcess(store, clock);
    await process.ledger.beat();
    passing.run(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'write ledger %'`);
    await expectOutageSendsNothing(process, passing);

    // Commits that ask for it do not wait for a standby.
    passing.run(`alter system set synchronous_standby_names = 'another'`);
    passing.run('select pg_reload_conf()');
    await expect.poll(() => passing.run('show synchronous_standby_names')).toBe('another');
    await (await startPostgresStore(`${url}?options=-c%20synchronous_commit%3Dlocal`, log)).store.close();
    expect(lines).toContainEqual(
      expect.objectContaining({ synchronous_commit: 'local', msg: expect.stringContaining('a failover may lose') }),
    );
  });

  test.skipIf(spawnSync(OPENSSL, ['version']).status !== 0)(
    'is reached over TLS if the URL says so, and only if the server has a certificate of the authority that it names',
    async () => {
      const data = join(server.dir, 'data');
      const certificate = join(data, 'server.crt');
      execFileSync(
        OPENSSL,
        [
          ...[
            'req',
            '-x509',
            '-newkey',
            'ec',
            '-pkeyopt',
            'ec_paramgen_curve:prime256v1',
            '-nodes',
            '-subj',
            '/CN=ledger',
          ],
          ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', join(data, 'server.key'), '-out', certificate],
        ],
        { stdio: 'ignore' },
      );
      const { uid, gid } = statSync(data);
      for (const file of [join(data, 'server.key'), certificate]) chownSync(file, uid, gid);
      server.run('alter system set ssl = on');
      server.run('select pg_reload_conf()');
      await expect.poll(() => server.run('show ssl')).toBe('on');
      const url = `${newUrl()}&sslmode=verify-full`;
      await expect(open(url)).rejects.toMatchObject({
        code: 'LEDGER_UNUSABLE',
        message: expect.stringMatching(/self.signed certificate/),
      });
      const store = await open(`${url}&sslrootcert=${encodeURIComponent(certificate)}`);
      const secured = 'select count(*) from pg_stat_ssl join pg_stat_activity using (pid) where ssl';
      expect(await store.orphans()).toEqual([]);
      expect(Number(server.run(`${secured} and application_name like 'write ledger %'`))).toBeGreaterThan(0);
    },
  );

  test('names the servers that it cannot reach, without the password', async () => {
    const refusal = await open('postgresql://someone:hunter2@127.0.0.1:1,127.0.0.1:2/gate').catch(
      (error: Error) => error,
    );
    expect(refusal).toMatchObject({ code: 'LEDGER_UNUSABLE' });
    expect((refusal as Error).message).toContain('postgresql://127.0.0.1:1/gate, postgresql://127.0.0.1:2/gate');
    expect((refusal as Error).message).not.toContain('hunter2');
  });
});
