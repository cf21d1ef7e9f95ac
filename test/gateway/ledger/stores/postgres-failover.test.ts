// What a ledger in PostgreSQL keeps when its server is lost and a standby takes over, and what it does without the standby.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startPostgresStore } from '../../../../src/gateway/ledger/stores/postgres-store.ts';
import type { LedgerStore } from '../../../../src/gateway/ledger/stores/store.ts';
import { captureLog } from '../../../support/caught-log.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { DEADLINE_MS, holdDeadlines } from '../../../support/held-deadlines.ts';
import { findBinaries, notInstalled } from '../../../support/postgresql/binaries.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgresql/server.ts';
import { startProcess } from '../process.ts';

const isInstalled = findBinaries() !== null;

describe.skipIf(!isInstalled)(isInstalled ? 'on PostgreSQL servers with a standby' : notInstalled, () => {
  const clock = createManualClock();

  async function start(settings: Readonly<Record<string, string>>, primary: PostgresServer | null = null) {
    const server = await startPostgres({ synchronous_commit: 'on', ...settings }, primary);
    onTestFinished(server.close);
    return server;
  }

  async function open(
    servers: readonly PostgresServer[],
    { queryMs = 5_000, commit = 'on' } = {},
  ): Promise<LedgerStore> {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const options = encodeURIComponent(`-c synchronous_commit=${commit}`);
    const url = `postgresql://postgres@${hosts}/postgres?options=${options}`;
    const { store } = await startPostgresStore(url, captureLog().log, clock, { connectMs: 2_000, queryMs });
    onTestFinished(store.close);
    return store;
  }

  test('a write that was sent is known after a failover if its standby is synchronous, and lost if not', async () => {
    const primary = await start({ synchronous_standby_names: 'waited' });
    const waited = await start({ cluster_name: 'waited', synchronous_standby_names: '' }, primary);
    const unwaited = await start({ cluster_name: 'unwaited', synchronous_standby_names: '' }, primary);
    const store = await open([primary, waited]);
    unwaited.run(`alter system set primary_conninfo = ''`);
    unwaited.run('select pg_reload_conf()');
    await expect
      .poll(() => primary.run('select string_agg(application_name, $$ $$) from pg_stat_replication'))
      .toBe('waited');

    const process = startProcess(store, clock);
    const send = vi.fn(async () => {
      primary.signal('SIGQUIT');
      for (const server of [waited, unwaited]) server.run('select pg_promote()');
      return 'T-1';
    });
    expect(await process.write({ send })).toMatchObject({ outcome: 'COMMITTED', result: 'T-1' });

    // Its outcome is recorded on the new server, by the first heartbeat that meets no connection to the lost one.
    await expect.poll(() => process.ledger.beat().catch(({ code }) => code)).toBe(undefined);
    const again = startProcess(await open([primary, waited]), clock);
    expect(await again.write({ send })).toMatchObject({ outcome: 'COMMITTED', result: 'again T-1', replayed: true });
    const forgetful = startProcess(await open([unwaited]), clock);
    expect(await forgetful.write({ send: async () => 'T-2' })).toMatchObject({ result: 'T-2', replayed: false });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('a write is not sent that no synchronous standby has confirmed, even if the server calls it committed', async () => {
    const server = await start({ synchronous_standby_names: 'nobody' });
    const inWaiting = (what: string) =>
      server.run(`select count(${what}) from pg_stat_activity where wait_event = 'SyncRep'`);
    const local = await open([server], { commit: 'local' });
    const send = vi.fn(async () => 'T-1');
    for (const end of ['times out', 'is canceled'] as const) {
      const { markSent } = await open([server], { queryMs: DEADLINE_MS });
      const pass = holdDeadlines();
      const process = startProcess({ ...local, markSent }, clock);
      const rejected = expect(process.write({ send })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
      await expect.poll(() => inWaiting(end === 'is canceled' ? 'pg_cancel_backend(pid)' : '*')).toBe('1');
      if (end === 'times out') pass(DEADLINE_MS);
      await rejected;
      vi.useRealTimers();
      // Nothing is left that waits, so that the server does not run out of connections.
      await expect.poll(() => inWaiting('*')).toBe('0');
      await process.ledger.beat();
    }
    expect(send).not.toHaveBeenCalled();
    expect(await startProcess(local, clock).write({ send })).toMatchObject({ replayed: false });
  });
});
