/**
 * The calls of one request: equal calls are made once, and each succeeds or fails on its own. Loaders live as long as the
 * request; the key of an agent's read begins with the holder of the grant under which it is made.
 */
import DataLoader from 'dataloader';
import type { FileFilter } from '../../contract/calls/file-requests.ts';
import type { MemberKey } from '../../contract/calls/member-requests.ts';
import type { Batch, EnabledWithin, ListTransactions } from '../../contract/calls/requests.ts';
import type { FlatRecord } from '../../contract/columns/codec.ts';
import type { AccountRecord } from '../../contract/columns/records.ts';
import type { Row, Selection } from '../../contract/columns/selection.ts';
import { responseFor } from '../../upstream/answers/response.ts';
import type { AbortSignalLike } from '../../upstream/connections/abort-signal.ts';
import type { AccountGrant, AgentGrant, ServiceGrant, TransactionGrant } from '../callers/access.ts';
import { foldEmail } from '../callers/email-address.ts';
import type { BatchPage } from '../paging/list-place.ts';
import type { WithUnreadable } from './decode.ts';
import type { CallQueue, InFlightReads } from './in-flight-reads.ts';
import { batchPage, createReads, firstOf, type Read, type ReadOptions, type Reads } from './reads.ts';

/** The signal that ends a request's reads, for whoever creates its loaders. */
export { type AbortSignalLike, SimpleAbortSignal } from '../../upstream/connections/abort-signal.ts';

export interface Loaders {
  readonly transactions: (
    grant: AgentGrant,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection?: Selection,
  ) => Promise<BatchPage<FlatRecord | Row>>;
  /** Null if upstream has no such transaction. The record has at least the selected columns; without a selection, all of them. */
  readonly transaction: (grant: TransactionGrant, selection?: Selection) => Promise<FlatRecord | Row | null>;
  readonly activeUsers: (
    grant: ServiceGrant,
    enabledWithin: EnabledWithin | null,
    batch: Batch,
  ) => Promise<BatchPage<FlatRecord>>;
  /** Makes a value once for each name, for values that a query needs repeatedly. */
  readonly once: <T extends object>(name: string, make: () => T) => T;
  /** Null if upstream has no such account. */
  readonly account: (grant: AccountGrant) => Promise<WithUnreadable<AccountRecord> | null>;
  /** Empty if upstream has no such member. */
  readonly members: (grant: ServiceGrant, key: MemberKey) => Promise<readonly FlatRecord[]>;
  /** All files that match: listFiles has no batches. NOT_FOUND if upstream has no such transaction. */
  readonly files: (grant: TransactionGrant, filter: FileFilter) => Promise<readonly FlatRecord[]>;
  /** Forgets the files that this request has read, because one was added. */
  readonly forgetFiles: () => void;
  /** Forgets the transactions that this request has read, because a write has changed one. */
  readonly forgetTransactions: () => void;
}

export interface LoaderOptions extends ReadOptions {
  /** The reads in flight, which are shared with other requests. */
  readonly inFlightReads: InFlightReads;
  /** Where the calls queue for a slot. */
  readonly queue?: CallQueue;
}

/** Returns a function that creates the loaders of one request; `signal` ends its reads when the client disconnects. */
export function createLoaders({
  inFlightReads,
  queue,
  ...options
}: LoaderOptions): (signal?: AbortSignalLike) => Loaders {
  const reads = createReads(options);
  return (signal) => new RequestLoaders(reads, inFlightReads, queue, signal);
}

class RequestLoaders implements Loaders {
  readonly #reads: Reads;
  readonly #inFlightReads: InFlightReads;
  readonly #queue: CallQueue | undefined;
  readonly #requestSignal: AbortSignalLike | undefined;
  // Created on demand: a request needs few of them.
  #lists: Load<Reads['lists']> | undefined;
  #users: Load<Reads['users']> | undefined;
  #transactions: Load<Reads['transactions']> | undefined;
  #accounts: Load<Reads['accounts']> | undefined;
  #members: Load<Reads['members']> | undefined;
  #files: Load<Reads['files']> | undefined;
  #made: Map<string, unknown> | undefined;

  constructor(
    reads: Reads,
    inFlightReads: InFlightReads,
    queue: CallQueue | undefined,
    requestSignal: AbortSignalLike | undefined,
  ) {
    this.#reads = reads;
    this.#inFlightReads = inFlightReads;
    this.#queue = queue;
    this.#requestSignal = requestSignal;
  }

  once<T extends object>(name: string, make: () => T): T {
    this.#made ??= new Map<string, unknown>();
    const known = this.#made.get(name);
    if (known !== undefined) return known as T;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  // A caller that selects columns which the shared read left out gets them from the same response.
  transactions(
    { holder, nrdsId }: AgentGrant,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection?: Selection,
  ): Promise<BatchPage<FlatRecord | Row>> {
    this.#lists ??= this.#loaderFor(this.#reads.lists);
    const result = this.#lists([holder, nrdsId, list, batch], {
      list: { ...list, agentNrdsId: nrdsId },
      batch,
      selection,
    });
    return result.then((page) => batchPage('listTrans', responseFor(page, selection)));
  }

  transaction({ holder, transId }: TransactionGrant, selection?: Selection): Promise<FlatRecord | Row | null> {
    this.#transactions ??= this.#loaderFor(this.#reads.transactions);
    const result = this.#transactions([holder, transId], { transId, holder, selection });
    return result.then((records) => records && firstOf(responseFor(records, selection)));
  }

  activeUsers(_: ServiceGrant, within: EnabledWithin | null, batch: Batch): Promise<BatchPage<FlatRecord>> {
    this.#users ??= this.#loaderFor(this.#reads.users);
    return this.#users(['', within, batch], { within, batch });
  }

  account({ holder, email }: AccountGrant): Promise<WithUnreadable<AccountRecord> | null> {
    this.#accounts ??= this.#loaderFor(this.#reads.accounts);
    // It is the same account however its address is written.
    return this.#accounts([holder, foldEmail(email)], { email });
  }

  members(_: ServiceGrant, key: MemberKey): Promise<readonly FlatRecord[]> {
    this.#members ??= this.#loaderFor(this.#reads.members);
    return this.#members(['', key.userName, key.email], { key });
  }

  files({ holder, transId }: TransactionGrant, filter: FileFilter): Promise<readonly FlatRecord[]> {
    this.#files ??= this.#loaderFor(this.#reads.files);
    return this.#files([holder, transId, filter], { transId, filter });
  }

  forgetFiles(): void {
    this.#files = undefined;
  }

  forgetTransactions(): void {
    this.#lists = undefined;
    this.#transactions = undefined;
  }

  /** A loader of single calls: DataLoader deduplicates equal keys, and each call has its own outcome. */
  #loaderFor<Request, Result>({ endpoint, start }: Read<Request, Result>) {
    const inFlightReads = this.#inFlightReads;
    const queue = this.#queue;
    const requestSignal = this.#requestSignal;
    const cache = new Map<string, Promise<Result>>();
    const loader = new DataLoader<KeyedRequest<Request>, Result, string>(
      // Each call by itself: in a batch, the slowest would delay the others.
      ([one]) => {
        const { key, request } = one as KeyedRequest<Request>;
        return inFlightReads
          .join(endpoint, key, (read) => start(request, read), requestSignal, queue)
          .then(asBatch, errorAsBatch);
      },
      { cacheMap: cache, cacheKeyFn: ({ key }) => key, batch: false, batchScheduleFn: inMicrotask },
    );
    return (parts: readonly unknown[], request: Request): Promise<Result> => {
      const key = JSON.stringify(parts);
      return cache.get(key) ?? loader.load({ key, request });
    };
  }
}

type Load<R> =
  R extends Read<infer Request, infer Result>
    ? (parts: readonly unknown[], request: Request) => Promise<Result>
    : never;

interface KeyedRequest<Request> {
  readonly key: string;
  readonly request: Request;
}

const resolved = Promise.resolve();

/** Dispatches in a microtask, because DataLoader adds the key to the batch only after it has called this. */
function inMicrotask(dispatch: () => void): void {
  void resolved.then(dispatch);
}

function asBatch<Result>(result: Result): [Result] {
  return [result];
}

function errorAsBatch(error: unknown): [Error] {
  return [error instanceof Error ? error : new Error('A call failed', { cause: error })];
}
