/**
 * The calls of one request. Equal calls are made once, transactions of one agent are read together if that takes fewer calls, and each read
 * succeeds or fails on its own. Loaders live as long as the request. The key of an agent's read begins with the holder of its grant.
 */
import type { FileFilter } from '@realty-forms/contract/calls/file-requests.ts';
import type { Responses } from '@realty-forms/contract/calls/messages.ts';
import type { MemberKey } from '@realty-forms/contract/calls/requests.ts';
import {
  type Batch,
  defaultOrder,
  type EnabledWithin,
  type ListTransactions,
} from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { SelectedRecord, Selection } from '@realty-forms/contract/columns/selection.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import DataLoader from 'dataloader';
import { responseFor } from '../../upstream/answers/response.ts';
import type { AccountGrant, AgentGrant, ServiceGrant, TransactionGrant } from '../callers/grants.ts';
import { foldEmail } from '../callers/identifiers.ts';
import type { Parts } from '../parts.ts';
import { createReads, type Read, type Reads } from './reads.ts';
import type { SharedReads } from './request-calls.ts';
import { type ReadRecord, type RequestedTransaction, readTransactions } from './transaction-batches.ts';

/** What use cases need of the loaders. */
export type Loaders = Pick<RequestLoaders, keyof RequestLoaders>;

interface LoaderOptions extends Pick<Parts, 'batchBehaviors' | 'decode' | 'notation' | 'responseChecks'> {
  readonly sharedReads: SharedReads;
}

/** Returns a function that creates the loaders of one request; `signal` ends their reads when the client disconnects. */
export function createLoaders(options: LoaderOptions): (signal?: AbortSignalLike) => Loaders {
  const shared = { ...options, reads: createReads({ ...options, upstream: options.sharedReads }) };
  return (signal) => new RequestLoaders(shared, signal);
}

class RequestLoaders {
  readonly #shared: LoaderOptions & { readonly reads: Reads };
  readonly #requestSignal: AbortSignalLike | undefined;
  // Created on demand: not every request reads.
  #transactions: DataLoader<KeyedTransaction, Promise<ReadRecord>, string> | undefined;
  #made: Map<unknown, Map<string, unknown>> | undefined;

  constructor(shared: LoaderOptions & { readonly reads: Reads }, requestSignal: AbortSignalLike | undefined) {
    this.#shared = shared;
    this.#requestSignal = requestSignal;
  }

  /** Creates a value once for each name of a kind, for values that a query needs repeatedly. */
  memoize<T extends object>(kind: unknown, name: string, make: () => T): T {
    this.#made ??= new Map<unknown, Map<string, unknown>>();
    return this.#made.getOrInsertComputed(kind, () => new Map()).getOrInsertComputed(name, make) as T;
  }

  // A caller that selects columns which the shared read left out gets them from the same answer.
  transactions(
    { holder, nrdsId }: AgentGrant,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection?: Selection,
  ): Promise<Responses['listTrans']> {
    const result = this.#list(holder, nrdsId, list, batch, selection);
    return result.then((page) => responseFor(page, selection));
  }

  #list(
    holder: string,
    nrdsId: string,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection: Selection | undefined,
  ) {
    const request = { list: { ...list, agentNrdsId: nrdsId }, batch, selection };
    return this.#load(this.#shared.reads.lists, [holder, nrdsId, list, batch], request);
  }

  /** Null if upstream has no such transaction. The record has at least the selected columns; without a selection, it has all of them. */
  transaction(
    { holder, transId }: TransactionGrant,
    selection?: Selection,
  ): Promise<FlatRecord | SelectedRecord | null> {
    this.#transactions ??= this.#transactionLoader();
    // A promise for a promise resolves to the latter's value.
    const read = this.#transactions.load({ key: keyOf([holder, transId]), request: { transId, holder, selection } });
    return (read as Promise<unknown> as Promise<ReadRecord>).then((readWith) => readWith(selection));
  }

  #readTransactions(requested: readonly RequestedTransaction[]): readonly Promise<ReadRecord>[] {
    const { reads, batchBehaviors, decode } = this.#shared;
    return readTransactions(requested, {
      one: (each) => this.#join(reads.transactions, keyOf([each.holder, each.transId]), each),
      list: (holder, batch, selection) => this.#list(holder, holder, wholeList, batch, selection),
      batchBehavior: batchBehaviors.listTrans,
      decode: decode.transaction,
    });
  }

  activeUsers(
    _: ServiceGrant,
    within: EnabledWithin | null,
    batch: Batch,
    selection?: Selection,
  ): Promise<Responses['activeUsers']> {
    const result = this.#load(this.#shared.reads.users, ['', within, batch], { within, batch, selection });
    return result.then((page) => responseFor(page, selection));
  }

  /** Several if accounts share the address; empty if upstream has no such account. */
  accounts({ holder, email }: AccountGrant): Promise<readonly FlatRecord[]> {
    // The account is the same, however its address is written.
    return this.#load(this.#shared.reads.accounts, [holder, foldEmail(email)], { email });
  }

  /** Empty if upstream has no such member. */
  members(_: ServiceGrant, key: MemberKey): Promise<readonly FlatRecord[]> {
    return this.#load(this.#shared.reads.members, ['', key.userName, key.email], { key });
  }

  /** All files that match: listFiles has no batches. NOT_FOUND if upstream has no such transaction. */
  files(
    { holder, transId }: TransactionGrant,
    filter: FileFilter,
    selection?: Selection,
  ): Promise<Responses['listFiles']> {
    const request = { transId, filter, selection };
    const result = this.#load(this.#shared.reads.files, [holder, transId, filter], request);
    return result.then((page) => responseFor(page, selection));
  }

  /** Forgets the files that this request has read, because it added one. */
  forgetFiles(): void {
    this.#made?.delete(this.#shared.reads.files);
  }

  /** Forgets the transactions that this request has read, because a write has changed one. */
  forgetTransactions(): void {
    this.#made?.delete(this.#shared.reads.lists);
    this.#transactions = undefined;
  }

  /** Makes each call once. */
  #load<Request, Result>(read: Read<Request, Result>, parts: readonly unknown[], request: Request): Promise<Result> {
    const key = keyOf(parts);
    return this.memoize(read, key, () => this.#join(read, key, request));
  }

  #join<Request, Result>({ endpoint, start }: Read<Request, Result>, key: string, request: Request): Promise<Result> {
    return this.#shared.sharedReads.join(endpoint, key, (signal) => start(request, signal), this.#requestSignal);
  }

  /**
   * DataLoader deduplicates equal keys and collects different ones. Its values are promises, so that each result is passed on as soon as it
   * arrives; otherwise the slowest of a batch would delay the others.
   */
  #transactionLoader() {
    return new DataLoader<KeyedTransaction, Promise<ReadRecord>, string>(
      async (keyed) => this.#readTransactions(keyed.map(({ request }) => request)),
      { cacheKeyFn: ({ key }) => key, batchScheduleFn: queueMicrotask },
    );
  }
}

interface KeyedTransaction {
  readonly key: string;
  readonly request: RequestedTransaction;
}

/** The whole of an agent's list, in the default order of pages, so that its batches can be shared with theirs. */
const wholeList: Omit<ListTransactions, 'agentNrdsId'> = { filter: {}, order: defaultOrder, full: true };

const keyOf = (parts: readonly unknown[]): string => JSON.stringify(parts);
