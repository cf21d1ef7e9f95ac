/** Wires the use cases together over one upstream. Adapters need only the returned `Gateway`. */
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import type { EpochUnit } from '@realty-forms/contract/times/timestamps.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { noPeers, type Peers } from '@realty-forms/platform/peers/peers.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import type { Upstream } from '../upstream/call.ts';
import { type Access, createAccess } from './callers/access.ts';
import { createDirectory, type DirectoryOptions } from './callers/directory.ts';
import { UpstreamFault } from './fault.ts';
import { createFollowLink, type FollowLink } from './files/download.ts';
import { createFileLinks, type FileLinks } from './files/file-links.ts';
import { createFiles, type Files } from './files/files.ts';
import { createUploadFile, type UploadFile } from './files/upload-file.ts';
import { createFindUpload } from './files/uploaded-file.ts';
import { announceKeys } from './ids/id-keys.ts';
import { createSealer, type KeyRing, type SealedType, withIdCache } from './ids/seal.ts';
import { createLedger } from './ledger/ledger.ts';
import { createFindCreation } from './ledger/recovery/find-creation.ts';
import { createHeartbeat, type Heartbeat } from './ledger/recovery/heartbeat.ts';
import type { LedgerStore } from './ledger/stores/store.ts';
import { type BatchBehaviors, createBatchBehaviors } from './lists/batch-behavior.ts';
import { createListChanges, type ListChanges } from './live/change-page.ts';
import { createFeeds, type Feeds, type FeedsOptions, pollAfterWrites } from './live/feeds.ts';
import { createLeaderLease } from './live/leader-lease.ts';
import { createListSources } from './live/list-sources.ts';
import { createChangeCursors } from './live/tracking/change-cursors.ts';
import { type Accounts, createAccounts } from './reading/accounts.ts';
import { createDecode } from './reading/decode.ts';
import { createInFlightReads } from './reading/in-flight-reads.ts';
import { createLoaders, type Loaders } from './reading/loaders.ts';
import { createRequestCalls, type RequestCalls } from './reading/request-calls.ts';
import { createCheckEmptyList, createResponseChecks, type ResponseChecksOptions } from './reading/response-checks.ts';
import { createTransactions, type Transactions } from './reading/transactions.ts';
import { type Calendars, createCalendars } from './search/calendar.ts';
import { createExport, type ExportTransactions } from './search/export.ts';
import type { Filling } from './search/filling/filling.ts';
import { createIndexing, type IndexSettings } from './search/filling/indexing.ts';
import type { SearchIndex } from './search/index.ts';
import { createSearching, readIndex, type Searching, type SearchingOptions } from './search/search.ts';
import { createTransactionCreator, type TransactionCreator } from './writing/create-transaction.ts';
import { createMembers, type Members } from './writing/members.ts';
import { type AddServiceProviders, createAddServiceProviders } from './writing/providers.ts';
import { createTickets, type Tickets } from './writing/tickets.ts';
import { initializeWriteMetrics, logUnknownOutcomes } from './writing/write-monitoring.ts';

export interface Gateway {
  readonly access: Access;
  readonly accounts: Accounts;
  readonly transactions: Transactions;
  /** Searches over several agents, in the index. */
  readonly searching: Searching;
  /** Deadlines as calendars, behind links. */
  readonly calendars: Calendars;
  /** All transactions as lines. */
  readonly exportTransactions: ExportTransactions;
  /** The changes of an agent's transactions since a cursor. */
  readonly listChanges: ListChanges;
  /** The same as they happen. */
  readonly feeds: Feeds;
  readonly createTransaction: TransactionCreator;
  readonly addProviders: AddServiceProviders;
  readonly files: Files;
  readonly uploadFile: UploadFile;
  readonly links: FileLinks;
  readonly followLink: FollowLink;
  readonly members: Members;
  readonly tickets: Tickets;
  /** Maintains the write ledger: sends this process's heartbeat, and resolves writes that dead processes left behind. */
  readonly ledgerHeartbeat: Heartbeat;
  /** Fills the search index; null without one. */
  readonly filling: Filling | null;
  /** Counts the calls of a request, and limits how many are in flight at once. */
  readonly calls: Pick<RequestCalls, 'runRequest' | 'setCaller' | 'tally'>;
  /** The loaders of one request; its reads end when `signal` aborts. */
  readonly loaders: (signal?: AbortSignalLike) => Loaders;
  /** The type that an id claims to have; null if it is not a sealed id. */
  readonly typeOf: (id: string) => SealedType | null;
}

export interface GatewayOptions {
  readonly upstream: Upstream;
  readonly idKeys: KeyRing;
  readonly notation: FilterNotation;
  readonly timeZone: string;
  /** The unit of timestamps that are numbers; null if they cannot be read. */
  readonly epoch: EpochUnit | null;
  readonly othersTransactions: ResponseChecksOptions['othersTransactions'];
  /** How many calls of one request may be in flight at once. */
  readonly parallelCalls: number;
  /** What the endpoints have shown about their batches; nothing by default. */
  readonly batchBehaviors?: BatchBehaviors | undefined;
  /** How long a download link is valid. */
  readonly linkSeconds: number;
  /** The gateway's public URL; without it, links are paths from the root. */
  readonly publicUrl?: string | undefined;
  /** The largest upload in bytes. */
  readonly maxFileBytes: number;
  /** Where writes are recorded. */
  readonly ledgerStore: LedgerStore;
  /** The search index and how it is filled; none by default. */
  readonly indexing?: IndexSettings | undefined;
  /** What is searched, if nothing fills it here, and what calendars and exports consist of; without either, they are switched off. */
  readonly index?: SearchIndex | undefined;
  /** Calendar links of another epoch open nothing. */
  readonly calendarEpoch: number;
  /** Called with the agents of each search. */
  readonly onSearched?: SearchingOptions['onSearched'];
  readonly directory: Pick<DirectoryOptions, 'refreshSeconds' | 'reloadSeconds'>;
  readonly live: Pick<
    FeedsOptions,
    'isOn' | 'pollSeconds' | 'overlapMs' | 'countSeconds' | 'lingerSeconds' | 'pollsPerMinute'
  >;
  /** The other processes that serve the same; none by default. */
  readonly peers?: Peers | undefined;
  /** The POST API that this gateway is in front of, as its peers are. */
  readonly service: string;
  /** The issuer of the callers' tokens; a subject identifies a caller only together with it. */
  readonly issuer: string;
  /** How long a request waits for another one with the same idempotency key. */
  readonly ledgerWaitMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function createGateway({ upstream: rawUpstream, idKeys, notation, clock, ...options }: GatewayOptions): Gateway {
  const inFlightReads = createInFlightReads();
  const calls = createRequestCalls(rawUpstream, inFlightReads, options.parallelCalls);
  const { upstream } = calls;
  const sealer = withIdCache(createSealer(idKeys));
  const decode = createDecode(options);
  const { batchBehaviors = createBatchBehaviors() } = options;
  const responseChecks = createResponseChecks(options);
  const directory = createDirectory(rawUpstream, decode, clock, {
    ...options.directory,
    batchBehavior: batchBehaviors.activeUsers,
    onLoad(users) {
      options.metrics.directoryUsers.set(users);
      options.metrics.directoryRefreshed.set(clock.now() / 1_000);
    },
    onFailure(error, hasFallback) {
      // A fault also contains upstream's own words, which must not be logged.
      const details = error instanceof UpstreamFault ? { code: error.code, reason: error.message } : { err: error };
      const consequence = hasFallback ? 'the previous one stays in use' : 'none is available';
      options.log.warn(details, `the directory of active users cannot be read; ${consequence}`);
    },
  });
  const access = createAccess(sealer, directory);
  const index = options.indexing?.index ?? options.index ?? null;
  const checkEmptyList = createCheckEmptyList(directory);
  const transactions = createTransactions({
    access,
    decode,
    checkEmptyList,
    notation,
    sealer,
    batchBehavior: batchBehaviors.listTrans,
  });
  const cursors = createChangeCursors(sealer, clock, options);
  const sources = createListSources({
    upstream: rawUpstream,
    notation,
    decode,
    responseChecks,
    checkEmptyList,
    batchBehavior: batchBehaviors.listTrans,
  });
  const leaderLease = createLeaderLease({
    peers: options.peers ?? noPeers,
    idKeys,
    service: options.service,
    log: options.log,
  });
  if (options.peers !== undefined)
    announceKeys({ peers: options.peers, idKeys, service: options.service, log: options.log });
  const indexing =
    options.indexing &&
    createIndexing({
      ...options,
      ...options.indexing,
      ...options.live,
      access,
      directory,
      sources,
      cursors,
      decode,
      upstream,
      leases: options.ledgerStore,
      peers: options.peers ?? noPeers,
      onDeleted: (nrdsId, transIds) => feeds.notifyDeleted(nrdsId, transIds),
      clock,
    });
  const feeds = createFeeds({
    ...options.live,
    observe: indexing?.observe,
    cursors,
    sourceOf: sources.ofFeed,
    recordOf: sources.ofRecord,
    isCurrent: access.isCurrent,
    leaderLease,
    decode,
    clock,
    log: options.log,
    metrics: options.metrics,
  });
  const ledger = createLedger({
    store: options.ledgerStore,
    issuer: options.issuer,
    idKeys,
    waitMs: options.ledgerWaitMs,
    clock,
    log: options.log,
    metrics: options.metrics,
  });
  initializeWriteMetrics(options.metrics);
  const logged = logUnknownOutcomes(ledger.once, { log: options.log, requestId: calls.requestId });
  const once = pollAfterWrites(indexing?.saveOwnWrites(logged) ?? logged, feeds);
  const findCreation = createFindCreation({
    upstream,
    decode,
    notation,
    responseChecks,
    batchBehavior: batchBehaviors.listTrans,
  });
  const findUpload = createFindUpload(upstream, decode);
  const files = createFiles({ access, decode, sealer });
  const links = createFileLinks(sealer, access, clock, {
    lifetimeSeconds: options.linkSeconds,
    publicUrl: options.publicUrl,
  });
  return {
    access,
    accounts: createAccounts({ access, decode, directory, sealer, batchBehavior: batchBehaviors.activeUsers }),
    transactions,
    calendars: createCalendars({
      sealer,
      access,
      index,
      decode,
      epoch: options.calendarEpoch,
      publicUrl: options.publicUrl,
      clock,
      log: options.log,
    }),
    exportTransactions: createExport({ access, index, sealer, decode, clock, log: options.log }),
    searching: createSearching({
      index,
      onSearched: options.onSearched ?? indexing?.noteSearched,
      access,
      transactions,
      sealer,
      log: options.log,
    }),
    listChanges: createListChanges({
      ...options.live,
      cursors,
      transactions,
      sourceOf: sources.ofRequest,
      access,
      removalsSince: index && ((...since) => readIndex(index.removalsSince(...since), options.log)),
      decode,
      clock,
    }),
    feeds,
    createTransaction: createTransactionCreator({
      access,
      upstream,
      decode,
      responseChecks,
      directory,
      transactions,
      once,
      find: findCreation,
    }),
    files,
    uploadFile: createUploadFile({
      upstream,
      files,
      maxBytes: options.maxFileBytes,
      once,
      find: findUpload,
    }),
    links,
    followLink: createFollowLink({
      upstream: rawUpstream,
      links,
      notation,
      log: options.log,
    }),
    addProviders: createAddServiceProviders({ access, upstream, directory, transactions, once }),
    members: createMembers({ decode, upstream, once }),
    tickets: createTickets({ decode, upstream, once }),
    ledgerHeartbeat: createHeartbeat(
      ledger,
      { createTransaction: findCreation(), uploadFile: findUpload },
      options.log,
    ),
    filling: indexing?.filling ?? null,
    calls,
    loaders: createLoaders({
      upstream: calls.reads,
      queue: calls.reads,
      notation,
      decode,
      responseChecks,
      inFlightReads,
      batchBehaviors,
    }),
    typeOf: sealer.typeOf,
  };
}
