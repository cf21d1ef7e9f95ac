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
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import type { Upstream } from '../../upstream/call.ts';
import { meaningOf, notFound } from '../fault.ts';
import type { Parts } from '../parts.ts';

/** One kind of read. */
export interface Read<Request, Result> {
  readonly endpoint: CallName;
  readonly start: (request: Request, signal?: AbortSignalLike) => Promise<Result>;
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
      ({ list, batch, selection }: WithSelection<{ list: ListTransactions; batch: Batch }>, signal) =>
        call('listTrans', listTransactions(list, batch, notation), { signal, selection }).then((page) => {
          // A summary names no agent, and has no number to mint an id for.
          if (list.full) checkOthersTransactions('listTrans', list.agentNrdsId, page.data);
          return page;
        }),
    ),
    users: readOf(
      'activeUsers',
      ({ within, batch, selection }: WithSelection<{ within: EnabledWithin | null; batch: Batch }>, signal) =>
        call('activeUsers', listActiveUsers(within, batch), { signal, selection }),
    ),
    transactions: readOf(
      'getTransById',
      ({ transId, holder, selection }: WithSelection<{ transId: string; holder: string }>, signal) =>
        call('getTransById', getTransaction(transId), { signal, selection }).then((records) => {
          if (holder !== '') checkOthersTransactions('getTransById', holder, records);
          return records;
        }),
    ),
    /** Several if accounts share the address; empty if upstream has no such account. */
    accounts: readOf('getAccount', ({ email }: { email: string }, signal) =>
      call('getAccount', getAccount(email), { signal }).then((records) => accountsWith(email, records)),
    ),
    members: readOf('getMember', ({ key }: { key: MemberKey }, signal) =>
      call('getMember', getMember(key), { signal }).then((records) => {
        rejectOtherMembers(key, records);
        return records;
      }),
    ),
    /** NOT_FOUND if upstream has no such transaction. */
    files: readOf(
      'listFiles',
      ({ transId, filter, selection }: WithSelection<{ transId: string; filter: FileFilter }>, signal) => {
        const request = selectFiles(transId, filter, notation);
        return call('listFiles', request, { signal, selection }).catch(rethrowAsNotFound);
      },
    ),
  };
}

function readOf<Request, Result>(endpoint: CallName, start: Read<Request, Result>['start']): Read<Request, Result> {
  return { endpoint, start };
}

/** A 404 may be about the filter: a wrong notation would look like "no files". */
function rethrowAsNotFound(error: unknown): never {
  const means = meaningOf(error);
  throw means === 'nothing' || means === 'unknownTransaction' ? notFound() : error;
}
