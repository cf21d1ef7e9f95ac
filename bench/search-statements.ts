/** The records that are searched, who searches them, and how. */
import { compileCodec } from '@realty-forms/contract/columns/codec.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import type { SeededAgent } from '@realty-forms/reference/seed/agents.ts';
import { makeTransaction } from '@realty-forms/reference/seed/transactions.ts';
import { searchedWords } from '../src/gateway/search/fold.ts';
import type { IndexedRecord, SearchIndex } from '../src/gateway/search/index.ts';
import type { FacetColumn, FoundPage, SearchQuery, Window } from '../src/gateway/search/store/query.ts';

export const times = { timeZone: 'America/New_York' };
export const SEED = 42;
/** What one call of the service returns, and one transaction saves. */
const BATCH = 100;
const SAVED = 2_000;
const OFFICE_AGENTS = 40;
const MANY_AGENTS = 100;

export interface Meter {
  readonly cpu: () => number;
  /** What was done since the last tick is not the gateway's. */
  readonly loop: { readonly skip: () => void };
  readonly progress: (text: string) => void;
}

const codec = compileCodec<TransactionRecord>(transactionSets, times);

async function load(
  index: SearchIndex,
  agent: SeededAgent,
  agents: readonly SeededAgent[],
  numbers: readonly number[],
  { cpu, loop }: Pick<Meter, 'cpu' | 'loop'>,
): Promise<number> {
  const rows = numbers.map((number): IndexedRecord => {
    const record = codec.encode(makeTransaction(number, agent, agents, SEED));
    return { transId: String(number), record, seenAt: 1 };
  });
  loop.skip();
  const before = cpu();
  const { load: number } = await index.beginLoad(agent.nrds_id);
  for (let from = 0; from < rows.length; from += BATCH)
    await index.saveBatch(agent.nrds_id, number, rows.slice(from, from + BATCH), String(from));
  await index.completeLoad(agent.nrds_id, number, Date.now(), '');
  return cpu() - before;
}

/** Loads the lists of agents that are not there yet. Returns words that are in them. */
export async function fill(
  index: SearchIndex,
  agents: readonly SeededAgent[],
  records: number,
  meter: Meter,
): Promise<readonly string[]> {
  await index.open('bench');
  const words = new Set<string>();
  const each = Math.ceil(records / agents.length);
  for (const [at, agent] of agents.entries()) {
    const numbers = Array.from({ length: each }, (_, own) => at * each + own);
    if (!(await index.stateOf(agent.nrds_id))?.isComplete) await load(index, agent, agents, numbers, meter);
    for (const number of numbers.filter((_, own) => own % 20 === 0)) {
      const { name, property } = makeTransaction(number, agent, agents, SEED);
      for (const word of searchedWords(`${name} ${property?.city}`)) words.add(word);
    }
    if ((at + 1) % Math.ceil(agents.length / 10) === 0) meter.progress(`${(at + 1) * each} records are there`);
  }
  meter.loop.skip();
  return [...words].filter((word) => word.length > 2);
}

/** The CPU time that it takes to save a record of one agent more, in microseconds. */
export async function save(
  index: SearchIndex,
  agents: readonly SeededAgent[],
  records: number,
  meter: Meter,
): Promise<number> {
  const [first] = agents as [SeededAgent];
  const numbers = Array.from({ length: SAVED }, (_, at) => records + at);
  const micros = await load(index, { ...first, nrds_id: 'another' }, agents, numbers, meter);
  await index.erase(['another']);
  return Math.round(micros / SAVED);
}

const random = createNumbers();

/** Of several agents, other ones each time. */
export const callers = (agents: readonly SeededAgent[]) =>
  [
    ['an agent', 1],
    ['an office of 40', OFFICE_AGENTS],
    ['100 agents', MANY_AGENTS],
    ['a service', agents.length],
  ].map(([caller, count]) => ({
    caller: String(caller),
    pick(): readonly string[] {
      const first = Math.floor(random() * (agents.length - Number(count)));
      return agents.slice(first, first + Number(count)).map(({ nrds_id }) => nrds_id);
    },
  }));

type Search = (index: SearchIndex) => Promise<FoundPage>;
/** Makes a search of this kind, which can be made again. */
type Ask = (agents: readonly string[], words: readonly string[]) => Search;

const window: Window = { from: 'start', take: 20, after: null, before: null };
const everything: Omit<SearchQuery, 'agents'> = {
  ...{ window, isCounted: true, words: [], values: [], ranges: [], facets: [] },
  sort: { column: 'relevance', isDescending: true },
};
/** As a page with chips asks for. */
const facets: readonly FacetColumn[] = ['status', 'type', 'property_type', 'state_key'];
const oneOf = (words: readonly string[]) => words[Math.floor(random() * words.length)] as string;
const typed = (words: readonly string[]) => oneOf(words).slice(0, 2 + Math.floor(random() * 5));
const open: SearchQuery['values'] = [{ column: 'status', anyOf: ['ACTIVE', 'PENDING', 'NEW'] }];

const searching =
  (query: SearchQuery): Search =>
  (index) =>
    index.search(query);

export const kinds: Readonly<Record<string, Ask>> = {
  'letters typed': (agents, words) => searching({ ...everything, agents, words: [typed(words)] }),
  'letters typed, counts': (agents, words) => searching({ ...everything, agents, words: [typed(words)], facets }),
  'word that most have, counts': (agents) => searching({ ...everything, agents, words: ['st'], facets }),
  'two words, status, counts': (agents, words) =>
    searching({ ...everything, agents, words: [oneOf(words), oneOf(words).slice(0, 3)], values: open, facets }),
  'by closing date': (agents) =>
    searching({ ...everything, agents, sort: { column: 'projected_closing_date', isDescending: true } }),
  'counts, agents, months': (agents) =>
    searching({ ...everything, agents, facets: [...facets, 'agent', 'projected_closing_date'] }),
  'status, counts, by name': (agents) =>
    searching({ ...everything, agents, values: open, facets, sort: { column: 'name_key', isDescending: false } }),
  'closing this year': (agents) =>
    searching({
      ...{ ...everything, agents, facets },
      ranges: [{ column: 'projected_closing_date', from: '2026-01-01', to: '2026-12-31' }],
    }),
  'due in two weeks': (agents) => (index) =>
    index.deadlines({
      ...{ agents, window, isCounted: true, from: '2026-11-01', to: '2026-11-14' },
      ...{ kinds: null, statuses: null },
    }),
};

function createNumbers(): () => number {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}
