/** Tables on a PostgreSQL server that tests use one after another: making and opening them takes longer than what most tests do with them. */
import { openPostgresServers, type PostgresServers } from '@realty-forms/platform/stores/postgres-servers.ts';
import { afterAll, onTestFinished } from 'vitest';

/** For the tests of a describe block. Each call makes what is opened, once, the current test's: it has no rows, whatever the test before left. */
export function shareTables<Store extends object>(schema: string, open: () => Promise<{ url: string; store: Store }>) {
  let opened: Promise<{ readonly store: Store; readonly servers: PostgresServers }> | undefined;
  const openOnce = async () => {
    const { url, store } = await open();
    return { store, servers: openPostgresServers(url, { connectMs: 10_000, queryMs: 60_000, settings: [] }) };
  };
  afterAll(async () => (await opened)?.servers.close());
  return async (): Promise<Store> => {
    opened ??= openOnce();
    const { store, servers } = await opened;
    await servers.run((run) =>
      run(`do $$ declare each text; begin
        for each in select tablename from pg_tables where schemaname = '${schema}' and tablename <> 'facts' loop
          execute format('delete from %I.%I', '${schema}', each);
        end loop;
        if to_regclass('${schema}.facts') is not null then
          update ${schema}.facts set value = '0' where name = 'changes';
        end if;
      end $$`),
    );
    return untilTestEnds(store);
  };
}

/** What a test has left behind, even one that failed, does nothing to the next one. */
function untilTestEnds<Store extends object>(store: Store): Store {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const methods = Object.entries(store).map(([name, method]: [string, (...given: unknown[]) => Promise<unknown>]) => [
    name,
    (...given: unknown[]) => (isOver ? Promise.reject(new Error('the test is over')) : method(...given)),
  ]);
  return Object.fromEntries(methods) as Store;
}
