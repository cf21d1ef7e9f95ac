/**
 * Searches in an index of 200,000 records of 500 agents, by an agent, an office and a service: what people type, letter by letter; two
 * words with a filter and counts; a list sorted by a date; deadlines. Then the CPU time that a search takes of the event loop's
 * thread, and what a record takes in the file and in time. With PostgreSQL on this machine, the same there. Targets: 20 ms at the 99th percentile, for searches in
 * SQLite, and for the event loop.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { compileCodec } from '@realty-forms/contract/columns/codec.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { makeAgents, makeOffices, type SeededAgent } from '@realty-forms/reference/seed/agents.ts';
import { makeTransaction } from '@realty-forms/reference/seed/transactions.ts';
import { searchedWords } from '../src/gateway/search/fold.ts';
import type { IndexedRecord, SearchIndex } from '../src/gateway/search/index.ts';
import { openPostgresIndex } from '../src/gateway/search/store/postgres-index.ts';
import type { SearchQuery, Window } from '../src/gateway/search/store/query.ts';
import { openSqliteIndex } from '../src/gateway/search/store/sqlite-index.ts';
import { findBinaries } from '../test/support/postgresql/binaries.ts';
import { startPostgres } from '../test/support/postgresql/server.ts';
import { createFolder, removeFolder } from '../test/support/programs/script-resources.ts';
import { flag, readSwitches, wholeNumber } from '../test/support/switches.ts';
import { atMost, machine, outputSwitches, publish, table } from './report.ts';
import { quantile } from './statistics.ts';

const times = { timeZone: 'America/New_York' };
/** All of an agent's: the statements are those of a load. */
const BATCH = 400;
const SEED = 42;
/** Of an office, and of all. */
const OFFICE_AGENTS = 40;
const MAX_MS = 20;
const UNTIMED = 10;
/** Of a kind of search that takes long, fewer are made. */
const MAX_KIND_MS = 12_000;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    records: wholeNumber(200_000),
    agents: wholeNumber(500),
    searches: wholeNumber(300),
    'sqlite-only': flag,
    ...outputSwitches,
  });
  const { records, searches } = values;
  const agents = makeAgents(values.agents, makeOffices(12), SEED, Date.now());
  const folder = createFolder('bench-search-');
  const path = join(folder, 'index.sqlite');
  const databases: Measured[] = [];
  try {
    const sqlite = await openSqliteIndex(path, times);
    const { name, ...rest } = await measureIndex('SQLite', sqlite, agents, records, searches);
    await sqlite.close();
    databases.push({ name, ...rest, bytesPerRecord: Math.round(statSync(path).size / records) });
    if (!values['sqlite-only'] && findBinaries() !== null) {
      const server = await startPostgres({ autovacuum: 'on' });
      const index = await openPostgresIndex(`postgresql://postgres@127.0.0.1:${server.port}/postgres`, times);
      const measured = await measureIndex('PostgreSQL', index, agents, records, searches);
      const bytes = Number(server.run('select pg_database_size(current_database())'));
      databases.push({ ...measured, bytesPerRecord: Math.round(bytes / records) });
      await index.close();
      await server.close();
    }
  } finally {
    removeFolder(folder);
  }
  const [sqlite] = databases as [Measured];
  const verdicts = [
    ...sqlite.searches.map(({ caller, p99 }) => atMost(`p99 of searches by ${caller}`, p99, MAX_MS, 'ms')),
    atMost('the loop is held', sqlite.loopMs, MAX_MS, 'ms'),
  ];
  publish('search', { text: reportOf(databases, records, agents.length), results: { databases }, verdicts }, values);
}

interface Measured {
  readonly name: string;
  readonly searches: readonly Row[];
  readonly fillMicros: number;
  readonly bytesPerRecord?: number;
  /** The most CPU time of the event loop's thread for one search, which holds the loop for no longer. */
  readonly loopMs: number;
}

interface Row {
  readonly caller: string;
  readonly kind: string;
  readonly found: number;
  readonly p50: number;
  readonly p99: number;
}

async function measureIndex(
  name: string,
  index: SearchIndex,
  agents: readonly SeededAgent[],
  records: number,
  searches: number,
): Promise<Measured> {
  const begun = performance.now();
  const words = await fill(index, agents, records);
  const fillMicros = Math.round(((performance.now() - begun) / records) * 1_000);
  console.error(`${name}: filled in ${Math.round((performance.now() - begun) / 1_000)} s`);
  const random = createNumbers();
  let loopMs = 0;
  const rows: Row[] = [];
  for (const [caller, count] of [
    ['an agent', 1],
    ['an office', OFFICE_AGENTS],
    ['a service', agents.length],
  ] as const) {
    for (const [kind, ask] of Object.entries(kinds)) {
      const taken: number[] = [];
      let found = 0;
      const end = performance.now() + MAX_KIND_MS;
      for (let at = 0; at < searches + UNTIMED && performance.now() < end; at += 1) {
        const first = count === agents.length ? 0 : Math.floor(random() * (agents.length - count));
        const own = agents.slice(first, first + count).map(({ nrds_id }) => nrds_id);
        const cpu = process.threadCpuUsage();
        const start = performance.now();
        const page = await ask(index, own, () => words[Math.floor(random() * words.length)] as string, random);
        if (at < UNTIMED) continue;
        taken.push(performance.now() - start);
        const { user, system } = process.threadCpuUsage(cpu);
        loopMs = Math.max(loopMs, (user + system) / 1_000);
        found += page.total ?? 0;
      }
      rows.push({
        caller,
        kind,
        found: Math.round(found / taken.length),
        p50: quantile(taken, 0.5),
        p99: quantile(taken, 0.99),
      });
    }
  }
  return { name, searches: rows, fillMicros, loopMs: Math.round(loopMs * 10) / 10 };
}

type Ask = (
  index: SearchIndex,
  agents: readonly string[],
  word: () => string,
  random: () => number,
) => Promise<{ readonly total: number | null }>;

const window: Window = { from: 'start', take: 20, after: null, before: null };
const everything: Omit<SearchQuery, 'agents'> = {
  ...{ window, isCounted: true, words: [], values: [], ranges: [], facets: [] },
  sort: { column: 'relevance', isDescending: true },
};

const kinds: Readonly<Record<string, Ask>> = {
  // Two to six letters of a word.
  'letters typed': (index, agents, word, random) =>
    index.search({ ...everything, agents, words: [word().slice(0, 2 + Math.floor(random() * 5))] }),
  'two words, filter, counts': (index, agents, word) =>
    index.search({
      ...{ ...everything, agents, words: [word(), word().slice(0, 3)] },
      values: [{ column: 'status', anyOf: ['ACTIVE', 'PENDING', 'NEW', 'CLOSED'] }],
      facets: ['status', 'type', 'state_key'],
    }),
  'by closing date': (index, agents) =>
    index.search({ ...everything, agents, sort: { column: 'projected_closing_date', isDescending: true } }),
  'all counts': (index, agents) =>
    index.search({ ...everything, agents, facets: ['status', 'type', 'property_type', 'state_key', 'agent'] }),
  'status, counts, by name': (index, agents) =>
    index.search({
      ...{ ...everything, agents, sort: { column: 'name_key', isDescending: false } },
      values: [{ column: 'status', anyOf: ['ACTIVE', 'PENDING', 'NEW'] }],
      facets: ['status', 'type', 'property_type', 'state_key', 'agent'],
    }),
  'due in two weeks': (index, agents) =>
    index.deadlines({
      agents,
      window,
      isCounted: true,
      from: '2026-11-01',
      to: '2026-11-14',
      kinds: null,
      statuses: null,
    }),
};

/** Loads the agents' lists, and returns words that are in them. */
async function fill(index: SearchIndex, agents: readonly SeededAgent[], records: number): Promise<readonly string[]> {
  const codec = compileCodec<TransactionRecord>(transactionSets, times);
  const words = new Set<string>();
  await index.open('bench');
  const each = Math.ceil(records / agents.length);
  for (const [at, agent] of agents.entries()) {
    const { load } = await index.beginLoad(agent.nrds_id);
    const rows = Array.from({ length: each }, (_, own): IndexedRecord => {
      const number = at * each + own;
      const draft = makeTransaction(number, agent, agents, SEED);
      if (own % 20 === 0) for (const word of searchedWords(`${draft.name} ${draft.property?.city}`)) words.add(word);
      return { transId: String(number), record: codec.encode(draft), seenAt: 1 };
    });
    for (let from = 0; from < rows.length; from += BATCH)
      await index.saveBatch(agent.nrds_id, load, rows.slice(from, from + BATCH), String(from));
    await index.completeLoad(agent.nrds_id, load, Date.now(), '');
  }
  return [...words].filter((word) => word.length > 2);
}

function createNumbers(): () => number {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

function reportOf(databases: readonly Measured[], records: number, agents: number): string {
  return [
    machine(),
    ...databases.flatMap(({ name, searches, fillMicros, bytesPerRecord, loopMs }) => [
      '',
      `${name}: ${records} records of ${agents} agents, ${bytesPerRecord} bytes and ${fillMicros} µs to save each; a search takes at most ${loopMs} ms of the event loop.`,
      '',
      table(
        ['caller', 'search', 'found', 'p50 ms', 'p99 ms'],
        searches.map(({ caller, kind, found, p50, p99 }) => [caller, kind, found, p50, p99]),
      ),
    ]),
  ].join('\n');
}
