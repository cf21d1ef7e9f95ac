/** The index in its own schema in PostgreSQL, next to the write ledger, for replicas. Its text index is a GIN index of a tsvector. */
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import {
  openPostgresServers,
  postgresSql,
  type ServersOptions,
} from '@realty-forms/platform/stores/postgres-servers.ts';
import { eachHost } from '@realty-forms/platform/stores/postgres-url.ts';
import type { SearchIndex } from '../index.ts';
import { IN_HEADING, rowMaker } from '../rows.ts';
import { indexReader } from './reading.ts';
import { CODE } from './saving.ts';
import type { ReadingBounds } from './searches.ts';
import { AGENT_WORD, GRANTED, type IndexDialect, IS_ALL, type WordSearch } from './tables.ts';
import { indexWriter } from './writing.ts';

type Limits = Omit<ServersOptions, 'settings'>;

/** A statement writes up to a hundred records. */
const limits: Limits = { connectMs: 3_000, queryMs: 10_000 };
/** Compiling a statement takes longer than a search, and PostgreSQL underestimates the cost of comparing words. */
const PLANS = ['set jit = off', 'set enable_seqscan = off'];
/** It reads all indexes, which takes minutes if there are many rows. */
const MAX_SCRUB_MS = 1_800_000;
const scrubbed = 'vacuum transactions, records, texts, deadlines, removals, agents';

/** The schema has the name of the ledger's schema in the same URL, followed by `_index`. */
export async function openPostgresIndex(url: string, times: KindOptions, bounds?: ReadingBounds): Promise<SearchIndex> {
  const [first = url] = eachHost(url);
  const schema = `${new URL(first).searchParams.get('schema') ?? 'write_ledger'}_index`;
  const settings = [`set search_path = "${schema}"`, ...PLANS];
  const servers = openPostgresServers(url, { ...limits, settings });
  const database = postgresSql(servers, schema, null);
  const dialect = postgresDialect(bounds?.soughtAgents);
  const writer = indexWriter(database, dialect, rowMaker(times, withBeginnings), async () => {
    const patient = openPostgresServers(url, { ...limits, queryMs: MAX_SCRUB_MS, settings });
    await patient.run((run) => run(scrubbed)).finally(patient.close);
  });
  return {
    ...writer,
    ...indexReader(database, dialect, bounds),
    async open(fingerprint) {
      await database.transact('tables', async (run) => {
        const schemas = await run('select 1 from pg_namespace where nspname = $1', [schema]);
        if (schemas.length === 0) await run(`create schema "${schema}"`);
      });
      return await writer.open(fingerprint);
    },
    close: servers.close,
  };
}

/** Up to this many agents are looked up one by one. For more agents, each row that the text index finds is compared with the set. */
const SOUGHT_AGENTS = 200;

function postgresDialect(soughtAgents = SOUGHT_AGENTS): IndexDialect {
  return {
    text: 'text collate "C"',
    id: 'bigint generated always as identity primary key',
    key: 'bigint primary key',
    inOrder: '',
    including: (columns) => ` include (${columns})`,
    bytes: 'bytea',
    each: (parameter) => `jsonb_array_elements(${parameter}::jsonb) as each(value)`,
    eachText: (parameter) => `jsonb_array_elements_text(${parameter}::jsonb) as each(value)`,
    // For a subquery, PostgreSQL would expect many numbers and read all rows.
    oneOfFew: (numbers) => `= any (array(${numbers}))`,
    fromHex: (text) => `decode(${text}, 'hex')`,
    tallied: (ids) => `select ${CODE} as code, count(*) as amount from (${ids}) as found group by 1`,
    texts: [
      // Nearly all rows are too long for a page. Both values are stored elsewhere, so that a search that finds most rows reads few pages.
      `create table texts (
         id bigint primary key references transactions on delete cascade, agent bigint not null, words tsvector not null, record bytea not null
       ) with (toast_tuple_target = 128)`,
      'alter table texts alter words set storage external, alter record set storage external',
      'create index texts_words on texts using gin (words)',
    ],
    // In one statement, which locks the tables in this order.
    drop: (tables) => [`drop table if exists ${tables.toReversed().join()}`],
    // Searches would otherwise read the pending entries one by one.
    tidying: [`select gin_clean_pending_list('texts_words')`],
    erasing: { before: [], after: [] },
    words: (text) => `array_to_tsvector(string_to_array(${text}, ' '))`,
    kept: () => ({}),
    matching(search, values) {
      const query = wordsQuery(search);
      // Otherwise PostgreSQL would read all rows in the order of ids, until it has those of a page.
      if (search.agents > soughtAgents)
        return `select id + 0 as id from texts where words @@ ${values.add(query)}::tsquery and (${IS_ALL} or agent in (${GRANTED}))`;
      // It evaluates a search over all of them again for each row.
      return `select found.id from granted cross join lateral (
          select id from texts where words @@ ('${AGENT_WORD}' || number || ${values.add(` & ${query}`)})::tsquery
        ) as found`;
    },
    keepsMatches: (agents) => agents <= soughtAgents,
  };
}

/** Beginnings of words up to this length are indexed as words, because PostgreSQL reads all rows of all words with a given beginning. */
const MAX_BEGINNING = 7;
const BEGINNING = '^';

function wordsQuery({ words, place }: WordSearch): string {
  const all = (mark = '') => {
    const last = String(words.at(-1));
    const beginning = [...last].length > MAX_BEGINNING ? `'${mark}${last}':*` : `'${mark}${BEGINNING}${last}'`;
    return `(${[...words.slice(0, -1).map((word) => `'${mark}${word}'`), beginning].join(' & ')})`;
  };
  if (place === 'elsewhere') return `${all()} & !${all(IN_HEADING)}`;
  return all(place === 'heading' ? IN_HEADING : '');
}

function withBeginnings(words: string): string {
  const all = new Set<string>();
  for (const word of words.split(' ')) {
    all.add(word);
    const mark = word.startsWith(IN_HEADING) ? IN_HEADING : '';
    let beginning = `${mark}${BEGINNING}`;
    for (const letter of [...word.slice(mark.length)].slice(0, MAX_BEGINNING)) {
      beginning += letter;
      all.add(beginning);
    }
  }
  return [...all].join(' ');
}
