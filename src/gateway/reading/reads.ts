/**
 * The reads behind the loaders: the call that each of them makes, and what its answers and rejections mean. Created once for all
 * requests; they have no grants, so access must be checked before.
 */

import { type FileFilter, selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import type { CallName } from '@realty-forms/contract/calls/messages.ts';
import {
  type Batch,
  type EnabledWithin,
  getAccount,
  getMember,
  getTransaction,
  type ListTransactions,
  listActiveUsers,
  listTransactions,
  type MemberKey,
} from '@realty-forms/contract/calls/requests.ts';
import type { Selection } from '@realty-forms/contract/columns/selection.ts';
import type { Upstream } from '../../upstream/call.ts';
import { meaningOf, notFound } from '../fault.ts';
import type { Parts } from '../parts.ts';
import type { SharedRead } from './in-flight-reads.ts';

/** One kind of read. */
export interface Read<Request, Result> {
  readonly endpoint: CallName;
  readonly start: (request: Request, read: SharedRead) => Promise<Result>;
}

type WithSelection<T> = T & { readonly selection: Selection | undefined };

export interface ReadOptions extends Pick<Parts, 'notation' | 'responseChecks'> {
  readonly upstream: Pick<Upstream, 'call'>;
}

export type Reads = Readonly<ReturnType<typeof createReads>>;

export function createReads({ upstream: { call }, notation, responseChecks }: ReadOptions) {
  const { accountsWith, rejectOtherMembers, checkOthersTransactions } = responseChecks;
  return {
    lists: readOf(
      'listTrans',
      ({ list, batch, selection }: WithSelection<{ list: ListTransactions; batch: Batch }>, read) =>
        call('listTrans', listTransactions(list, batch, notation), { ...shared(read), selection }).then((page) => {
          // A summary names no agent, and has no number to mint an id for.
          if (list.full) checkOthersTransactions('listTrans', list.agentNrdsId, page.data);
          return page;
        }),
    ),
    users: readOf(
      'activeUsers',
      ({ within, batch, selection }: WithSelection<{ within: EnabledWithin | null; batch: Batch }>, read) =>
        call('activeUsers', listActiveUsers(within, batch), { ...shared(read), selection }),
    ),
    transactions: readOf(
      'getTransById',
      ({ transId, holder, selection }: WithSelection<{ transId: string; holder: string }>, read) =>
        call('getTransById', getTransaction(transId), { ...shared(read), selection }).then((records) => {
          if (holder !== '') checkOthersTransactions('getTransById', holder, records);
          return records;
        }),
    ),
    /** Several if accounts share the address; empty if upstream has no such account. */
    accounts: readOf('getAccount', ({ email }: { email: string }, read) =>
      call('getAccount', getAccount(email), shared(read)).then((records) => accountsWith(email, records)),
    ),
    members: readOf('getMember', ({ key }: { key: MemberKey }, read) =>
      call('getMember', getMember(key), shared(read)).then((records) => {
        rejectOtherMembers(key, records);
        return records;
      }),
    ),
    /** NOT_FOUND if upstream has no such transaction. */
    files: readOf(
      'listFiles',
      ({ transId, filter, selection }: WithSelection<{ transId: string; filter: FileFilter }>, read) => {
        const request = selectFiles(transId, filter, notation);
        return call('listFiles', request, { ...shared(read), selection }).catch(rethrowAsNotFound);
      },
    ),
  };
}

function readOf<Request, Result>(
  endpoint: CallName,
  start: (request: Request, read: SharedRead) => Promise<Result>,
): Read<Request, Result> {
  return { endpoint, start };
}

/** The read ends its call, and learns from the call when its request is sent. */
function shared(read: SharedRead) {
  return { ownSignal: read.signal, sendListener: read };
}

/** A 404 may be about the filter: a wrong notation would look like "no files". */
function rethrowAsNotFound(error: unknown): never {
  const means = meaningOf(error);
  throw means === 'nothing' || means === 'unknownTransaction' ? notFound() : error;
}
