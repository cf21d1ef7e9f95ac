/** Creates the parts of the gateway and connects them. Adapters need only the returned `Gateway`. */
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import { noReplicas, type Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import type { Upstream } from '../upstream/call.ts';
import { createAccess } from './callers/access.ts';
import { createDirectory, type DirectoryOptions } from './callers/directory.ts';
import { createFollowLink } from './files/download.ts';
import { createFileLinks, type LinkOptions } from './files/file-links.ts';
import { createFiles } from './files/files.ts';
import { createUploadFile, type UploadOptions } from './files/upload-file.ts';
import { createFindUpload } from './files/uploaded-file.ts';
import { announceKeys } from './ids/id-keys.ts';
import { createSealer, withIdCache } from './ids/seal.ts';
import { createLedger, type LedgerOptions } from './ledger/ledger.ts';
import { createFindCreation } from './ledger/recovery/find-creation.ts';
import { createHeartbeat } from './ledger/recovery/heartbeat.ts';
import { countOutcomesFromZero } from './ledger/sending.ts';
import { type BatchBehaviors, createBatchBehaviors } from './lists/batch-behavior.ts';
import { createListChanges } from './live/change-page.ts';
import { createFeedMessages, type FeedMessagesOptions } from './live/feed-messages.ts';
import { createFeeds, type FeedsOptions, pollAfterWrites } from './live/feeds.ts';
import { createListSources } from './live/list-sources.ts';
import { createChangeCursors } from './live/tracking/change-cursors.ts';
import { createAccounts } from './reading/accounts.ts';
import { createDecode, type DecodeOptions } from './reading/decode.ts';
import { createLoaders } from './reading/loaders.ts';
import { createRequestCalls } from './reading/request-calls.ts';
import { createCheckEmptyList, createResponseChecks, type ResponseChecksOptions } from './reading/response-checks.ts';
import { createTransactions } from './reading/transactions.ts';
import { createCalendars } from './search/calendar.ts';
import { createExport } from './search/export.ts';
import { createIndexing, type IndexSettings } from './search/filling/indexing.ts';
import { withIndexFaults } from './search/index.ts';
import { createSearching } from './search/search.ts';
import { createTransactionCreator } from './writing/create-transaction.ts';
import { createMembers } from './writing/members.ts';
import { createAddServiceProviders } from './writing/providers.ts';

/** The configuration, and what tests replace. Each part describes its own options. */
export interface GatewayOptions
  extends DecodeOptions,
    Omit<LedgerOptions, 'requestId'>,
    LinkOptions,
    Omit<FeedMessagesOptions, 'replicas'>,
    ResponseChecksOptions,
    Pick<UploadOptions, 'maxFileBytes'> {
  readonly upstream: Upstream;
  /** The other processes of this gateway; none by default. */
  readonly replicas?: Replicas | undefined;
  readonly notation: FilterNotation;
  /** How many calls of one request may be in flight at once. */
  readonly parallelCalls: number;
  /** What is known about the batches of each endpoint; nothing by default. */
  readonly batchBehaviors?: BatchBehaviors | undefined;
  readonly directory: Pick<DirectoryOptions, 'refreshSeconds' | 'reloadSeconds'>;
  readonly live: Pick<
    FeedsOptions,
    'isOn' | 'pollSeconds' | 'overlapMs' | 'countSeconds' | 'lingerSeconds' | 'pollsPerMinute'
  >;
  /** The search index, and how it is filled. Without it, searches, calendars and exports are switched off. */
  readonly indexing?: IndexSettings | undefined;
  /** Part of each calendar link; links with another epoch open nothing. */
  readonly calendarEpoch: number;
}

export type Gateway = Readonly<ReturnType<typeof createGateway>>;

export function createGateway(options: GatewayOptions) {
  const { upstream: client, idKeys, live, log } = options;
  const index = options.indexing === undefined ? null : withIndexFaults(options.indexing.index, log);
  const { batchBehaviors = createBatchBehaviors(), replicas = noReplicas } = options;
  const calls = createRequestCalls(client, options.parallelCalls);
  const sealer = withIdCache(createSealer(idKeys));
  const decode = createDecode(options);
  const responseChecks = createResponseChecks(options);
  const directory = createDirectory({ ...options, ...options.directory, decode, batchBehaviors });
  const access = createAccess(sealer, directory);
  const parts = {
    ...options,
    upstream: calls.upstream,
    checkEmptyList: createCheckEmptyList(directory),
    access,
    batchBehaviors,
    decode,
    directory,
    index,
    replicas,
    responseChecks,
    sealer,
  };

  const transactions = createTransactions(parts);
  const files = createFiles(parts);
  const links = createFileLinks(parts);

  const sources = createListSources({ ...parts, upstream: client });
  const cursors = createChangeCursors(parts);
  const messages = createFeedMessages(parts);
  if (options.replicas !== undefined) announceKeys(parts);
  const indexing =
    options.indexing &&
    createIndexing({
      ...parts,
      ...options.indexing,
      overlapMs: live.overlapMs,
      sources,
      cursors,
      leases: options.ledgerStore,
      onDeleted: (nrdsId, transIds) => feeds.notifyDeleted(nrdsId, transIds),
    });
  const feeds = createFeeds({ ...parts, ...live, observe: indexing?.observe, cursors, sources, messages });

  const ledger = createLedger({ ...options, requestId: calls.requestId });
  const writeOnce = pollAfterWrites(indexing?.saveOwnWrites(ledger.writeOnce) ?? ledger.writeOnce, feeds);
  const findCreation = createFindCreation(parts);
  const findUpload = createFindUpload(parts);
  const writing = { ...parts, transactions, files, writeOnce, findCreation, findUpload };

  return {
    access,
    accounts: createAccounts(parts),
    transactions,
    files,
    links,
    followLink: createFollowLink({ ...parts, upstream: client, links }),
    /** Searches over several agents, in the index. */
    searching: createSearching({ ...parts, transactions, onSearched: indexing?.noteSearched }),
    /** Deadlines as calendars, behind links. */
    calendars: createCalendars({ ...parts, indexed: options.indexing?.agents ?? null, epoch: options.calendarEpoch }),
    /** All transactions as lines. */
    exportTransactions: createExport(parts),
    /** The changes of an agent's transactions since a cursor. */
    listChanges: createListChanges({ ...parts, ...live, cursors, transactions, sources }),
    /** The same changes, as they happen. */
    feeds,
    createTransaction: createTransactionCreator(writing),
    addProviders: createAddServiceProviders(writing),
    uploadFile: createUploadFile(writing),
    members: createMembers(writing),
    /** Starts the counts of the graph's mutations at zero. */
    countWritesFromZero: (mutations: readonly string[]) => countOutcomesFromZero(options.metrics, mutations),
    /** Maintains the write ledger: sends this process's heartbeat, and resolves writes that dead processes left unfinished. */
    ledgerHeartbeat: createHeartbeat(ledger, { createTransaction: findCreation(), uploadFile: findUpload }, log),
    /** Fills the search index; null without one. */
    filling: indexing?.filling ?? null,
    /** Counts the calls of a request, and limits how many are in flight at once. */
    calls,
    /** Creates the loaders of one request; their reads end when the given signal aborts. */
    loaders: createLoaders({ ...parts, sharedReads: calls.sharedReads }),
    /** Lets pages ask before they search, instead of learning it from an error. */
    canSearch: index !== null,
    uploadMaxBytes: options.maxFileBytes,
    /** The type that an id claims to have; null if it is not a sealed id. */
    typeOf: sealer.typeOf,
  };
}
