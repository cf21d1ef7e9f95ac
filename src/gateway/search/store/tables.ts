/** The tables of the index, and how SQLite and PostgreSQL differ about them. */
import { dateColumns, type RowColumn, rowColumns } from '../rows.ts';
import type { Values } from './statements.ts';

/** How the two databases differ. */
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
  /** A select of `code` and `amount`: how many of these ids have each code. */
  readonly tallied: (ids: string) => string;
  /** The table `texts`, with what keeps its text index. */
  readonly texts: readonly string[];
  /** Statements at the end of each transaction that writes. */
  readonly tidying: readonly string[];
  /** What the text index has of the words of a row; and a text of these as the column `texts.words`. */
  readonly indexed: (words: string) => string;
  readonly words: (text: string) => string;
  /** A select of the ids of the rows of `granted` that a search finds in the text index. */
  readonly matching: (search: WordSearch, values: Values) => string;
  /** Whether what is found for so many agents is kept, in place of searching again for each part of a result. */
  readonly keepsMatches: (agents: number) => boolean;
}

/** Every word has to be there; of the last one, its beginning. */
export interface WordSearch {
  readonly words: readonly string[];
  /** All of the words in the heading; or not all of them. Otherwise anywhere. */
  readonly place?: 'heading' | 'elsewhere' | undefined;
  /** How many agents may be searched. */
  readonly agents: number;
}

/** Before the number of an agent, which is one of the words of each of its rows: no text contains such a word. */
export const AGENT_WORD = '_';
/** Parts of each search: the numbers of the agents that it may see, and whether these are all that there are. */
export const GRANTED = 'select number from granted';
export const IS_ALL = '(select is_all from extent)';

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
