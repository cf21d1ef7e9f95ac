// The index on a PostgreSQL server.
import { randomBytes } from 'node:crypto';
import { openPostgresServers } from '@realty-forms/platform/stores/postgres-servers.ts';
import { isTimeout } from '@realty-forms/platform/stores/sqlite.ts';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgresStore } from '../../../src/gateway/ledger/stores/postgres-store.ts';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { captureLog } from '../../support/caught-log.ts';
import { findBinaries, notInstalled } from '../../support/postgresql/binaries.ts';
import { shareTables } from '../../support/postgresql/shared-tables.ts';
import { expectNothingElseWaits, load, row } from './index-under-test.ts';
import { usePostgres } from './postgres-under-test.ts';
import { describeReading } from './reading-behavior.ts';
import { describeWriting } from './writing-behavior.ts';

const isInstalled = findBinaries() !== null;

describe.skipIf(!isInstalled)(isInstalled ? 'on a PostgreSQL server' : notInstalled, () => {
  const { newUrl, open } = usePostgres();

  describe('with the same tables', () => {
    let index: SearchIndex | undefined;
    const emptied = shareTables('shared_index', async () => {
      const url = newUrl('shared');
      index = await open(url);
      await index.open('settings');
      return { url, store: index };
    });
    afterAll(() => index?.close());
    describeWriting('PostgreSQL', emptied);
  });
  describeReading('PostgreSQL', (bounds) => open(newUrl(), bounds));

  async function opened(url: string) {
    const index = await open(url);
    onTestFinished(index.close);
    await index.open('settings');
    return index;
  }

  function serversAt(url: string) {
    const servers = openPostgresServers(url, { connectMs: 3_000, queryMs: 10_000, settings: [] });
    onTestFinished(servers.close);
    return servers;
  }

  test('a written row is in the text index proper, not in the pending list that a search reads word by word', async () => {
    const url = newUrl();
    const index = await opened(url);
    await load(index, '111', [row('1'), row('2')]);
    await index.remove('111', ['1'], 2);
    const servers = serversAt(url);
    const name = `"${new URL(url).searchParams.get('schema')}_index".texts_words`;
    // How many pages it had.
    expect(
      await servers.run((run) => run('select gin_clean_pending_list($1::text::regclass) as pages', [name])),
    ).toEqual([{ pages: 0 }]);
  });

  test('transactions that are rolled back use up no numbers of codes, of which there are few', async () => {
    const url = newUrl();
    const index = await opened(url);
    // Too long for a key, even compressed.
    const transId = randomBytes(20_000).toString('hex');
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(index.saveWritten('111', row(transId))).rejects.toThrow(/index row/);
    await index.saveWritten('111', row('1'));
    const servers = serversAt(url);
    const table = `"${new URL(url).searchParams.get('schema')}_index".codes`;
    expect(await servers.run((run) => run(`select cast(number as integer) as number from ${table}`))).toEqual([
      { number: 1 },
    ]);
  });

  test('the server ends a statement that takes too long, and this is distinguished from other failures', async () => {
    const servers = serversAt(newUrl());
    expect(await servers.run((run) => run('show statement_timeout'))).toEqual([{ statement_timeout: '9s' }]);
    const slow = servers.run(async (run) => {
      await run('set statement_timeout = 1');
      await run('select pg_sleep(60)');
    });
    expect(isTimeout(await slow.catch((error) => error))).toBe(true);
    const wrong = servers.run((run) => run('select nothing'));
    expect(isTimeout(await wrong.catch((error) => error))).toBe(false);
  });

  test('U+0000, which no text of PostgreSQL can have, is replaced in what a statement is given', async () => {
    const given = ['a\0b', 1];
    expect(await serversAt(newUrl()).run((run) => run('select $1::text as text, $2::int as number', given))).toEqual([
      { text: 'a\uFFFDb', number: 1 },
    ]);
  });

  test('whoever empties the index and those who read it do not wait for each other: all wait at the same table first', async () => {
    const url = newUrl();
    const index = await opened(url);
    await load(index, '111', [row('1')]);
    const others = serversAt(url);
    const schema = `${new URL(url).searchParams.get('schema')}_index`;
    const isErasing = `pid in (select pid from pg_locks where mode = 'AccessExclusiveLock')`;
    const locks = (
      whose: string,
    ) => `select relname as name, granted from pg_locks join pg_class on pg_class.oid = relation
      where relnamespace = '${schema}'::regnamespace and relkind = 'r' and pid <> pg_backend_pid() and ${whose} order by 1`;
    await others.run(async (run) => {
      await run(`begin; lock table "${schema}".transactions in access share mode`);
      const erasing = index.erase('all');
      const held = (name: string) => ({ name, granted: true });
      const awaited = (name: string) => ({ name, granted: false });
      const ofErasing = [held('agents'), held('facts'), awaited('transactions')];
      await expect.poll(() => run(locks(isErasing))).toEqual(ofErasing);
      const window = { from: 'start', take: 10, after: null, before: null } as const;
      const common = { agents: ['111'], window, isCounted: true };
      const sort = { column: 'price_key', isDescending: false } as const;
      const search = { ...common, values: [], ranges: [], sort, facets: ['agent'] } as const;
      const reading = [
        index.search({ ...search, words: ['elm'] }),
        index.search({ ...search, words: [] }),
        index.deadlines({ ...common, from: '2026-01-01', to: '2026-12-31', kinds: null, statuses: null }),
        index.changesSince(0, 10),
        index.removalsSince('111', 0, 10),
        index.unseen('111', 2),
      ];
      await expect.poll(() => run(locks(`not ${isErasing}`))).toEqual(reading.map(() => awaited('agents')));
      await run('rollback');
      await Promise.all([erasing, ...reading]);
    });
    expect(await index.agents()).toEqual([]);
  });

  test('no write of the ledger and no search waits for a statement that writes the index', async () => {
    const url = newUrl();
    const index = await opened(url);
    const { store } = await startPostgresStore(url, captureLog().log);
    onTestFinished(store.close);
    const others = serversAt(url);
    await expectNothingElseWaits(index, store, async () => {
      const locked = Promise.withResolvers<void>();
      const done = Promise.withResolvers<void>();
      const holding = others.run(async (run) => {
        await run(`begin; lock table "${new URL(url).searchParams.get('schema')}_index".agents in exclusive mode`);
        locked.resolve();
        await done.promise;
        await run('rollback');
      });
      await locked.promise;
      return async () => {
        done.resolve();
        await holding;
      };
    });
  });
});
