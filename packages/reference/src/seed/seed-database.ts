/**
 * Fills a new database, once. A note in the same transaction records it, so a start that fails halfway leaves nothing
 * half-seeded, and a database that is already in use is never changed.
 */

import { compileCodec } from '@realty-forms/contract/columns/codec.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { defaultSeed, type ReferenceFaultCode, type SeedOptions } from '../options.ts';
import { insertAgents } from '../store/agents.ts';
import { readNote, withoutIndexes, writeNote } from '../store/database.ts';
import { insertMembers } from '../store/members.ts';
import type { Store } from '../store/tables.ts';
import { insertTransactions, type SeededTransaction } from '../store/transactions.ts';
import { makeAgents, makeOffices, type SeededAgent } from './agents.ts';
import { FIRST_TRANS_ID, seedFiles } from './files.ts';
import { makeMembers } from './members.ts';
import { createRandom } from './random.ts';
import { makeTransaction, unreadableValues } from './transactions.ts';

const NOTE_NAME = 'seed';
/** From this many transactions on, indexes are built once, after the inserts. */
const BULK_THRESHOLD = 20_000;
/** The share of all transactions that the first agent gets. */
const DEMO_SHARE = 0.11;
const ODD_WEIGHT = 7;

const codec = compileCodec<TransactionRecord>(
  transactionSets.filter(({ group }) => group !== 'identifier'),
  { timeZone: 'UTC' },
);

/** The default data in its state at this time, so that listings are current and closings are due. */
export function seedAsOf(ms: number): SeedOptions {
  return { ...defaultSeed, until: ms - (ms % DAY_MS) };
}

/** Seeds a new database; with `mustMatch`, rejects a database that holds a different seed. */
export async function seedDatabase(store: Store, options: SeedOptions, now: number, mustMatch = false): Promise<void> {
  const note = await readNote(store, NOTE_NAME);
  if (note !== undefined) {
    if (mustMatch) compareSeeds(JSON.parse(note) as SeedOptions, options);
    return;
  }
  const offices = makeOffices(options.offices);
  const agents = makeAgents(options.agents, offices, options.seed, now);
  await insertAgents(store, offices, agents);
  if (agents.length > 0) {
    const insert = () => insertTransactions(store, makeTransactions(agents, options));
    await (options.transactions < BULK_THRESHOLD ? insert() : withoutIndexes(store, 'transactions', insert));
  }
  await insertMembers(store, makeMembers(agents, options.seed));
  if (options.files) await seedFiles(store, options.seed);
  // Version 0.4, to which an operator may go back, adds members and files unless it finds their notes.
  for (const name of [NOTE_NAME, 'seed of members', 'seed of files'])
    await writeNote(store, name, JSON.stringify(options));
}

function compareSeeds(stored: SeedOptions, requested: SeedOptions): void {
  if (describeSeed(stored) === describeSeed(requested)) return;
  const message = `the database contains ${describeSeed(stored)} instead of ${describeSeed(requested)}: choose another database`;
  throw new Fault<ReferenceFaultCode>('SEEDED_OTHERWISE', message);
}

function describeSeed({ agents, offices, transactions, seed }: SeedOptions): string {
  return `${agents} agents, ${offices} offices and ${transactions} transactions of seed ${seed}`;
}

export function* makeTransactions(
  agents: readonly SeededAgent[],
  { transactions, seed, until }: SeedOptions,
): Generator<SeededTransaction> {
  const random = createRandom(seed, 3);
  const [demoAgent, ...others] = agents;
  const weights = others.map((agent, index) => [agent, weightOf(index)] as const);
  for (let index = 0; index < transactions; index += 1) {
    const isDemo = others.length === 0 || random.chance(DEMO_SHARE) || index === 0;
    const agent = demoAgent && isDemo ? demoAgent : random.weighted(weights);
    const encoded = codec.encode(makeTransaction(index, agent, agents, seed, until));
    const record = agent === others[0] && index % 4 === 0 ? { ...encoded, ...unreadableValues } : encoded;
    yield { id: FIRST_TRANS_ID + index, agentNrdsId: agent.nrds_id, record };
  }
}

/** Every thirteenth agent has no transactions, the others a few or many. The agent with the odd records has some of every kind. */
function weightOf(index: number): number {
  if (index === 0) return ODD_WEIGHT;
  return index % 13 === 4 ? 0 : 1 + (index % 7) * 2;
}
