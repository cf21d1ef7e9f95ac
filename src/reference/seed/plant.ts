/**
 * Fills a fresh database, once: a note in the same transaction says that it is done, so a start that dies on the way leaves
 * nothing half-seeded, and a database that has been used is never touched again.
 */
import { compileCodec } from '../../contract/codec.ts';
import { transactionSets } from '../../contract/fields.ts';
import type { TransactionRecord } from '../../contract/records.ts';
import { Fault } from '../../platform/fault.ts';
import type { ReferenceFaultCode, SeedOptions } from '../options.ts';
import { insertAgents } from '../store/agents.ts';
import { withoutIndexes } from '../store/dialect.ts';
import type { Store } from '../store/tables.ts';
import { insertTransactions, type SeededTransaction } from '../store/transactions.ts';
import { makeAgents, makeOffices, type SeededAgent } from './agents.ts';
import { createRandom } from './random.ts';
import { makeTransaction } from './transactions.ts';

const NOTE = 'seed';
/** From this many transactions on, indexes are made at the end in one go. */
const MANY = 20_000;
const FIRST_TRANS_ID = 100_001;
/** The first agent's share of all transactions. */
const DEMO_SHARE = 0.11;

const codec = compileCodec<TransactionRecord>(
  transactionSets.filter(({ group }) => group !== 'identifier'),
  { timeZone: 'UTC' },
);

/** Plants the seed in a fresh database; with `mustMatch`, a database that holds another seed is refused. */
export async function plantSeed(store: Store, options: SeedOptions, now: number, mustMatch = false): Promise<void> {
  const note = await store.selectFrom('notes').select('value').where('name', '=', NOTE).executeTakeFirst();
  if (note !== undefined) {
    if (mustMatch) compareSeeds(JSON.parse(note.value) as SeedOptions, options);
    return;
  }
  const offices = makeOffices(options.offices);
  const agents = makeAgents(options.agents, offices, options.seed, now);
  await insertAgents(store, offices, agents);
  if (agents.length > 0) {
    const insert = () => insertTransactions(store, makeTransactions(agents, options));
    await (options.transactions < MANY ? insert() : withoutIndexes(store, 'transactions', insert));
  }
  await store
    .insertInto('notes')
    .values({ name: NOTE, value: JSON.stringify(options) })
    .execute();
}

function compareSeeds(planted: SeedOptions, wanted: SeedOptions): void {
  if (describeSeed(planted) === describeSeed(wanted)) return;
  const message = `the database holds ${describeSeed(planted)}; asked for ${describeSeed(wanted)}: choose another database`;
  throw new Fault<ReferenceFaultCode>('SEEDED_OTHERWISE', message);
}

function describeSeed({ agents, offices, transactions, seed }: SeedOptions): string {
  return `${agents} agents, ${offices} offices and ${transactions} transactions of seed ${seed}`;
}

export function* makeTransactions(
  agents: readonly SeededAgent[],
  { transactions, seed }: SeedOptions,
): Generator<SeededTransaction> {
  const random = createRandom(seed, 3);
  const [demoAgent, ...others] = agents;
  const weights = others.map((agent, index) => [agent, weightOf(index)] as const);
  for (let index = 0; index < transactions; index += 1) {
    const agent =
      demoAgent && (others.length === 0 || random.chance(DEMO_SHARE)) ? demoAgent : random.weighted(weights);
    const record = codec.encode(makeTransaction(index, agent, agents, seed));
    yield { id: FIRST_TRANS_ID + index, agentNrdsId: agent.nrds_id, record };
  }
}

/** Every thirteenth agent has none, the others a few or many. */
function weightOf(index: number): number {
  return index % 13 === 4 ? 0 : 1 + (index % 7) * 2;
}
