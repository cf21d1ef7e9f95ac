/** The index in its own SQLite file, which may be deleted while the program is stopped. Its text index uses FTS5. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import { openThreadedSqlite, type ThreadedSqlite } from '@realty-forms/platform/stores/sqlite-threads.ts';
import type { SearchIndex } from '../index.ts';
import { IN_HEADING, rowMaker } from '../rows.ts';
import { indexReader } from './reading.ts';
import { CODE } from './saving.ts';
import { AGENT_WORD, GRANTED, type IndexDialect, IS_ALL, type WordSearch } from './tables.ts';
import { TALLIED_FROM } from './tally.ts';
import { indexWriter, OTHERS_MS } from './writing.ts';

/** Most searches take a few milliseconds. */
const MAX_READ_MS = 10_000;
const LOADS_PER_MERGE = 50;
/** What one step of a merge writes: some 2 MB, during which another writer waits. */
const PAGES_PER_STEP = 500;
/** Merging this much takes a transaction some 2 ms. */
const MERGED_PAGES = 32;

export async function openSqliteIndex(path: string, times: KindOptions): Promise<SearchIndex> {
  const database = await openThreadedSqlite(path, MAX_READ_MS, new URL('./tally.ts', import.meta.url).href);
  const dialect = sqliteDialect();
  const writer = indexWriter(database, dialect, rowMaker(times), async () => {
    await mergeParts(database);
    await database.checkpoint();
  });
  let loads = 0;
  return {
    ...writer,
    ...indexReader(database, dialect),
    async completeLoad(...given) {
      loads += 1;
      if (loads % LOADS_PER_MERGE === 0) await mergeParts(database);
      return await writer.completeLoad(...given);
    },
    close: database.close,
  };
}

/**
 * Merges all parts of the text index into one. SQLite leaves some ten, since it merges only parts of similar size. A search by words looks
 * into each part, and a row that changes is looked up there word by word.
 */
async function mergeParts({ transact }: ThreadedSqlite): Promise<void> {
  // A negative number starts a merge of all parts. Fewer than two changes mean that nothing is left to do.
  for (let [pages, changes] = [-PAGES_PER_STEP, 2]; changes >= 2; pages = PAGES_PER_STEP) {
    changes = await transact(null, async (run) => {
      const total = async () => Number((await run('select total_changes() as total'))[0]?.['total']);
      const before = await total();
      await run(`insert into text_index (text_index, rank) values ('merge', ${pages})`);
      return (await total()) - before;
    });
    if (changes >= PAGES_PER_STEP) await delay(OTHERS_MS);
  }
}

const secureDelete = (isOn: 0 | 1) => `insert into text_index (text_index, rank) values ('secure-delete', ${isOn})`;

/** Up to so many agents are always looked for with the words. Of more, and rare words, it is looked up whose rows these are. */
const SOUGHT_AGENTS = 8;
/** A word is rare that has so many rows for each agent who is searched; more take as long as to look for the agents. */
const ROWS_LOOKED_UP = 40;
const IS_RARE = '(select is_rare from way)';
/** No row has the word. */
const NOTHING = `"${AGENT_WORD}"`;

export const sqliteDialect = (soughtAgents = SOUGHT_AGENTS): IndexDialect => ({
  text: 'text',
  // The number of an erased agent is not used again.
  id: 'integer primary key autoincrement',
  key: 'integer primary key',
  inOrder: 'without rowid',
  including: () => '',
  bytes: 'blob',
  each: (parameter) => `json_each(${parameter})`,
  eachText: (parameter) => `json_each(${parameter})`,
  oneOfFew: (numbers) => `in (${numbers})`,
  fromHex: (text) => `unhex(${text})`,
  tallied: (ids) =>
    `select cast(key as integer) as code, value as amount
       from json_each((select tally(group_concat(${CODE} + ${TALLIED_FROM})) from (${ids})))`,
  texts: [
    `create table texts (
       id integer primary key references transactions on delete cascade, agent integer not null, words text not null, record blob not null
     )`,
    // A word in a heading begins with a mark. Words are separated by spaces, and compared as they are.
    `create virtual table text_index using fts5 (
       words, content = 'texts', content_rowid = 'id', detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7', tokenize = "ascii tokenchars '_='"
     )`,
    // Otherwise, deleted text stays in the index until its part is merged with others.
    secureDelete(1),
    `insert into text_index (text_index, rank) values ('usermerge', 2)`,
    `create trigger texts_insert after insert on texts begin
       insert into text_index (rowid, words) values (new.id, new.words);
     end`,
    `create trigger texts_delete after delete on texts begin
       insert into text_index (text_index, rowid, words) values ('delete', old.id, old.words);
     end`,
  ],
  drop: (tables) => tables.map((table) => `drop table if exists ${table}`),
  // Each transaction adds a part of at least a page to the text index, and a search looks for each of its words in each part. SQLite merges
  // small parts by itself only once there are sixteen of a size.
  tidying: [`insert into text_index (text_index, rank) values ('merge', ${MERGED_PAGES})`],
  // Row by row, it would be looked for 2,000 times, in twenty times the time.
  erasing: { before: [secureDelete(0)], after: [secureDelete(1)] },
  words: (text) => text,
  kept(search, values) {
    const words = values.add(`(${wordsQuery(search)})`);
    const most = ROWS_LOOKED_UP * search.agents;
    return {
      way: `select ${search.agents > soughtAgents} and not ${IS_ALL} and (
          select count(*) from (select 1 from text_index where text_index match ${words} limit ${most + 1})
        ) <= ${most} as is_rare`,
      owned: `select rowid as id from text_index where text_index match case when ${IS_RARE} then ${words} else '${NOTHING}' end
        and (select agent from records where id = text_index.rowid) in (${GRANTED})`,
    };
  },
  // If the search covers all agents, their words need not be looked up.
  matching: (search, values) =>
    `select rowid as id from text_index where text_index match (
       case when ${IS_ALL} or ${IS_RARE} then '' else '(' || (${agentsQuery(search.agents)}) || ') AND ' end || ${values.add(`(${wordsQuery(search)})`)}
     ) and (not ${IS_RARE} or rowid in (select id from owned))`,
  keepsMatches: () => false,
});

function wordsQuery({ words, place }: WordSearch): string {
  const all = (mark = '') => `(${words.map((word) => `"${mark}${word}"`).join(' AND ')} *)`;
  if (place === 'elsewhere') return `${all()} NOT ${all(IN_HEADING)}`;
  return all(place === 'heading' ? IN_HEADING : '');
}

/**
 * A query for rows of any of the agents. FTS5 looks at each alternative at every step, so each group is made a single alternative by an
 * operator other than OR.
 */
function agentsQuery(agents: number): string {
  const any = (texts: string) => `group_concat(${texts}, ' OR ')`;
  const words = `'"${AGENT_WORD}' || number || '"'`;
  const size = Math.ceil(Math.sqrt(agents));
  return `select coalesce(${any('alternatives')}, '${NOTHING}') from (
    select '((' || ${any(words)} || ') NOT ${NOTHING})' as alternatives
      from (select number, row_number() over (order by number) / ${size} as part from granted) as numbered group by part
  ) as parts`;
}
