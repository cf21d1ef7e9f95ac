/**
 * What a target holds, discovered through the API: all active users, and every transaction of the one who has most of them
 * within reason. Rules compare the service's own filtering, sorting and paging with this.
 */
import assert from 'node:assert/strict';
import type { Fields } from './answer.ts';
import { listAllTransactions, listAllUsers, listTransactions } from './listing.ts';
import type { Target } from './target.ts';

export interface Sample {
  readonly users: readonly Fields[];
  /** NRDSID of the agent that the transactions belong to. */
  readonly agent: string;
  /** The agent's transactions in full detail, in the service's default order. */
  readonly transactions: readonly Fields[];
  /** NRDSID of another agent with transactions, or null where there is none. */
  readonly otherAgent: string | null;
}

/** How many users are asked, and how many transactions are still worth loading. */
const USERS_ASKED = 150;
const TRANSACTIONS_AT_MOST = 1000;

export async function discoverSample(target: Target): Promise<Sample> {
  const users = await listAllUsers(target);
  const counted: { agent: string; count: number }[] = [];
  for (const user of users.slice(0, USERS_ASKED)) {
    const agent = String(user['agentNRDSID']);
    const { max } = await listTransactions(target, { agent, size: 1 });
    if (max > 0 && max <= TRANSACTIONS_AT_MOST) counted.push({ agent, count: max });
  }
  counted.sort((a, b) => b.count - a.count);
  const [richest, other] = counted;
  assert.ok(
    richest !== undefined,
    'no active user has a transaction: the rules on transactions have nothing to look at',
  );
  return {
    users,
    agent: richest.agent,
    transactions: await listAllTransactions(target, { agent: richest.agent }),
    otherAgent: other?.agent ?? null,
  };
}
