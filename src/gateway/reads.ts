/**
 * The reads that loaders share: which call each is, and what its answers and refusals say. Made once; knows no request and no
 * grant, so whoever reads has been let in before.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { isSaid } from '../contract/errors.ts';
import { type FileFilter, selectFiles } from '../contract/file-requests.ts';
import type { FilterNotation } from '../contract/filter.ts';
import { getMember, type MemberKey } from '../contract/member-requests.ts';
import type { Answers, CallName } from '../contract/messages.ts';
import type { AccountRecord } from '../contract/records.ts';
import {
  type Batch,
  type EnabledWithin,
  getAccount,
  getTransaction,
  type ListTransactions,
  listActiveUsers,
  listTransactions,
} from '../contract/requests.ts';
import type { Selection } from '../contract/selection.ts';
import type { Upstream } from '../upstream/call.ts';
import type { Cut } from '../upstream/cut.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import type { AsRead, Decode } from './decode.ts';
import { isUnknownTransaction, notFound } from './fault.ts';
import type { BatchPage } from './pagination.ts';

/** One kind of read. The signal falls when nobody waits for it any more. */
export interface Read<Request, Answer> {
  readonly endpoint: CallName;
  readonly start: (request: Request, signal: Cut) => Promise<Answer>;
}

type Selecting<T> = T & { readonly selection: Selection | undefined };

export interface Reads {
  readonly lists: Read<Selecting<{ list: ListTransactions; batch: Batch }>, Answers['listTrans']>;
  readonly users: Read<{ within: EnabledWithin | null; batch: Batch }, BatchPage<FlatRecord>>;
  /** Null where upstream has no such transaction. */
  readonly transactions: Read<Selecting<{ transId: string }>, Answers['getTransById'] | null>;
  /** Decoded, once for all who ask; null where upstream has no such account. */
  readonly accounts: Read<{ email: string }, AsRead<AccountRecord> | null>;
  readonly members: Read<{ key: MemberKey }, readonly FlatRecord[]>;
  /** NOT_FOUND where upstream has no such transaction. */
  readonly files: Read<{ transId: string; filter: FileFilter }, readonly FlatRecord[]>;
}

export interface ReadOptions {
  readonly upstream: Pick<Upstream, 'call'>;
  readonly notation: FilterNotation;
  readonly decode: Pick<Decode, 'account'>;
}

export function createReads({ upstream: { call }, notation, decode }: ReadOptions): Reads {
  const account = (records: readonly FlatRecord[]): AsRead<AccountRecord> | null => {
    const record = firstOf(records);
    return record && decode.account(record);
  };
  return {
    lists: {
      endpoint: 'listTrans',
      start: ({ list, batch, selection }, signal) =>
        call('listTrans', listTransactions(list, batch, notation), { signal, selection }),
    },
    users: {
      endpoint: 'activeUsers',
      start: ({ within, batch }, signal) =>
        call('activeUsers', listActiveUsers(within, batch), { signal }).then((page) => batchPage('activeUsers', page)),
    },
    transactions: {
      endpoint: 'getTransById',
      start: ({ transId, selection }, signal) =>
        call('getTransById', getTransaction(transId), { signal, selection }).catch(absent.getTransById),
    },
    accounts: {
      endpoint: 'getAccount',
      start: ({ email }, signal) => call('getAccount', getAccount(email), { signal }).then(account, absent.getAccount),
    },
    members: {
      endpoint: 'getMember',
      start: ({ key }, signal) =>
        call('getMember', getMember(key), { signal }).catch((error) => absent.getMember(error) ?? []),
    },
    files: {
      endpoint: 'listFiles',
      start: ({ transId, filter }, signal) =>
        call('listFiles', selectFiles(transId, filter), { signal }).then(({ data }) => data, unknownTransaction),
    },
  };
}

/** The first of an answer's records; null where there is none. */
export function firstOf<R>([record]: readonly R[]): R | null {
  return record ?? null;
}

/** A batch of a list that says how long it is; one that does not cannot be walked. */
export function batchPage<R>(
  endpoint: 'listTrans' | 'activeUsers',
  { max, data }: { readonly max: number | null; readonly data: readonly R[] },
): BatchPage<R> {
  if (max !== null) return { max, data };
  const problem = 'the answer does not say how many records there are';
  throw new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint, sent: true });
}

/** A 404 in any words of upstream's says what an empty list says; one without is that of an address or a proxy. */
function absentOf(endpoint: 'getTransById' | 'getAccount' | 'getMember') {
  return (error: unknown): null => {
    const isAbsent = error instanceof UpstreamFault && error.endpoint === endpoint && error.status === 404;
    if (isAbsent && error.code === 'UPSTREAM_REJECTED' && isSaid(error.said)) return null;
    throw error;
  };
}

const absent = {
  getTransById: absentOf('getTransById'),
  getAccount: absentOf('getAccount'),
  getMember: absentOf('getMember'),
};

function unknownTransaction(error: unknown): never {
  throw isUnknownTransaction(error) ? notFound() : error;
}
