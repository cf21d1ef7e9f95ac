/**
 * Identifies the file that an upload created (4.7): uploadfiles returns no id, so the transaction's files are listed before
 * and after, and the one that is new and matches is the uploaded file. If several are, it cannot be identified.
 */

import { selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Upstream } from '../../upstream/call.ts';
import type { TransactionGrant } from '../callers/access.ts';
import { meaningOf } from '../fault.ts';
import { claimOfFile, idsOfFile, keyOfFile, matchOfFile, placeOfUpload } from '../ledger/recovery/find-upload.ts';
import type { Find, WriteCommand } from '../ledger/write-command.ts';
import type { Files, TransactionFile } from './files.ts';

export interface Uploaded {
  /** Null if it cannot be identified or no longer exists. */
  readonly file: TransactionFile | null;
}

interface UploadTarget {
  readonly name: string;
  readonly description: string;
  /** Whether the file is selected; without that and without a key, nothing is listed. */
  readonly wantsFile: boolean;
  readonly hasKey: boolean;
}

/** What is known before an upload is sent, and how its file is distinguished from those that exist already. */
interface UploadTracking extends Pick<WriteCommand<Uploaded>, 'complete' | 'toStored' | 'restore'> {
  /** The fault by which the service said that there is no such transaction; null if it did not. */
  readonly unknownTransactionFault: unknown;
  readonly search: NonNullable<WriteCommand<Uploaded>['search']>;
}

/** The files of a transaction, or the error that prevented listing them. */
type Listing = { readonly files: readonly TransactionFile[] } | { readonly error: unknown };

interface Options {
  readonly upstream: Pick<Upstream, 'call'>;
  readonly files: Pick<Files, 'fromRecord'>;
  readonly find: Find<FlatRecord>;
}

type TrackUpload = (grant: TransactionGrant, sought: UploadTarget) => Promise<UploadTracking>;

export function createUploadTracker({ upstream, files, find }: Options): TrackUpload {
  return async (grant, { name, description, wantsFile, hasKey }) => {
    const { transId } = grant;
    const toFile = (flat: FlatRecord) => files.fromRecord(grant, flat);
    const list = async (): Promise<Listing> => {
      try {
        const { data } = await upstream.call('listFiles', selectFiles(transId, {}));
        return { files: data.map(toFile) };
      } catch (error) {
        return { error };
      }
    };
    const match = matchOfFile(transId, { name, description });
    const matchingFiles = (listing: Listing) =>
      'files' in listing ? listing.files.filter(isMatching(transId, match)) : null;
    const listing: Listing = wantsFile || hasKey ? await list() : { error: null };
    const before = matchingFiles(listing);

    return {
      unknownTransactionFault:
        'error' in listing && meaningOf(listing.error) === 'unknownTransaction' ? listing.error : null,
      complete:
        before === null ? undefined : async () => ({ file: soleNewFile(before, matchingFiles(await list()) ?? []) }),
      toStored({ file }) {
        const key = file && keyOfFile(file);
        return file === null || key === null ? {} : { ids: idsOfFile(file), claim: claimOfFile(transId, key) };
      },
      async restore({ ids }) {
        if (ids?.fileId === undefined || !wantsFile) return { file: null };
        return { file: findIn(listing, ids) ?? findIn(await list(), ids) };
      },
      search: {
        place: placeOfUpload(transId, keysOf(before)),
        match,
        async find(...args) {
          const { candidates, isExhaustive } = await find(...args);
          return {
            candidates: candidates.map((each) => ({ ...each, result: { file: toFile(each.result) } })),
            isExhaustive,
          };
        },
      },
    };
  };
}

const isMatching = (transId: string, match: readonly string[]) => (file: TransactionFile) =>
  matchOfFile(transId, file).every((text, index) => text === match[index]);

/** The numbers of files; null if one has none, because it could not be recognized later. */
function keysOf(files: readonly TransactionFile[] | null): string[] | null {
  const keys = files?.flatMap((file) => keyOfFile(file) ?? []) ?? null;
  return keys?.length === files?.length ? keys : null;
}

function soleNewFile(before: readonly TransactionFile[], after: readonly TransactionFile[]): TransactionFile | null {
  const known = new Set(before.map(keyOfFile));
  const [found, ...more] = after.filter((file) => !known.has(keyOfFile(file)));
  return more.length === 0 ? (found ?? null) : null;
}

/** Entries of version 0.3 have no folder; then it has to be the only file with the number. */
function findIn(listing: Listing, { fileId, folderId }: Readonly<Record<string, string>>): TransactionFile | null {
  if (!('files' in listing)) return null;
  const isIt = (file: TransactionFile) =>
    file.fileId === fileId && (folderId === undefined || file.folderId === folderId);
  const [only, ...more] = listing.files.filter(isIt);
  return more.length === 0 ? (only ?? null) : null;
}
