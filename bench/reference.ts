/**
 * The POST API on 200,000 transactions: listTrans with 100 full records of the agent that has the most, by every sort category
 * and every filter key; the plans of these queries; startup on that database and on an empty one. The database is created once
 * and kept. The report groups the lists; `--json FILE` has each.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { columnOfCategory, type SortCategory, sortCategories } from '@realty-forms/contract/calls/requests.ts';
import type { ReferenceOptions } from '@realty-forms/reference/options.ts';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import { type StartedReference, startReference } from '@realty-forms/reference/start.ts';
import { createFolder } from '../test/support/programs/script-resources.ts';
import { readSwitches, text, wholeNumber } from '../test/support/switches.ts';
import { machine, measure, type Times, table } from './measure.ts';
import { outputSwitches, publish } from './publish.ts';
import { type ListQuery, type Plan, readPlans } from './reference-plans.ts';
import { atMost } from './verdicts.ts';

const client = {
  id: 'bench',
  secret: 'bench',
  vendorEmail: 'bench@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

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
  const rows = await list({ filter: agentFilter });
  const asked = [...sortQueries(), ...filterQueries(rows.data)];
  const lists: Omit<MeasuredList, 'plan'>[] = [];
  for (const query of asked) {
    const { max } = (await list(query)).meta;
    lists.push({ asked: query.name, matches: max, ...(await measure(runs, () => list(query))) });
  }
  await reference.close();
  const plans = await readPlans(options.dataDir, asked);
  const starts = await measureStarts(options, runs);
  const measured = lists.map((each, index) => ({ ...each, plan: describePlan(plans[index]) }));
  const report = reportOf(measured, starts, transactions);
  const scans = plans.filter(({ scansTable }) => scansTable).length;
  const verdicts = [atMost('scans of the table', scans, 0, 'plans')];
  await publish('reference', { text: report, results: { lists: measured, starts }, verdicts }, values);
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
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  const credentials = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const { access_token } = (await post(endpoints.token.path, credentials)) as { access_token: string };
  return async ({ sort, filter }) => {
    const fields = { userId: client.vendorEmail, filter, batch_size: 100, full_details: true };
    const body = sort === undefined ? fields : { ...fields, sort };
    const [page] = (await post(endpoints.listTrans.path, body, { Authorization: `Bearer ${access_token}` })) as [Page];
    return page;
  };
}

interface Starts {
  readonly filled: Times;
  readonly empty: Times;
}

async function measureStarts(options: ReferenceOptions, runs: number): Promise<Starts> {
  const start = async (overrides: Partial<ReferenceOptions>) =>
    await (await createReferenceServer({ ...options, ...overrides })).close();
  const filled = await measure(runs, () => start({}));
  const dataDir = createFolder('realty-forms-bench-empty-');
  return { filled, empty: await measure(runs, () => start({ dataDir, seed: false })) };
}

interface MeasuredList extends Times {
  readonly asked: string;
  readonly matches: number;
  readonly plan: string;
}

const groups: readonly (readonly [title: string, asked: RegExp])[] = [
  ['in each ascending order', /^sort \w+$/],
  ['in each descending order', /^sort \w+:desc$/],
  ['by each filter', /^filter /],
];

function reportOf(lists: readonly MeasuredList[], { filled, empty }: Starts, transactions: number): string {
  const rows = groups.map(([title, pattern]) => {
    const ofGroup = lists.filter(({ asked }) => pattern.test(asked));
    const medians = ofGroup.map(({ medianMs }) => medianMs);
    const plans = [...new Set(ofGroup.map(({ plan }) => plan))].join('; ');
    const range = `${Math.min(...medians)} to ${Math.max(...medians)}`;
    return [title, ofGroup.length, range, Math.max(...ofGroup.map(({ slowestMs }) => slowestMs)), plans];
  });
  return [
    `${transactions} transactions, of which ${lists[0]?.matches} are the agent's; medians of ${lists[0]?.runs} requests; ${machine()}`,
    table(['100 full records', 'lists', 'median, ms', 'slowest, ms', 'plans'], rows),
    `A start on this database takes ${filled.medianMs} ms, on an empty one ${empty.medianMs} ms.`,
  ].join('\n\n');
}

function describePlan(plan: Plan | undefined): string {
  if (plan === undefined) return '';
  if (plan.scansTable) return '**scans the table**';
  return plan.sortsRows ? "index, sorts the agent's rows" : 'index alone';
}
