/**
 * Connects the parts that keep the index current: the filling itself, live feeds, whose reads are saved, and the writes of this process.
 */
import { getTransaction } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Leases } from '@realty-forms/platform/stores/leases.ts';
import type { Upstream } from '../../../upstream/call.ts';
import type { AgentSet } from '../../callers/directory-index.ts';
import type { Principal } from '../../callers/principal.ts';
import type { WriteOnce } from '../../ledger/write-command.ts';
import type { Parts } from '../../parts.ts';
import type { SearchIndex } from '../index.ts';
import { createObserver, saveOwnWrites } from './caller-traffic.ts';
import { Filling, type FillingOptions } from './filling.ts';
import { Interest } from './interest.ts';

/** The configured values. */
export interface IndexSettings extends Pick<FillingOptions, 'callsPerMinute'> {
  readonly index: SearchIndex;
  /** The agents whose lists are in the index; null for all agents. */
  readonly agents: AgentSet | null;
  readonly closedDays: number | null;
}

interface IndexingOptions
  extends IndexSettings,
    Pick<FillingOptions, 'onDeleted'>,
    Pick<Parts, 'access' | 'clock' | 'cursors' | 'decode' | 'directory' | 'log' | 'metrics' | 'replicas' | 'sources'> {
  readonly overlapMs: number;
  /** The client of requests, because a transaction that a write has changed is read for its caller. */
  readonly upstream: Pick<Upstream, 'call'>;
  readonly leases: Leases;
}

/** The lists are read as for a service, and their records have no holder. */
const reader: Principal = {
  role: 'service',
  subject: 'search index',
  nrdsIds: [],
  scopes: new Set(['transactions.read']),
};

export function createIndexing({
  directory,
  access,
  sources,
  upstream,
  replicas,
  agents,
  ...options
}: IndexingOptions) {
  const { index, cursors, decode, clock, overlapMs, log, closedDays } = options;
  const interest = new Interest(replicas, clock);
  const readRecord = async (transId: string): Promise<FlatRecord | null> => {
    const found = await upstream.call('getTransById', getTransaction(transId));
    return (found?.[0] as FlatRecord | undefined) ?? null;
  };
  return {
    filling: new Filling({
      ...options,
      interest,
      agents: async () => ((await directory.agentsIn(agents)) ?? []).map(({ nrdsId }) => nrdsId),
      async readsOf(nrdsId, mayCall) {
        const grant = await access.agent(reader, nrdsId);
        const source = sources.ofIndex(grant, mayCall);
        return { grant, source, cursors, options: { decode, clock, overlapMs, log }, closedDays };
      },
    }),
    /** Called with the agents of each search. */
    noteSearched: (nrdsIds: readonly string[]) => interest.note(nrdsIds),
    observe: createObserver({ index, cursors, interest }),
    saveOwnWrites: (writeOnce: WriteOnce) => saveOwnWrites(writeOnce, { index, readRecord, decode, clock }),
  };
}
