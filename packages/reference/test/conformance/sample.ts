/**
 * The data of a target, discovered through the API: all active users, and every transaction of the agent who has the most
 * within a limit. Rules check the service's filtering, sorting and paging against it.
 */
import assert from 'node:assert/strict';
import type { Fields } from './assertions.ts';
import { listAllTransactions, listAllUsers, listTransactions } from './listing.ts';
import type { Target } from './target.ts';

export interface Sample {
  readonly users: readonly Fields[];
  /** NRDSID of the agent that the transactions belong to. */
  readonly agent: string;
  /** The agent's transactions in full detail, in the service's default order. */
  readonly transactions: readonly Fields[];
  /** NRDSID of another agent with transactions, or null if there is none. */
  readonly otherAgent: string | null;
}

/** The number of users whose transactions are counted, and the most transactions of one agent that are still loaded. */
const MAX_USERS = 150;
const MAX_TRANSACTIONS = 1000;

export async function discoverSample(target: Target): Promise<Sample> {
  const users = await listAllUsers(target);
  const counted: { agent: string; count: number }[] = [];
  for (const user of users.slice(0, MAX_USERS)) {
    const agent = String(user['agentNRDSID']);
    const { max } = await listTransactions(target, { agent, size: 1 });
    if (max > 0 && max <= MAX_TRANSACTIONS) counted.push({ agent, count: max });
  }
  counted.sort((a, b) => b.count - a.count);
  const [busiest, other] = counted;
  assert.ok(
    busiest !== undefined,
    'no active user has a transaction: the rules on transactions have nothing to look at',
  );
  return {
    users,
    agent: busiest.agent,
    transactions: await listAllTransactions(target, { agent: busiest.agent }),
    otherAgent: other?.agent ?? null,
  };
}
