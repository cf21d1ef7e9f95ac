/**
 * Identifies the file that an upload created (4.7). uploadfiles returns no id, so the transaction's files are listed before and after the
 * upload, and the new file that matches is the uploaded one. If several match, it cannot be identified.
 */
import { selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { FileRecord } from '@realty-forms/contract/columns/records.ts';
import type { TransactionGrant } from '../callers/grants.ts';
import { meaningOf } from '../fault.ts';
import { lettersOf, matchInsertDate } from '../ledger/recovery/matching.ts';
import type { Candidate, Find, WriteCommand } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { TransactionFile } from './files.ts';

export interface Uploaded {
  /** Null if it cannot be identified or no longer exists. */
  readonly file: TransactionFile | null;
}

interface UploadTarget {
  readonly name: string;
  readonly description: string;
  /** Whether the query selects the file. Without that and without a key, nothing is listed. */
  readonly wantsFile: boolean;
  readonly hasKey: boolean;
}

/** The files before an upload is sent, which show which file is new afterwards. */
interface UploadTracking extends Pick<WriteCommand<Uploaded>, 'complete' | 'toStored' | 'restore'> {
  /** The fault with which the service said that the transaction does not exist; null if it did not. */
  readonly unknownTransactionFault: unknown;
  readonly search: NonNullable<WriteCommand<Uploaded>['search']>;
}

/** The files of a transaction, or the error that prevented listing them. */
type Listing = { readonly files: readonly TransactionFile[] } | { readonly error: unknown };

export async function trackUpload(
  { upstream, files, findUpload }: Pick<Parts, 'files' | 'findUpload' | 'upstream'>,
  grant: TransactionGrant,
  { name, description, wantsFile, hasKey }: UploadTarget,
): Promise<UploadTracking> {
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
  const isSame = (other: readonly string[]) => other.every((text, index) => text === match[index]);
  const matchingFiles = (listing: Listing) =>
    'files' in listing ? listing.files.filter((file) => isSame(matchOfFile(transId, file))) : null;
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
        const { candidates, isExhaustive } = await findUpload(...args);
        return {
          candidates: candidates.map((each) => ({ ...each, result: { file: toFile(each.result) } })),
          isExhaustive,
        };
      },
    },
  };
}

/** The numbers of files. Null if one has none, because it could not be recognized later. */
function keysOf(files: readonly TransactionFile[] | null): string[] | null {
  const keys = files?.flatMap((file) => keyOfFile(file) ?? []) ?? null;
  return keys?.length === files?.length ? keys : null;
}

function soleNewFile(before: readonly TransactionFile[], after: readonly TransactionFile[]): TransactionFile | null {
  const known = new Set(before.map(keyOfFile));
  const [found, ...more] = after.filter((file) => !known.has(keyOfFile(file)));
  return more.length === 0 ? (found ?? null) : null;
}

/** If the folder is unknown, the file must be the only one with the number. */
function findIn(listing: Listing, { fileId, folderId }: Readonly<Record<string, string>>): TransactionFile | null {
  if (!('files' in listing)) return null;
  const isIt = (file: TransactionFile) =>
    file.fileId === fileId && (folderId === undefined || file.folderId === folderId);
  const [only, ...more] = listing.files.filter(isIt);
  return more.length === 0 ? (only ?? null) : null;
}

/** How long after the first byte was sent a file may still be added: the longest upload, plus a margin. */
const MAX_EXECUTION_DELAY_MS = 25 * 60_000;
/** The most ids of earlier files that an entry stores. */
const MAX_EARLIER_IDS = 100;

type FileNumbers = Pick<FileRecord, 'fileId' | 'folderId'>;

/** Identifies a file within its transaction: files in two folders may have the same number. Null for a file without a number. */
function keyOfFile({ fileId, folderId }: FileNumbers): string | null {
  return fileId === null || folderId === null ? fileId : JSON.stringify([fileId, folderId]);
}

const claimOfFile = (transId: string, key: string): string => `file:${transId}:${key}`;

/** What a ledger entry stores about a file. */
function idsOfFile({ fileId, folderId }: FileNumbers): Readonly<Record<string, string>> {
  return { ...(fileId !== null && { fileId }), ...(folderId !== null && { folderId }) };
}

/** The values that identify an uploaded file. Services clean names: they replace spaces and accents, and leave codes in them undecoded. */
function matchOfFile(
  transId: string,
  { name, description }: Pick<FileRecord, 'name' | 'description'>,
): readonly string[] {
  const lettersIn = (text: string | null) => lettersOf((text ?? '').replaceAll(FORM_CODES, '').toLowerCase());
  return [transId, lettersIn(name), lettersIn(description)];
}

/** How a form writes quotation marks and line breaks in the name of a file. */
const FORM_CODES = /%(?:22|0[ad])/gi;

/** Where to search for an upload. `before` holds the keys of the matching files that already existed; null if unknown. */
function placeOfUpload(transId: string, before: readonly string[] | null): Readonly<Record<string, string>> {
  const isStored = before !== null && before.length <= MAX_EARLIER_IDS;
  return isStored ? { transId, before: JSON.stringify(before) } : { transId };
}

export type FindUpload = Find<FlatRecord>;

/**
 * Finds a file whose upload got no answer: lists the files of its transaction, and compares name and description. Files that existed
 * before the upload are excluded if their ids are known; otherwise the time at which a file was added decides. If none matches, the service
 * may have renamed the file, so all that were added at the time are similar.
 */
export function createFindUpload({ upstream, decode }: Pick<Parts, 'decode' | 'upstream'>): FindUpload {
  return async ({ place, sentAt, isMatch, mayBePartial }, signal) => {
    const { transId = '', before } = place;
    const known: ReadonlySet<string> | null = before === undefined ? null : new Set(JSON.parse(before) as string[]);
    const { data } = await upstream.call('listFiles', selectFiles(transId, {}), { signal });
    const matching: Candidate<FlatRecord>[] = [];
    const similar: (Candidate<FlatRecord> & { readonly at: number })[] = [];
    for (const flat of data) {
      const { record } = decode.file(flat);
      const timing = matchInsertDate(record.insertDate, sentAt, MAX_EXECUTION_DELAY_MS);
      const isSimilar = !isMatch(matchOfFile(transId, record));
      // If a file is known to be new, its time says nothing: clocks or time zones may be wrong.
      if (isSimilar ? timing !== 'INSIDE' : timing === 'OUTSIDE' && known === null) continue;
      const key = keyOfFile(record);
      if (key === null && !isSimilar) return { candidates: [], isExhaustive: false };
      if (key === null || known?.has(key)) continue;
      const isTimely = timing !== 'OUTSIDE';
      const found = { claim: claimOfFile(transId, key), isTimely, ids: idsOfFile(record), result: flat };
      if (isSimilar) similar.push({ ...found, isDecisive: false, isSimilar, at: Date.parse(record.insertDate ?? '') });
      else
        matching.push({ ...found, isDecisive: isTimely && !mayBePartial && (known !== null || timing === 'INSIDE') });
    }
    const candidates = matching.length > 0 ? matching : similar.sort((a, b) => b.at - a.at);
    return { candidates, isExhaustive: true };
  };
}
