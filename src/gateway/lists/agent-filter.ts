/**
 * Proves that the service applies the filter for an agent (4.4), before the first list of transactions is read and again each minute. A
 * service that does not know the notation of filters may ignore it, and would show every agent the transactions of all. So the gateway asks
 * for agents that do not exist: whatever is listed for them is listed for anybody. If that request fails, it compares the lists of existing
 * agents.
 */
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import type { CallName, Requests, Responses } from '@realty-forms/contract/calls/messages.ts';
import {
  defaultOrder,
  listActiveUsers,
  listTransactions,
  unusedNrdsIds,
} from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { CallOptions, Upstream } from '../../upstream/call.ts';
import { invalidAnswer, nullIfFailed, UpstreamFault } from '../../upstream/faults.ts';

interface CheckedFilterOptions {
  readonly notation: FilterNotation;
  /** Has what was kept of lists read since then erased, so that it is found no longer: it may contain the transactions of other agents. */
  readonly eraseSince: (readAt: number) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

const BATCH = { number: 1, size: 10 };
/** How long a proof holds. */
const PROOF_MS = 60_000;

export interface FilteredLists {
  /** Lists transactions only if the service applies the filter; otherwise UPSTREAM_INVALID. */
  readonly upstream: Upstream;
  /** Asks the service once, and again if it did not respond. Rejects with the fault if it does not respond the second time either. */
  readonly isFilterApplied: () => Promise<boolean>;
}

export function withCheckedFilter(
  upstream: Upstream,
  { notation, eraseSince, clock, log }: CheckedFilterOptions,
): FilteredLists {
  let isProven = false;
  /** When the last successful proof began: lists read before are proven. */
  let provenAt = 0;
  /** Whether lists kept since `provenAt` still have to be erased. */
  let mustErase = false;
  let askedAt = 0;
  /** Whether it denies access to agents that do not exist. Unless that is expected, it costs a token and looks like a wrong secret. */
  let deniesUnknownAgents = false;
  /** One of the agents whose lists were compared last. */
  let listedAgent = '';
  let asking: Promise<boolean> | null = null;

  async function recordsOf(agentNrdsId: string, options: CallOptions = {}): Promise<ReadonlySet<string>> {
    const list = { agentNrdsId, filter: {}, order: defaultOrder, full: false };
    const { data } = await upstream.call('listTrans', listTransactions(list, BATCH, notation), options);
    return new Set(data.map((record) => JSON.stringify(record)));
  }

  async function ask(): Promise<boolean> {
    if (deniesUnknownAgents && (await haveAgentsSeparateLists())) return true;
    for (const agentNrdsId of unusedNrdsIds) {
      const records = await recordsOf(agentNrdsId, { mayBeDenied: deniesUnknownAgents }).catch(readError);
      if (records === 'failed') return !deniesUnknownAgents && (await haveAgentsSeparateLists());
      if (records === 'denied') {
        if (deniesUnknownAgents) {
          // Throws if agents that exist are denied now, too.
          await recordsOf(listedAgent);
          return true;
        }
        const areSeparate = await haveAgentsSeparateLists();
        deniesUnknownAgents = true;
        // The lists of existing agents were not denied. If this one still is, it was no moment in which everything was.
        return areSeparate || (await recordsOf(agentNrdsId).catch(readError)) === 'denied';
      }
      if (records.size === 0) return true;
    }
    return false;
  }

  /** Whether two of the first agents have lists without a common record. Also true if at most one of them has any records. */
  async function haveAgentsSeparateLists(): Promise<boolean> {
    const { data: users } = await upstream.call('activeUsers', listActiveUsers(null, BATCH));
    const nrdsIds = (users as readonly FlatRecord[]).map(({ agentNRDSID }) => String(agentNRDSID ?? '').trim());
    const lists: ReadonlySet<string>[] = [];
    for (const nrdsId of new Set(nrdsIds.filter((id) => id !== ''))) {
      const records = await recordsOf(nrdsId);
      if (records.size === 0) continue;
      listedAgent = nrdsId;
      if (lists.some((other) => other.isDisjointFrom(records))) return true;
      lists.push(records);
    }
    return lists.length < 2;
  }

  async function prove(): Promise<boolean> {
    const startedAt = clock.now();
    const isApplied = await ask();
    if (isProven && !isApplied) {
      log.error('the POST API ignores the filter for an agent: no list is used until it applies the filter');
      mustErase = true;
    }
    isProven = isApplied;
    if (mustErase) await eraseUnproven();
    if (isProven && !mustErase) provenAt = startedAt;
    return isApplied;
  }

  /** Runs again after the next proof, because lists read before the failed proof may be saved after it. */
  async function eraseUnproven(): Promise<void> {
    try {
      await eraseSince(provenAt - PROOF_MS);
      mustErase = !isProven;
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'what was kept of such lists cannot be erased at the moment');
    }
  }

  async function isFilterApplied(): Promise<boolean> {
    asking ??= prove();
    try {
      return await asking;
    } finally {
      asking = null;
      askedAt = clock.now();
    }
  }

  async function list<E extends CallName>(endpoint: E, ...rest: [Requests[E], CallOptions?]): Promise<Responses[E]> {
    if (!isProven && !(await isFilterApplied())) throw ignored();
    if (elapsedSince(askedAt, clock) < PROOF_MS) {
      const listed = await upstream.call(endpoint, ...rest);
      if (!isProven) throw ignored();
      return listed;
    }
    // If the service fails meanwhile, the last proof holds for another minute.
    const again = isFilterApplied().catch(nullIfFailed);
    const [listed, isApplied] = await Promise.all([upstream.call(endpoint, ...rest), again]);
    if (isApplied === false) throw ignored();
    return listed;
  }

  const call: Upstream['call'] = (endpoint, ...rest) =>
    endpoint === 'listTrans' ? list(endpoint, ...rest) : upstream.call(endpoint, ...rest);
  return { upstream: { ...upstream, call }, isFilterApplied };
}

const ignored = () => invalidAnswer('listTrans', 'the filter for an agent is ignored');

/** A service that rejects an unknown agent applies the filter; any other error but a denial says nothing about it. */
function readError(error: unknown): ReadonlySet<string> | 'denied' | 'failed' {
  if (!(error instanceof UpstreamFault)) throw error;
  if (error.code === 'UPSTREAM_REJECTED') return new Set();
  return error.code === 'UPSTREAM_ACCESS_DENIED' ? 'denied' : 'failed';
}
