/** The tables of the index, and what SQLite and PostgreSQL say differently about them. */
import { dateColumns, type RowColumn, rowColumns } from '../rows.ts';
import { agentWord, ftsQuery, tsQuery, type WordSearch, withBeginnings } from './text-queries.ts';

/** What the two databases say differently. */
export interface IndexDialect {
  /** The type of a text that is compared byte by byte. */
  readonly text: string;
  /** A primary key that counts, and one that is given. */
  readonly id: string;
  readonly key: string;
  /** Ends the definition of a table that is kept in the order of its key, if tables can be. */
  readonly inOrder: string;
  /** Ends a key or an index that has these columns too, so that the rows need not be read for them; if it would not have them anyway. */
  readonly including: (columns: string) => string;
  readonly bytes: string;
  /** The items of a parameter that is a JSON array, as rows with the column `value`; those of texts as texts. */
  readonly each: (parameter: string) => string;
  readonly eachText: (parameter: string) => string;
  /** After a column that has an index: is one of few numbers, which are looked up one by one. */
  readonly oneOfFew: (numbers: string) => string;
  readonly fromHex: (text: string) => string;
  /** A number, or text, of all rows as one text, apart by commas; and a text of numbers with the amount of each, if that makes it short. */
  readonly joined: (value: string) => string;
  readonly tallied: (numbers: string) => string;
  /** The table `texts`, with what keeps its text index. */
  readonly texts: readonly string[];
  /** Statements at the end of each transaction that writes. */
  readonly tidying: readonly string[];
  /** What the text index has of the words of a row; and a text of these as the column `texts.words`. */
  readonly indexed: (words: string) => string;
  readonly words: (text: string) => string;
  /** Of more agents, each row that the text index has is compared with the set: otherwise each agent is one of its words. */
  readonly soughtAgents: number;
  /** Whether `matching` compares rows with the set of agents. */
  readonly comparesAgents: boolean;
  /** Whether what is found with agents as words is kept, in place of searching again for each part of a result. */
  readonly keepsMatches: boolean;
  /** A select of the ids of the rows that a search finds, or of none unless the condition is true. */
  readonly matching: (search: WordSearch, add: (value: unknown) => string, when?: string) => string;
}

/** Parts of each search: the numbers of the agents that it may see, and whether these are all that there are. */
export const GRANTED = 'select number from granted';
export const IS_ALL = '(select is_all from extent)';

/** What a transaction merges takes some 2 ms. */
const MERGED_PAGES = 32;

export const sqliteDialect: IndexDialect = {
  text: 'text',
  id: 'integer primary key',
  key: 'integer primary key',
  inOrder: 'without rowid',
  including: () => '',
  bytes: 'blob',
  each: (parameter) => `json_each(${parameter})`,
  eachText: (parameter) => `json_each(${parameter})`,
  oneOfFew: (numbers) => `in (${numbers})`,
  fromHex: (text) => `unhex(${text})`,
  joined: (value) => `group_concat(${value})`,
  tallied: (numbers) => `tally(${numbers})`,
  texts: [
    `create table texts (
       id integer primary key references transactions on delete cascade, agent integer not null, words text not null, record blob not null
     )`,
    // Of words in a heading, the first character is a mark. Words are given apart by blanks, and compared as they are.
    `create virtual table text_index using fts5 (
       words, content = 'texts', content_rowid = 'id', detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7', tokenize = "ascii tokenchars '_='"
     )`,
    // Otherwise, what is deleted stays in the index until its part is merged with others.
    `insert into text_index (text_index, rank) values ('secure-delete', 1)`,
    `insert into text_index (text_index, rank) values ('usermerge', 2)`,
    `create trigger texts_insert after insert on texts begin
       insert into text_index (rowid, words) values (new.id, new.words);
     end`,
    `create trigger texts_delete after delete on texts begin
       insert into text_index (text_index, rowid, words) values ('delete', old.id, old.words);
     end`,
  ],
  // Each transaction adds a part to the text index, of a page at least, and a search looks for each of its words in each part. SQLite itself
  // merges small ones only once there are sixteen of a size.
  tidying: [`insert into text_index (text_index, rank) values ('merge', ${MERGED_PAGES})`],
  indexed: (words) => words,
  words: (text) => text,
  soughtAgents: 500,
  comparesAgents: false,
  keepsMatches: false,
  matching(search, add, when) {
    const all = () => add(ftsQuery({ ...search, agents: [] }));
    // If the agents are all that there are, they need not be looked for.
    const found =
      search.agents.length === 0 ? all() : `case when ${IS_ALL} then ${all()} else ${add(ftsQuery(search))} end`;
    // No row has the last one.
    const query = when === undefined ? found : `case when ${when} then ${found} else '"_"' end`;
    return `select rowid as id from text_index where text_index match (${query})`;
  },
};

export const postgresDialect: IndexDialect = {
  text: 'text collate "C"',
  id: 'bigint generated always as identity primary key',
  key: 'bigint primary key',
  inOrder: '',
  including: (columns) => ` include (${columns})`,
  bytes: 'bytea',
  each: (parameter) => `jsonb_array_elements(${parameter}::jsonb) as each(value)`,
  eachText: (parameter) => `jsonb_array_elements_text(${parameter}::jsonb) as each(value)`,
  // It would expect many numbers of a subquery, and read all rows.
  oneOfFew: (numbers) => `= any (array(${numbers}))`,
  fromHex: (text) => `decode(${text}, 'hex')`,
  joined: (value) => `string_agg(cast(${value} as text), ',')`,
  tallied: (numbers) => numbers,
  texts: [
    // Nearly all rows are too long for a page, so that both values are stored elsewhere, and a search that finds most rows reads few pages.
    `create table texts (
       id bigint primary key references transactions on delete cascade, agent bigint not null, words tsvector not null, record bytea not null
     ) with (toast_tuple_target = 128)`,
    'alter table texts alter words set storage external, alter record set storage external',
    'create index texts_words on texts using gin (words)',
  ],
  // Searches would read one by one what is not in the index proper yet.
  tidying: [`select gin_clean_pending_list('texts_words')`],
  indexed: withBeginnings,
  words: (text) => `array_to_tsvector(string_to_array(${text}, ' '))`,
  soughtAgents: 200,
  comparesAgents: true,
  keepsMatches: true,
  matching({ agents, words, place }, add) {
    const query = tsQuery(words, place);
    // It would otherwise read all rows in the order of ids, until it has those of a page.
    if (agents.length === 0)
      return `select id + 0 as id from texts where words @@ ${add(query)}::tsquery and (${IS_ALL} or agent in (${GRANTED}))`;
    // It evaluates a search for all of them again for each row.
    const own = new Set(agents.map((agent) => `'${agentWord(agent)}'`));
    return `select found.id from ${postgresDialect.eachText(add(JSON.stringify([...own])))} cross join lateral (
        select id from texts where words @@ (value || ${add(` & ${query}`)})::tsquery
      ) as found`;
  },
};

const tableNames = [
  'text_index',
  'deadlines',
  'texts',
  'records',
  'removals',
  'months',
  'counts',
  'codes',
  'transactions',
  'agents',
  'departures',
  'facts',
] as const;

/** In an order in which nothing refers to what is gone. */
export const dropTables: readonly string[] = tableNames.map((name) => `drop table if exists ${name}`);

export const FACTS_TABLE = 'create table if not exists facts (name text primary key, value text not null)';

/** Columns of few values: the number of each combination of them, its code, is a part of a row's id. */
export const codedColumns = [
  'status',
  'type',
  'property_type',
  'state_key',
  'state',
] as const satisfies readonly RowColumn[];
export type CodedColumn = (typeof codedColumns)[number];
/** A row's other columns; it is sorted by its status, too. */
export const storedColumns = rowColumns.filter((column) => column === 'status' || !isCoded(column));
const sortedColumns = ['name_key', 'price_key', 'city_key', 'status', ...Object.keys(dateColumns)];

export function isCoded(column: string): boolean {
  return (codedColumns as readonly string[]).includes(column);
}

/**
 * `transactions` has what is filtered and sorted, so that it is quick to scan; `texts` what is found by words, and what is shown; `records` what
 * changes when a row is read again. A row's `change` is its number
 * in the log of changes, `removals` has those of rows that are gone, and `departures` those of agents who have left. `counts` and `months`
 * have how many rows of an agent, and of all as the agent 0, have the same code, or a date in the same month; an agent's `amount` is how
 * many there are. The `label` of a code is its values as JSON.
 */
export function createTables({ text, id, key, inOrder, including, texts }: IndexDialect): readonly string[] {
  const columnsOf = (names: readonly string[]) => names.map((column) => `${column} ${text} not null`).join();
  return [
    FACTS_TABLE,
    `create table agents (
       number ${id}, nrds_id ${text} not null unique, load integer not null, is_loading integer not null, position text,
       is_complete integer not null, as_of bigint, cursor text, amount bigint not null
     )`,
    `create table transactions (
       id ${key}, agent bigint not null references agents on delete cascade, trans_id ${text} not null,
       ${columnsOf(storedColumns)},
       unique (agent, trans_id)
     )`,
    ...sortedColumns.map(
      (column) => `create index by_${column} on transactions (${column}, trans_id, agent)${including('id')}`,
    ),
    `create table records (
       id ${key} references transactions on delete cascade, agent bigint not null, load integer not null,
       seen_at bigint not null, hash text not null, change bigint not null unique
     )`,
    ...texts,
    `create table deadlines (
       agent bigint not null, due ${text} not null, trans_id ${text} not null, status ${text} not null,
       id bigint not null references transactions on delete cascade, primary key (agent, due, trans_id)
     ) ${inOrder}`,
    'create index deadlines_id on deadlines (id)',
    'create index by_due on deadlines (due, trans_id, agent)',
    `create table codes (number ${key}, ${columnsOf(codedColumns)}, label ${text} not null unique)`,
    `create table counts (
       agent bigint not null, code bigint not null, amount bigint not null, primary key (agent, code)${including('amount')}
     ) ${inOrder}`,
    `create table months (
       agent bigint not null, of_date ${text} not null, month ${text} not null, amount bigint not null,
       primary key (agent, of_date, month)${including('amount')}
     ) ${inOrder}`,
    `create table removals (
       agent bigint not null references agents on delete cascade, trans_id ${text} not null, change bigint not null unique,
       removed_at bigint not null, primary key (agent, trans_id)
     )`,
    `create table departures (nrds_id ${text} primary key, change bigint not null unique)`,
  ];
}
