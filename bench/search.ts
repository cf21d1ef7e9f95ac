/**
 * Searches in an index of 200,000 records of 500 agents, in SQLite and, if this machine has it, in PostgreSQL: by an agent, an office, 100
 * agents and a service. Then what a record takes in bytes and in CPU time, how long the event loop is held, and what a gateway needs to fill such
 * an index from the POST API. Times are CPU time, of the database too, because other programs on the machine lengthen the rest. On a virtual
 * machine they lengthen CPU time, too, so that each search is made in two rounds, and the lesser time counts; a fixed loop shows how much.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
// As the gateway collects garbage.
import '@realty-forms/platform/v8/flags.ts';
import { makeAgents, makeOffices, type SeededAgent } from '@realty-forms/reference/seed/agents.ts';
import type { SearchIndex } from '../src/gateway/search/index.ts';
import { openPostgresIndex } from '../src/gateway/search/store/postgres-index.ts';
import { openSqliteIndex } from '../src/gateway/search/store/sqlite-index.ts';
import { findBinaries } from '../test/support/postgresql/binaries.ts';
import { startPostgres } from '../test/support/postgresql/server.ts';
import { childrenOf } from '../test/support/programs/processes.ts';
import { createFolder, removeFolder } from '../test/support/programs/script-resources.ts';
import { oneOf, readSwitches, text, wholeNumber } from '../test/support/switches.ts';
import { cpuMicros } from './processes.ts';
import { atLeast, atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { countCollections, runFixedLoop, watchLoop } from './search-meters.ts';
import { type FilledByService, fillByService } from './search-service.ts';
import { callers, fill, kinds, type Meter, SEED, save, times } from './search-statements.ts';
import { quantile } from './statistics.ts';

const MAX_MS = 20;
const UNTIMED = 5;
/** Of a kind of search that takes long, fewer are made. */
const MAX_KIND_MS = 6_000;
const SERVICE_RECORDS = 2_000;
/** The default of INDEX_CALLS_PER_MINUTE. */
const CALLS_PER_MINUTE = 120;
const ROUNDS = 2;
/** Rarer full collections of garbage are beyond the p99. */
const MIN_SEARCHES_PER_COLLECTION = 100;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    records: wholeNumber(200_000),
    agents: wholeNumber(500),
    searches: wholeNumber(200),
    only: oneOf(['SQLite', 'PostgreSQL']),
    // Where the index in SQLite is kept for the next run; otherwise it is removed.
    'data-dir': text('FOLDER'),
    // The results of a run over the other database, which the table has too.
    beside: text('FILE'),
    ...outputSwitches,
  });
  const agents = makeAgents(values.agents, makeOffices(12), SEED, Date.now());
  const databases: Measured[] = [];
  const folder = values['data-dir'] ?? createFolder('bench-search-');
  if (values.only !== 'PostgreSQL') databases.push(await measureSqlite(agents, values, folder));
  if (values.only !== 'SQLite' && findBinaries() !== null) databases.push(await measurePostgres(agents, values));
  if (values.beside !== undefined) databases.push(...JSON.parse(readFileSync(values.beside, 'utf8')).databases);
  const verdicts = databases.flatMap(judge);
  if (values['data-dir'] === undefined) removeFolder(folder);
  const report = reportOf(databases, values.records, agents.length);
  publish('search', { text: report, results: { databases }, verdicts }, values);
}

interface Amounts {
  readonly records: number;
  readonly searches: number;
}

interface Measured {
  readonly name: string;
  readonly searches: readonly Row[];
  readonly saveMicros: number;
  readonly bytesPerRecord: number;
  /** The most CPU time between two ticks of a timer, in the better round of any kind of search, or of saving: the loop is held for no longer. */
  readonly loopMs: number;
  readonly searchesPerCollection: number;
  /** Of a fixed loop after each search: in each round, and in the better one. */
  readonly fixedLoop: { readonly p50: number; readonly p99: number; readonly betterP99: number };
  readonly service: FilledByService;
}

interface Row {
  readonly caller: string;
  readonly kind: string;
  readonly found: number;
  readonly p50: number;
  readonly p99: number;
}

async function measureSqlite(agents: readonly SeededAgent[], amounts: Amounts, folder: string): Promise<Measured> {
  const service = await fillByService(SERVICE_RECORDS, {});
  const path = join(folder, 'index.sqlite');
  const index = await openSqliteIndex(path, times);
  const measured = await measureIndex('SQLite', index, agents, amounts, () => 0);
  await index.close();
  return { ...measured, service, bytesPerRecord: Math.round(statSync(path).size / amounts.records) };
}

async function measurePostgres(agents: readonly SeededAgent[], amounts: Amounts): Promise<Measured> {
  // One process for each statement, so that its CPU time can be read.
  const server = await startPostgres({ max_parallel_workers: '0', shared_buffers: '512MB' });
  const urlOf = (database: string) => `postgresql://postgres@127.0.0.1:${server.port}/${database}`;
  try {
    server.run('create database service');
    const service = await fillByService(SERVICE_RECORDS, { LEDGER_URL: urlOf('service') });
    const index = await openPostgresIndex(urlOf('postgres'), times);
    const [, postmaster = ''] = server.run("select pg_read_file('postmaster.pid')").match(/^(\d+)/) ?? [];
    const ofServer = () => childrenOf(Number(postmaster)).reduce((sum, pid) => sum + cpuMicros(pid), 0);
    const measured = await measureIndex('PostgreSQL', index, agents, amounts, ofServer, () =>
      server.run('vacuum analyze'),
    );
    const bytes = Number(server.run('select pg_database_size(current_database())'));
    await index.close();
    return { ...measured, service, bytesPerRecord: Math.round(bytes / amounts.records) };
  } finally {
    await server.close();
  }
}

async function measureIndex(
  name: string,
  index: SearchIndex,
  agents: readonly SeededAgent[],
  { records, searches }: Amounts,
  /** The CPU time of a database that is not in this process, in microseconds. */
  ofServer: () => number,
  afterFilling: () => unknown = () => {},
): Promise<Omit<Measured, 'service' | 'bytesPerRecord'>> {
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return user + system + ofServer();
  };
  const loop = watchLoop();
  const meter: Meter = { cpu, loop, progress: (text) => console.error(`${name}: ${text}`) };
  const words = await fill(index, agents, records, meter);
  const saved: { readonly micros: number; readonly held: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    loop.lap();
    saved.push({ micros: await save(index, agents, records, meter), held: loop.lap() });
  }
  const holds = [Math.min(...saved.map(({ held }) => held))];
  const saveMicros = Math.min(...saved.map(({ micros }) => micros));
  meter.progress(`${saveMicros} µs of CPU time to save a record`);
  afterFilling();
  const collections = countCollections();
  const rows: Row[] = [];
  const fixed: { readonly each: number[]; readonly better: number[] } = { each: [], better: [] };
  let made = 0;
  for (const { caller, pick } of callers(agents))
    for (const [kind, ask] of Object.entries(kinds)) {
      const asked = Array.from({ length: searches + UNTIMED }, () => ask(pick(), words));
      const taken: Readonly<Record<'ms' | 'fixedMs' | 'found', number>>[] = [];
      const held: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const end = performance.now() + MAX_KIND_MS / ROUNDS;
        const count = round === 0 ? asked.length : taken.length;
        loop.lap();
        for (let at = 0; at < count && (round > 0 || performance.now() < end || at <= UNTIMED); at += 1) {
          const before = cpu();
          const page = await asked[at]?.(index);
          const ms = (cpu() - before) / 1_000;
          const fixedMs = runFixedLoop();
          loop.skip();
          fixed.each.push(fixedMs);
          const former = taken[at] ?? { ms, fixedMs };
          taken[at] = {
            ms: Math.min(ms, former.ms),
            fixedMs: Math.min(fixedMs, former.fixedMs),
            found: page?.total ?? 0,
          };
          made += 1;
        }
        held.push(loop.lap());
      }
      const timed = taken.slice(UNTIMED);
      fixed.better.push(...timed.map(({ fixedMs }) => fixedMs));
      holds.push(Math.min(...held));
      const times = timed.map(({ ms }) => ms);
      const row = {
        ...{ caller, kind, found: Math.round(timed.reduce((sum, { found }) => sum + found, 0) / timed.length) },
        ...{ p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
      };
      meter.progress(`${caller}, ${kind}: p50 ${row.p50} ms, p99 ${row.p99} ms of ${times.length}`);
      rows.push(row);
    }
  loop.end();
  return {
    ...{ name, searches: rows, saveMicros, loopMs: quantile(holds, 1) },
    searchesPerCollection: Math.round(made / Math.max(1, collections())),
    fixedLoop: {
      ...{ p50: quantile(fixed.each, 0.5), p99: quantile(fixed.each, 0.99), betterP99: quantile(fixed.better, 0.99) },
    },
  };
}

/** The slowest kind of search of each caller. */
const judge = ({ name, searches, loopMs, searchesPerCollection }: Measured): readonly Verdict[] => [
  ...[...Map.groupBy(searches, ({ caller }) => caller)].map(([caller, rows]) =>
    atMost(`${name}, ${caller}`, Math.max(...rows.map(({ p99 }) => p99)), MAX_MS, 'ms'),
  ),
  atMost(`${name}, the loop`, loopMs, MAX_MS, 'ms'),
  atLeast(`${name}, a full collection of garbage`, searchesPerCollection, MIN_SEARCHES_PER_COLLECTION, 'searches'),
];

function reportOf(databases: readonly Measured[], records: number, agents: number): string {
  return [
    `CPU time of gateway and database, ms: median · p99 (at most ${MAX_MS}), by caller; ${records} records of ${agents} agents; ${machine()}`,
    ...databases.map(tableOfSearches),
    table(
      [
        'index',
        `longest hold of the event loop, ms (at most ${MAX_MS})`,
        `searches per full collection of garbage (at least ${MIN_SEARCHES_PER_COLLECTION})`,
        'bytes per record',
        'to save a record, µs',
        'the same with reading it, µs',
        'calls to fill',
        `minutes at ${CALLS_PER_MINUTE} calls a minute`,
        'a change is found after, s',
      ],
      databases.map(({ name, loopMs, searchesPerCollection, bytesPerRecord, saveMicros, service }) => [
        ...[
          name,
          loopMs,
          searchesPerCollection,
          bytesPerRecord,
          saveMicros,
          Math.round(service.micros / service.records),
        ],
        ...[callsFor(service, records), Math.round(callsFor(service, records) / CALLS_PER_MINUTE)],
        `${Math.min(...service.lagSeconds)} to ${Math.max(...service.lagSeconds)}`,
      ]),
    ),
    `Each search is made in two rounds, and the lesser time counts, since the machine itself lengthens single ones. A fixed loop after each
took ${databases.map(({ name, fixedLoop: { p50, p99, betterP99 } }) => `${p50} · ${p99} ms, in the better round ${betterP99} at the p99 (${name})`).join(', ')}.
Full collections of garbage, which the lesser time leaves out, are counted instead. The hold of the loop is that of the better round, too.`.replaceAll(
      '\n',
      ' ',
    ),
    `Calls and reading: a gateway that has filled its index with ${SERVICE_RECORDS} records from the embedded service.`,
  ].join('\n\n');
}

function tableOfSearches({ name, searches }: Measured): string {
  const byKind = [...Map.groupBy(searches, ({ kind }) => kind)];
  const callers = [...new Set(searches.map(({ caller }) => caller))];
  const lines = byKind.map(([kind, rows]) => [
    kind,
    ...rows.map(({ p50, p99 }) => `${p50} · ${p99}`),
    rows.at(-1)?.found ?? 0,
    met(rows.map(({ p99 }) => atMost(kind, p99, MAX_MS, 'ms'))),
  ]);
  return table([name, ...callers, `found by ${callers.at(-1)}`, 'met'], lines);
}

const callsFor = ({ calls, records: read }: FilledByService, records: number): number =>
  Math.round((calls / read) * records);
