/**
 * The calls of one request, each made once however often it is asked for, and each failing alone. Loaders live as long as
 * the request; the key of what an agent reads begins with the grant that it reads it under.
 */
import DataLoader from 'dataloader';
import type { FlatRecord } from '../contract/codec.ts';
import { type FileFilter, selectFiles } from '../contract/file-requests.ts';
import type { FilterNotation } from '../contract/filter.ts';
import { getMember, type MemberKey } from '../contract/member-requests.ts';
import type { CallName } from '../contract/messages.ts';
import {
  type Batch,
  type EnabledWithin,
  getAccount,
  getTransaction,
  type ListTransactions,
  listActiveUsers,
  listTransactions,
} from '../contract/requests.ts';
import type { Row, Selection } from '../contract/selection.ts';
import { answerFor } from '../upstream/answer.ts';
import type { Upstream } from '../upstream/call.ts';
import type { Cut } from '../upstream/cut.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import type { AccountGrant, AgentGrant, ServiceGrant, TransactionGrant } from './access.ts';
import { isUnknownTransaction, notFound } from './fault.ts';
import type { Flights } from './flights.ts';
import type { BatchPage } from './pagination.ts';

/** What ends a request's reads, for whoever makes the loaders of one. */
export { type Cut, Cutter } from '../upstream/cut.ts';

export interface Loaders {
  readonly transactions: (
    grant: AgentGrant,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection?: Selection,
  ) => Promise<BatchPage<FlatRecord | Row>>;
  /** Null where upstream has no such transaction. The record holds what is selected at least; all without a selection. */
  readonly transaction: (grant: TransactionGrant, selection?: Selection) => Promise<FlatRecord | Row | null>;
  readonly activeUsers: (
    grant: ServiceGrant,
    enabledWithin: EnabledWithin | null,
    batch: Batch,
  ) => Promise<BatchPage<FlatRecord>>;
  /** Null where upstream has no such account. */
  readonly account: (grant: AccountGrant) => Promise<FlatRecord | null>;
  /** None where upstream has no such member. */
  readonly members: (grant: ServiceGrant, key: MemberKey) => Promise<readonly FlatRecord[]>;
  /** All files that fit: listFiles has no batches. NOT_FOUND where upstream has no such transaction. */
  readonly files: (grant: TransactionGrant, filter: FileFilter) => Promise<readonly FlatRecord[]>;
  /** Forgets what this request has read of files: one was added. */
  readonly forgetFiles: () => void;
  /** Forgets what this request has read of transactions: a write has changed one. */
  readonly forgetTransactions: () => void;
}

type Selecting<T> = T & { readonly selection: Selection | undefined };

export interface LoaderOptions {
  readonly upstream: Upstream;
  readonly notation: FilterNotation;
  /** What other requests read at the same time. */
  readonly flights: Flights;
  /** Ends the reads that are under way when the caller goes away. */
  readonly signal?: Cut | undefined;
}

export function createLoaders({ upstream, notation, flights, signal: left }: LoaderOptions): Loaders {
  /** A loader of reads, each made once in this request and shared with others that read the same under the same grant. */
  const shared = <Request, Answer>(endpoint: CallName, read: (request: Request, signal: Cut) => Promise<Answer>) =>
    once<Request, Answer>((request, key) => flights.join(endpoint, key, (signal) => read(request, signal), left));
  const lists = shared(
    'listTrans',
    ({ list, batch, selection }: Selecting<{ list: ListTransactions; batch: Batch }>, signal) =>
      upstream.call('listTrans', listTransactions(list, batch, notation), { signal, selection }),
  );
  const users = shared('activeUsers', ({ within, batch }: { within: EnabledWithin | null; batch: Batch }, signal) =>
    upstream.call('activeUsers', listActiveUsers(within, batch), { signal }).then(batchPage('activeUsers')),
  );
  const transactions = shared('getTransById', ({ transId, selection }: Selecting<{ transId: string }>, signal) =>
    upstream.call('getTransById', getTransaction(transId), { signal, selection }).catch(absent('getTransById')),
  );
  const accounts = shared('getAccount', ({ email }: { email: string }, signal) =>
    upstream.call('getAccount', getAccount(email), { signal }).then(firstRecord, absent('getAccount')),
  );
  const members = shared('getMember', ({ key }: { key: MemberKey }, signal) =>
    upstream
      .call('getMember', getMember(key), { signal })
      .catch(absent('getMember'))
      .then((found) => found ?? []),
  );
  const files = shared('listFiles', ({ transId, filter }: { transId: string; filter: FileFilter }, signal) =>
    upstream.call('listFiles', selectFiles(transId, filter), { signal }).then(({ data }) => data, unknownTransaction),
  );
  return {
    // Who wants more of a record than the read that is shared has taken gets it from the same answer.
    transactions: (grant, list, batch, selection) => {
      const request = { list: { ...list, agentNrdsId: grant.nrdsId }, batch, selection };
      const answer = lists([grant.holder, grant.nrdsId, list, batch], request);
      return answer.then((page) => batchPage('listTrans')(answerFor(page, selection)));
    },
    transaction: ({ holder, transId }, selection) =>
      transactions([holder, transId], { transId, selection }).then(
        (answer) => answer && firstRecord(answerFor(answer, selection)),
      ),
    activeUsers: (_grant, within, batch) => users(['', within, batch], { within, batch }),
    // However an address is spelled, it is one account.
    account: ({ holder, email }) => accounts([holder, email.toLowerCase()], { email }),
    members: (_grant, key) => members(['', key.userName, key.email], { key }),
    files: ({ holder, transId }, filter) => files([holder, transId, filter], { transId, filter }),
    forgetFiles: files.forget,
    forgetTransactions() {
      lists.forget();
      transactions.forget();
    },
  };
}

/** A loader of single calls: dataloader shares equal keys, and each call keeps its own outcome. */
function once<Request, Answer>(call: (request: Request, key: string) => Promise<Answer>) {
  let loader: Loader<Request, Answer> | undefined;
  const load = (parts: readonly unknown[], request: Request): Promise<Answer> => {
    // On demand: a request needs few of the loaders.
    loader ??= new DataLoader<Asked<Request>, Answer, string>(
      // Each call by itself: in a batch the slowest would hold up the others.
      ([asked]) => call((asked as Asked<Request>).request, (asked as Asked<Request>).key).then(alone, aloneInFault),
      byKey,
    );
    return loader.load({ key: JSON.stringify(parts), request });
  };
  return Object.assign(load, { forget: () => void loader?.clearAll() });
}

const byKey = { cacheKeyFn: ({ key }: Asked<unknown>) => key, batch: false, batchScheduleFn: queueMicrotask };

interface Asked<Request> {
  readonly key: string;
  readonly request: Request;
}
type Loader<Request, Answer> = DataLoader<Asked<Request>, Answer, string>;

function alone<Answer>(answer: Answer): [Answer] {
  return [answer];
}

function aloneInFault(error: unknown): [Error] {
  return [error instanceof Error ? error : new Error('A call failed', { cause: error })];
}

function firstRecord<R>([record]: readonly R[]): R | null {
  return record ?? null;
}

/** A 404 in upstream's own words says what an empty list says; any other 404 is one of an address or a proxy. */
function absent(endpoint: 'getTransById' | 'getAccount' | 'getMember') {
  return (error: unknown): null => {
    const isUpstreams = error instanceof UpstreamFault && error.endpoint === endpoint && error.status === 404;
    if (isUpstreams && error.code === 'UPSTREAM_REJECTED' && error.upstreamMessage !== null) return null;
    throw error;
  };
}

function unknownTransaction(error: unknown): never {
  throw isUnknownTransaction(error) ? notFound() : error;
}

function batchPage(endpoint: 'listTrans' | 'activeUsers') {
  return <R>({ max, data }: { max: number | null; data: readonly R[] }): BatchPage<R> => {
    if (max === null) {
      throw new UpstreamFault('UPSTREAM_INVALID', 'the answer does not say how many records there are', {
        endpoint,
        sent: true,
      });
    }
    return { max, data };
  };
}
