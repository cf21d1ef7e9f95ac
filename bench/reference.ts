/**
 * The POST API on 200,000 transactions: listTrans with 100 full records of the agent that has the most, by every sort category
 * and every filter key. That no plan reads the whole table is a test of the reference. The database is created once and kept. The
 * report sums them up; `--json FILE` has each list.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { columnOfCategory, type SortCategory, sortCategories } from '@realty-forms/contract/calls/requests.ts';
import type { ReferenceOptions } from '@realty-forms/reference/options.ts';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { type StartedReference, startReference } from '@realty-forms/reference/start.ts';
import { readSwitches, text, wholeNumber } from '../test/support/switches.ts';
import { client, connect } from './post-api.ts';
import { machine, outputSwitches, publish } from './report.ts';
import { summarize } from './statistics.ts';

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, {
    transactions: wholeNumber(200_000),
    runs: wholeNumber(15),
    'data-dir': text('FOLDER'),
    ...outputSwitches,
  });
  const { transactions, runs } = values;
  const options: ReferenceOptions = {
    host: '127.0.0.1',
    port: 0,
    dataDir: values['data-dir'] ?? join(tmpdir(), `realty-forms-bench-${transactions}`),
    clients: [client],
    seed: { agents: 60, offices: 8, transactions, seed: 42 },
    seedMustMatch: true,
    timeZone: 'UTC',
    logLevel: 'error',
  };
  console.error(`database in ${options.dataDir}; it is filled now if it is new`);
  const reference = await startReference(options);
  const list = await createLister(reference);
  const lists: MeasuredList[] = [];
  for (const query of [...sortQueries(), ...filterQueries((await list({ filter: agentFilter })).data)]) {
    const { max } = (await list(query)).meta;
    lists.push({ asked: query.name, matches: max, ...(await time(runs, () => list(query))) });
  }
  await reference.close();
  publish('reference', { text: report(lists, transactions, runs), results: { lists }, verdicts: [] }, values);
}

interface ListQuery {
  readonly name: string;
  readonly sort?: string;
  readonly filter: string;
}

const agentFilter = `NRDSID=<${demoAgentNrdsId}>`;

function sortQueries(): ListQuery[] {
  return sortCategories.flatMap((category) => [
    { name: `sort ${category}`, sort: category, filter: agentFilter },
    { name: `sort ${category}:desc`, sort: `${category}:desc`, filter: agentFilter },
  ]);
}

/** One filter per key, with a value taken from the records so that something matches. */
function filterQueries(records: readonly Record<string, string>[]): ListQuery[] {
  const dayOf = (column: string) =>
    records
      .map((record) => record[column])
      .find(Boolean)
      ?.slice(0, 10) ?? '2026-01-01';
  const realtor = records[0]?.['realtorName'] ?? '';
  const values: Readonly<Record<string, string>> = {
    realtorName: realtor,
    propertyType: 'V|F',
    transactionType: 'G',
    propertyStatus: 'A|P',
    insertDate_min: '2026-09-01',
    lastUpdateDate_since: '2026-09-01',
    closingDate_range: '2026-10-01 - 2026-12-31',
  };
  return Object.keys(transactionFilterKeys).map((key) => ({
    name: `filter ${key}`,
    filter:
      key === 'NRDSID'
        ? agentFilter
        : `${agentFilter},${key}=<${values[key] ?? dayOf(columnOfCategory(key as SortCategory))}>`,
  }));
}

interface Page {
  readonly meta: { readonly total: number; readonly max: number };
  readonly data: readonly Record<string, string>[];
}

async function createLister({ url }: StartedReference): Promise<(asked: Omit<ListQuery, 'name'>) => Promise<Page>> {
  const call = await connect(url);
  return async ({ sort, filter }) => {
    const fields = { filter, batch_size: 100, full_details: true };
    const body = sort === undefined ? fields : { ...fields, sort };
    const [page] = (await call('listTrans', body)) as [Page];
    return page;
  };
}

interface Times {
  readonly medianMs: number;
  readonly slowestMs: number;
}

interface MeasuredList extends Times {
  readonly asked: string;
  readonly matches: number;
}

const UNTIMED = 3;

async function time(runs: number, work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let index = -UNTIMED; index < runs; index += 1) {
    const start = performance.now();
    await work();
    if (index >= 0) times.push(performance.now() - start);
  }
  const { median, highest } = summarize(times);
  return { medianMs: median, slowestMs: highest };
}

function report(lists: readonly MeasuredList[], transactions: number, runs: number): string {
  const { lowest, highest } = summarize(lists.map(({ medianMs }) => medianMs));
  const slowest = Math.max(...lists.map(({ slowestMs }) => slowestMs));
  const [low, high, worst] = [lowest, highest, slowest].map(Math.round);
  return `${transactions} transactions, of which ${lists[0]?.matches} are the agent's: 100 full records in ${lists.length} lists, by every order and filter, take ${low} to ${high} ms (medians of ${runs} requests), one request ${worst} ms at most; ${machine()}`;
}
