// Replicas over a real PostgreSQL server, which cannot be reached for a while.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startCutProxy } from '../../../../test/support/cut-proxy.ts';
import { DEADLINE_MS, holdDeadlines } from '../../../../test/support/held-deadlines.ts';
import { findBinaries, notInstalled } from '../../../../test/support/postgresql/binaries.ts';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgresql/server.ts';
import { openPostgresChannel } from '../../src/replicas/channels.ts';
import { joinReplicas, type Replicas } from '../../src/replicas/replicas.ts';
import { openPostgresServers, postgresSql } from '../../src/stores/postgres-servers.ts';
import { describeReplicas, GREETING } from './behavior.ts';

const isInstalled = findBinaries() !== null;
const limits = { connectMs: DEADLINE_MS, queryMs: DEADLINE_MS };

describe.skipIf(!isInstalled)(isInstalled ? 'over PostgreSQL' : notInstalled, () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  function newSchema(): string {
    schemas += 1;
    server.run(`create schema peers_${schemas}`);
    return `peers_${schemas}`;
  }

  const serversAt = (port: number | string, ...settings: readonly string[]) =>
    openPostgresServers(`postgresql://postgres@127.0.0.1:${port}/postgres`, { ...limits, settings });

  function join(schema: string, port: number | string = server.port): Replicas {
    const servers = serversAt(port, `set search_path = "${schema}"`);
    onTestFinished(servers.close);
    const database = postgresSql(servers, schema, null);
    return joinReplicas(openPostgresChannel(database, servers, schema));
  }

  function heardBy(replicas: Replicas): readonly (readonly [name: string, text: string])[] {
    const heard: [string, string][] = [];
    replicas.listen((name, text) => {
      if (name !== GREETING) heard.push([name, text]);
    });
    return heard;
  }

  /** Until each hears each other. */
  async function connected(all: readonly Replicas[]): Promise<void> {
    for (const each of all) {
      let hears = 0;
      each.listen((name) => {
        hears += Number(name === GREETING);
      });
      await expect
        .poll(() => {
          for (const other of all) other.publish(GREETING, '');
          return hears;
        })
        .toBeGreaterThan(all.length);
    }
  }

  describeReplicas(async (count) => {
    const schema = newSchema();
    const all = Array.from({ length: count }, () => join(schema));
    await connected(all);
    return all;
  });

  test('replicas with another schema are others', async () => {
    const [one, other] = [join(newSchema()), join(newSchema())];
    const heard = heardBy(other);
    const third = join(`peers_${schemas}`);
    await connected([other, third]);
    one.publish('a', 'to nobody');
    third.publish('a', 'to the other');
    await expect.poll(() => heard).toEqual([['a', 'to the other']]);
  });

  test('what is no message of a replica is ignored', async () => {
    const schema = newSchema();
    const [one, other] = [join(schema), join(schema)];
    const heard = heardBy(one);
    await connected([one, other]);
    const none = ['', 'no JSON', 'null', '{}', '["x"]', '["x", 1, "text"]', '["x", "name", 1]', '["x", "name", null]'];
    const sent = [...none, '["x", "last", "text"]'].map((text) => `pg_notify('${schema}', '${text}')`);
    server.run(`select ${sent.join()}`);
    await expect.poll(() => heard).toEqual([['last', 'text']]);
  });

  test('a connection that is ended is made again', async () => {
    const schema = newSchema();
    const both = [join(schema), join(schema)];
    await connected(both);
    server.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'write ledger %' and query like 'listen %'`,
    );
    await connected(both);
  });

  test('a server that cannot be reached is waited for: messages are lost, and then all is as before', async () => {
    const proxy = await startCutProxy(Number(server.port));
    onTestFinished(proxy.close);
    const schema = newSchema();
    const [one, other] = [join(schema, proxy.port), join(schema, proxy.port)];
    await connected([one, other]);
    const heard = heardBy(other);
    const pass = holdDeadlines();
    proxy.cut();
    one.publish('a', 'lost');
    pass(DEADLINE_MS);
    vi.useRealTimers();
    proxy.heal();
    await connected([one, other]);
    one.publish('a', 'told');
    await expect.poll(() => heard).toEqual([['a', 'told']]);
  });

  test('a connection that listens leaves a server that accepts no more writes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const schema = newSchema();
    const both = [join(schema), join(schema)];
    await connected(both);
    const pids = server.run(`select array_agg(pid) from pg_stat_activity where query = 'listen "${schema}"'`);
    const reconfigure = (change: string) => {
      server.run(`alter system ${change}`);
      server.run('select pg_reload_conf()');
    };
    const acceptWrites = () => reconfigure('reset default_transaction_read_only');
    onTestFinished(acceptWrites);
    reconfigure('set default_transaction_read_only = on');
    await expect
      .poll(() => {
        vi.advanceTimersByTime(10_000);
        return server.run(`select count(*) from pg_stat_activity where pid = any ('${pids}')`);
      })
      .toBe('0');
    acceptWrites();
    vi.useRealTimers();
    await connected(both);
  });

  test('no connection is used for longer than a minute, so that reads follow a name to another server', async () => {
    const pass = holdDeadlines();
    const servers = serversAt(server.port);
    onTestFinished(servers.close);
    const sessions = new Set<unknown>();
    for (let seconds = 0; seconds <= 60; seconds += 5) {
      const [row] = await servers.run((query) => query('select pg_backend_pid() as pid'));
      sessions.add(row?.['pid']);
      pass(5_000);
    }
    expect(sessions.size).toBe(2);
  });

  test('a transaction whose connection the server has ended fails with the server’s reason', async () => {
    const servers = serversAt(server.port);
    onTestFinished(servers.close);
    const work = servers.run(async (query) => {
      const [row] = await query('select pg_backend_pid() as pid');
      server.run(`select pg_terminate_backend(${row?.['pid']}, 60000)`);
      // Sockets are read between the two.
      for (const _ of [1, 2]) await setImmediate();
      await query('select 1');
    });
    await expect(work).rejects.toThrow('terminating connection due to administrator command');
  });

  test('closing does not wait for a server that has gone without a word', async () => {
    const proxy = await startCutProxy(Number(server.port));
    onTestFinished(proxy.close);
    const servers = serversAt(proxy.port);
    await servers.run((query) => query('select 1'));
    proxy.cut();
    const pass = holdDeadlines();
    const closed = servers.close().then(() => 'closed');
    pass(DEADLINE_MS);
    expect(await closed).toBe('closed');
  });
});
