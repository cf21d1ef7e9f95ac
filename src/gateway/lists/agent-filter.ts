/**
 * Proves, before the first list of transactions is read, that the service applies the filter for an agent (4.4). A service that does not
 * know the notation of filters may ignore it, and would show every agent the transactions of all. So agents that do not exist are
 * asked for first: what is listed for them is listed for anybody.
 */
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import { defaultOrder, listTransactions, unusedNrdsIds } from '@realty-forms/contract/calls/requests.ts';
import type { Upstream } from '../../upstream/call.ts';
import { invalidAnswer, UpstreamFault } from '../../upstream/faults.ts';

const BATCH = { number: 1, size: 10 };

export interface FilteredLists {
  /** Lists transactions only if the filter is applied; UPSTREAM_INVALID otherwise. */
  readonly upstream: Upstream;
  /** Asks the service once, and again if it has not responded. Rejects with the fault if it does not respond this time either. */
  readonly isFilterApplied: () => Promise<boolean>;
}

export function withCheckedFilter(upstream: Upstream, notation: FilterNotation): FilteredLists {
  let isProven = false;
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    for (const agentNrdsId of unusedNrdsIds) {
      const list = { agentNrdsId, filter: {}, order: defaultOrder, full: false };
      const records = await upstream.call('listTrans', listTransactions(list, BATCH, notation)).then(
        ({ data }) => data,
        (error: unknown) => {
          // An error of any kind in a response lists nothing.
          if (error instanceof UpstreamFault && error.status !== null) return [];
          throw error;
        },
      );
      if (records.length === 0) return true;
    }
    return false;
  }

  async function isFilterApplied(): Promise<boolean> {
    asking ??= ask();
    try {
      isProven = await asking;
      return isProven;
    } finally {
      asking = null;
    }
  }

  const askFirst = async (): Promise<void> => {
    if (!(await isFilterApplied())) throw invalidAnswer('listTrans', 'the filter for an agent is ignored');
  };
  const call: Upstream['call'] = (endpoint, request, options) =>
    isProven || endpoint !== 'listTrans'
      ? upstream.call(endpoint, request, options)
      : askFirst().then(() => upstream.call(endpoint, request, options));
  return { upstream: { ...upstream, call }, isFilterApplied };
}
