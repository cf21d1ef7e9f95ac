/** The index in a schema of its own in PostgreSQL, next to the write ledger, for replicas. */
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import {
  openPostgresServers,
  postgresSql,
  type ServersOptions,
} from '@realty-forms/platform/stores/postgres-servers.ts';
import { eachHost } from '@realty-forms/platform/stores/postgres-url.ts';
import type { SearchIndex } from '../index.ts';
import { rowMaker } from '../rows.ts';
import { indexReader } from './reading.ts';
import type { ReadingBounds } from './searches.ts';
import { postgresDialect } from './tables.ts';
import { indexWriter } from './writing.ts';

type Limits = Omit<ServersOptions, 'settings'>;

/** A statement writes a hundred records. */
const limits: Limits = { connectMs: 3_000, queryMs: 10_000 };
/** To compile a statement takes longer than a search, and PostgreSQL takes words for cheaper to compare than they are. */
const PLANS = ['set jit = off', 'set enable_seqscan = off'];
const scrubbed = 'vacuum transactions, records, texts, deadlines, removals, agents';

/** The schema's name is that of the ledger's in the same URL, with `_index`. */
export async function openPostgresIndex(url: string, times: KindOptions, bounds?: ReadingBounds): Promise<SearchIndex> {
  const [first = url] = eachHost(url);
  const schema = `${new URL(first).searchParams.get('schema') ?? 'write_ledger'}_index`;
  const servers = openPostgresServers(url, { ...limits, settings: [`set search_path = "${schema}"`, ...PLANS] });
  const database = postgresSql(servers, schema, null);
  const writer = indexWriter(
    database,
    postgresDialect,
    rowMaker(times),
    async () => void (await database.query(scrubbed)),
  );
  return {
    ...writer,
    ...indexReader(database, postgresDialect, bounds),
    async open(fingerprint) {
      await database.transact('tables', async (run) => {
        const schemas = await run('select 1 from pg_namespace where nspname = $1', [schema]);
        if (schemas.length === 0) await run(`create schema "${schema}"`);
      });
      await writer.open(fingerprint);
    },
    close: servers.close,
  };
}
