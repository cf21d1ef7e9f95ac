/**
 * How live updates and the search index read lists. A page of changes uses the loaders of its request. A feed reads outside any request, in
 * slots of its own, so that polls and requests do not wait for each other. The filling of the index does the same, within its budget.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Upstream } from '../../upstream/call.ts';
import type { AgentGrant, TransactionGrant } from '../callers/grants.ts';
import { unknownAgent } from '../fault.ts';
import type { Parts } from '../parts.ts';
import type { Loaders } from '../reading/loaders.ts';
import { createReads } from '../reading/reads.ts';
import { isEmptyList } from '../reading/response-checks.ts';
import { checkFilterText } from '../sendable-text.ts';
import { fingerprintOf, type ListSource } from './tracking/change-window.ts';
import type { ReadRecord } from './tracking/record-tracker.ts';

/** Each function throws BAD_USER_INPUT for an NRDS id that no filter can contain. */
export type ListSources = Readonly<ReturnType<typeof createListSources>>;

export interface IndexSource {
  readonly list: ListSource;
  /** Null if the service has no such transaction. */
  readonly record: (transId: string) => Promise<FlatRecord | null>;
}

export function createListSources({
  upstream,
  notation,
  checkEmptyList,
  batchBehaviors,
  ...options
}: Pick<Parts, 'batchBehaviors' | 'checkEmptyList' | 'decode' | 'notation' | 'responseChecks' | 'upstream'>) {
  const readsOf = (feed: readonly string[], group: 'feeds' | 'index' = 'feeds', mayCall?: () => Promise<void>) => {
    // Each feed counts as a caller of its own: it takes turns with other feeds, and its failures do not stop other calls.
    const caller = `${group} ${fingerprintOf(JSON.stringify(feed))}`;
    const call: Upstream['call'] = async (endpoint, request, callOptions) => {
      await mayCall?.();
      return await upstream.call(endpoint, request, { ...callOptions, group, caller });
    };
    return createReads({ ...options, upstream: { call }, notation });
  };

  const sourceOf = (grant: AgentGrant, source: Omit<ListSource, 'batchBehavior'>): ListSource => {
    checkFilterText('agentNrdsId', grant.nrdsId, notation);
    return {
      ...source,
      batchBehavior: batchBehaviors.listTrans,
      async read(list, batch) {
        const page = await source.read(list, batch);
        const isChecked = isEmptyList(batch, page) && list.filter.lastUpdateDateSince === undefined;
        // Grants that are opened from now on have the directory's spelling.
        if (isChecked && (await checkEmptyList(grant)) !== grant) throw unknownAgent();
        return page;
      },
    };
  };

  const listOf = (grant: AgentGrant, { lists }: ReturnType<typeof readsOf>): ListSource =>
    sourceOf(grant, {
      read(list, batch) {
        const request = { list: { ...list, agentNrdsId: grant.nrdsId }, batch, selection: undefined };
        return lists.start(request);
      },
      forget() {},
    });

  const recordOf = async ({ transactions }: ReturnType<typeof readsOf>, transId: string, holder: string) => {
    const found = await transactions.start({ transId, holder, selection: undefined });
    return (found?.[0] as FlatRecord | undefined) ?? null;
  };

  return {
    ofRequest: (loaders: Loaders, grant: AgentGrant) =>
      sourceOf(grant, {
        read: (list, batch) => loaders.transactions(grant, list, batch),
        forget: loaders.forgetTransactions.bind(loaders),
      }),
    ofFeed: (grant: AgentGrant) => listOf(grant, readsOf([grant.holder, grant.nrdsId])),
    /** One transaction, for its own feed. */
    ofRecord({ transId, holder }: TransactionGrant): ReadRecord {
      const reads = readsOf(['transaction', transId]);
      return () => recordOf(reads, transId, holder);
    },
    /** An agent's list and its transactions, for the index. `mayCall` resolves when the next call may be made. */
    ofIndex(grant: AgentGrant, mayCall: () => Promise<void>): IndexSource {
      const reads = readsOf([grant.nrdsId], 'index', mayCall);
      return { list: listOf(grant, reads), record: (transId) => recordOf(reads, transId, grant.holder) };
    },
  };
}
