/**
 * The reads behind the loaders: which call each of them makes, and what its responses and rejections mean. Created once, for all
 * requests; it has no grants, so access must be checked before.
 */

import { type FileFilter, selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import { getMember, type MemberKey } from '@realty-forms/contract/calls/member-requests.ts';
import type { CallName, Responses } from '@realty-forms/contract/calls/messages.ts';
import {
  type Batch,
  type EnabledWithin,
  getAccount,
  getTransaction,
  type ListTransactions,
  listActiveUsers,
  listTransactions,
} from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Selection } from '@realty-forms/contract/columns/selection.ts';
import type { Upstream } from '../../upstream/call.ts';
import { meaningOf, notFound } from '../fault.ts';
import type { SharedRead } from './in-flight-reads.ts';
import type { ResponseChecks } from './response-checks.ts';

/** One kind of read. */
export interface Read<Request, Result> {
  readonly endpoint: CallName;
  readonly start: (request: Request, read: SharedRead) => Promise<Result>;
}

type WithSelection<T> = T & { readonly selection: Selection | undefined };

export interface Reads {
  readonly lists: Read<WithSelection<{ list: ListTransactions; batch: Batch }>, Responses['listTrans']>;
  readonly users: Read<WithSelection<{ within: EnabledWithin | null; batch: Batch }>, Responses['activeUsers']>;
  readonly transactions: Read<WithSelection<{ transId: string; holder: string }>, Responses['getTransById']>;
  /** Several if accounts share the address; empty if upstream has no such account. */
  readonly accounts: Read<{ email: string }, readonly FlatRecord[]>;
  readonly members: Read<{ key: MemberKey }, readonly FlatRecord[]>;
  /** NOT_FOUND if upstream has no such transaction. */
  readonly files: Read<WithSelection<{ transId: string; filter: FileFilter }>, Responses['listFiles']>;
}

export interface ReadOptions {
  readonly upstream: Pick<Upstream, 'call'>;
  readonly notation: FilterNotation;
  readonly responseChecks: Omit<ResponseChecks, 'rejectOtherCreation' | 'rejectOthersCreation'>;
}

export function createReads({ upstream: { call }, notation, responseChecks }: ReadOptions): Reads {
  const { accountsWith, rejectOtherMembers, checkOthersTransactions } = responseChecks;
  return {
    lists: {
      endpoint: 'listTrans',
      start: ({ list, batch, selection }, read) =>
        call('listTrans', listTransactions(list, batch, notation), { ...shared(read), selection }).then((page) => {
          // A summary names no agent, and has no number for which an id could be minted.
          if (list.full) checkOthersTransactions('listTrans', list.agentNrdsId, page.data);
          return page;
        }),
    },
    users: {
      endpoint: 'activeUsers',
      start: ({ within, batch, selection }, read) =>
        call('activeUsers', listActiveUsers(within, batch), { ...shared(read), selection }),
    },
    transactions: {
      endpoint: 'getTransById',
      start: ({ transId, holder, selection }, read) =>
        call('getTransById', getTransaction(transId), { ...shared(read), selection }).then((records) => {
          if (holder !== '') checkOthersTransactions('getTransById', holder, records);
          return records;
        }),
    },
    accounts: {
      endpoint: 'getAccount',
      start: ({ email }, read) =>
        call('getAccount', getAccount(email), shared(read)).then((records) => accountsWith(email, records)),
    },
    members: {
      endpoint: 'getMember',
      start: ({ key }, read) =>
        call('getMember', getMember(key), shared(read)).then((records) => {
          rejectOtherMembers(key, records);
          return records;
        }),
    },
    files: {
      endpoint: 'listFiles',
      start: ({ transId, filter, selection }, read) => {
        const request = selectFiles(transId, filter, notation);
        return call('listFiles', request, { ...shared(read), selection }).catch(rethrowAsNotFound);
      },
    },
  };
}

/** The read ends its call, and learns from it when the request is sent. */
function shared(read: SharedRead) {
  return { ownSignal: read.signal, sendListener: read };
}

/** A 404 may be about the filter, whose wrong notation would look like "no files". */
function rethrowAsNotFound(error: unknown): never {
  const means = meaningOf(error);
  throw means === 'nothing' || means === 'unknownTransaction' ? notFound() : error;
}
