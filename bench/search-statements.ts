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
const OFFICE_AGENTS = 40;
const MANY_AGENTS = 100;

export interface Meter {
  readonly cpu: () => number;
  /** What was done since the last tick is not the gateway's. */
  readonly loop: { readonly skip: () => void };
  readonly progress: (text: string) => void;
}

/** Loads the agents' lists. Returns the CPU time that this took, and words that are in them. */
export async function fill(
  index: SearchIndex,
  agents: readonly SeededAgent[],
  records: number,
  { cpu, loop, progress }: Meter,
): Promise<{ readonly micros: number; readonly words: readonly string[] }> {
  const codec = compileCodec<TransactionRecord>(transactionSets, times);
  const words = new Set<string>();
  await index.open('bench');
  const each = Math.ceil(records / agents.length);
  let micros = 0;
  for (const [at, agent] of agents.entries()) {
    const rows = Array.from({ length: each }, (_, own): IndexedRecord => {
      const number = at * each + own;
      const draft = makeTransaction(number, agent, agents, SEED);
      if (own % 20 === 0) for (const word of searchedWords(`${draft.name} ${draft.property?.city}`)) words.add(word);
      return { transId: String(number), record: codec.encode(draft), seenAt: 1 };
    });
    loop.skip();
    const before = cpu();
    const { load } = await index.beginLoad(agent.nrds_id);
    for (let from = 0; from < rows.length; from += BATCH)
      await index.saveBatch(agent.nrds_id, load, rows.slice(from, from + BATCH), String(from));
    await index.completeLoad(agent.nrds_id, load, Date.now(), '');
    micros += cpu() - before;
    if ((at + 1) % Math.ceil(agents.length / 10) === 0) progress(`${(at + 1) * each} records are saved`);
  }
  return { micros, words: [...words].filter((word) => word.length > 2) };
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

type Ask = (index: SearchIndex, agents: readonly string[], words: readonly string[]) => Promise<FoundPage>;

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

export const kinds: Readonly<Record<string, Ask>> = {
  'letters typed': (index, agents, words) => index.search({ ...everything, agents, words: [typed(words)] }),
  'letters typed, counts': (index, agents, words) =>
    index.search({ ...everything, agents, words: [typed(words)], facets }),
  'word that most have, counts': (index, agents) => index.search({ ...everything, agents, words: ['st'], facets }),
  'two words, status, counts': (index, agents, words) =>
    index.search({ ...everything, agents, words: [oneOf(words), oneOf(words).slice(0, 3)], values: open, facets }),
  'by closing date': (index, agents) =>
    index.search({ ...everything, agents, sort: { column: 'projected_closing_date', isDescending: true } }),
  'counts, agents, months': (index, agents) =>
    index.search({ ...everything, agents, facets: [...facets, 'agent', 'projected_closing_date'] }),
  'status, counts, by name': (index, agents) =>
    index.search({ ...everything, agents, values: open, facets, sort: { column: 'name_key', isDescending: false } }),
  'closing this year': (index, agents) =>
    index.search({
      ...{ ...everything, agents, facets },
      ranges: [{ column: 'projected_closing_date', from: '2026-01-01', to: '2026-12-31' }],
    }),
  'due in two weeks': (index, agents) =>
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
