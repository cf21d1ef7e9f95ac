/** The tables of the index, and how they differ in SQLite and PostgreSQL. */
import { dateColumns, type RowColumn, rowColumns } from '../rows.ts';
import type { Values } from './statements.ts';

/** How the two databases differ. */
export interface IndexDialect {
  /** The type of a text that is compared byte by byte. */
  readonly text: string;
  /** A primary key that counts up, and one whose value is given. */
  readonly id: string;
  readonly key: string;
  /** Ends the definition of a table that is stored in the order of its key, if the database can do that. */
  readonly inOrder: string;
  /** Adds columns to a key or an index, so that the rows need not be read for them; empty if the database includes them anyway. */
  readonly including: (columns: string) => string;
  readonly bytes: string;
  /** The items of a parameter that is a JSON array, as rows with the column `value`; texts stay texts. */
  readonly each: (parameter: string) => string;
  readonly eachText: (parameter: string) => string;
  /** Compares an indexed column with a few numbers, which are looked up one by one. */
  readonly oneOfFew: (numbers: string) => string;
  readonly fromHex: (text: string) => string;
  /** A select of `code` and `amount`: how many of these ids have each code. */
  readonly tallied: (ids: string) => string;
  /** Creates the table `texts` and what maintains its text index. */
  readonly texts: readonly string[];
  /** Drops those of these tables that exist. */
  readonly drop: (tables: readonly string[]) => readonly string[];
  /** Statements at the end of each transaction that writes. */
  readonly tidying: readonly string[];
  /** Statements around the deletion of many rows. What it leaves on disk is removed afterwards, for all of them together. */
  readonly erasing: Readonly<Record<'before' | 'after', readonly string[]>>;
  /** A text of words as the column `texts.words`. */
  readonly words: (text: string) => string;
  /** Parts of a search that `matching` reads, by name. Each is computed once. */
  readonly kept: (search: WordSearch, values: Values) => Readonly<Record<string, string>>;
  /** A select of the ids of those rows of `granted` that a search finds in the text index. */
  readonly matching: (search: WordSearch, values: Values) => string;
  /** Whether the matches for this many agents are kept, instead of searching again for each part of a result. */
  readonly keepsMatches: (agents: number) => boolean;
}

/** Every word has to be there; of the last one, the beginning is enough. */
export interface WordSearch {
  readonly words: readonly string[];
  /** `heading`: all words are in the heading. `elsewhere`: not all of them are. Undefined: anywhere. */
  readonly place?: 'heading' | 'elsewhere' | undefined;
  /** How many agents may be searched. */
  readonly agents: number;
}

/** Precedes the number of an agent, which is one of the words of each of its rows. No text contains such a word. */
export const AGENT_WORD = '_';
/** Parts of each search: the numbers of the agents that it may see, and whether these are all agents. */
export const GRANTED = 'select number from granted';
export const IS_ALL = '(select is_all from extent)';

/**
 * In an order in which nothing refers to a dropped table. A statement that reads several tables names `agents` first, so that it waits there
 * for a process that drops the tables, and has locked none of the others.
 */
export const tableNames = [
  'text_index',
  'deadlines',
  'texts',
  'records',
  'removals',
  'months',
  'counts',
  'codes',
  'facts',
  'departures',
  'transactions',
  'agents',
] as const;

export const FACTS_TABLE = 'create table if not exists facts (name text primary key, value text not null)';

/** Columns with few values. The number of each combination of them, its code, is part of a row's id. */
export const codedColumns = [
  'status',
  'type',
  'property_type',
  'state_key',
  'state',
] as const satisfies readonly RowColumn[];
/** A row's other columns, and its status, because rows can be sorted by it. */
export const storedColumns = rowColumns.filter((column) => column === 'status' || !isCoded(column));
const sortedColumns = ['name_key', 'price_key', 'city_key', 'status', ...Object.keys(dateColumns)];

export function isCoded(column: string): boolean {
  return (codedColumns as readonly string[]).includes(column);
}

/**
 * `transactions` has what is filtered and sorted by, so that it is quick to scan; `texts` has what is searched by words and what is shown;
 * `records` has what changes when a row is read again. A row's `change` is its number in the log of changes; `removals` has the numbers of
 * rows that are gone, and `departures` those of agents who have left. `counts` and `months` say how many rows of an agent, and of all
 * agents (agent 0), have the same code, or a date in the same month. An agent's `amount` is its number of rows. The `label` of a code is
 * its values as JSON.
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
