/**
 * Use cases for a transaction's files: list them, get one (4.10). listFiles has no batches, so a page is a slice of one answer. The total
 * is the number of records in it, because its meta counts every file regardless of the filter (2.1).
 */
import {
  type FileFilter,
  fileFilterEntries,
  isTimestampFileFilter,
} from '@realty-forms/contract/calls/file-requests.ts';
import { unsafeFilterCharacter } from '@realty-forms/contract/calls/filter.ts';
import type { Responses } from '@realty-forms/contract/calls/messages.ts';
import type { FlatRecord, Unreadable } from '@realty-forms/contract/columns/codec.ts';
import { type FileRecord, fileSets } from '@realty-forms/contract/columns/records.ts';
import { type SelectedRecord, type Selection, selectPaths } from '@realty-forms/contract/columns/selection.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import type { FileGrant, TransactionGrant } from '../callers/grants.ts';
import { badInput, meaningOf, notFound } from '../fault.ts';
import { statedLength } from '../lists/batch-behavior.ts';
import { type Batched, knownList } from '../lists/snapshot.ts';
import { type Connection, type PageArguments, readConnection } from '../paging/connection.ts';
import { fileFingerprint } from '../paging/record-fingerprints.ts';
import type { Parts } from '../parts.ts';
import { createDayFilters } from '../reading/filter-checks.ts';
import type { Loaders } from '../reading/loaders.ts';
import { checkFilterValue } from '../sendable-text.ts';

/** A file as the graph reads it. */
export interface TransactionFile extends FileRecord {
  /** Null if the record has no number, or one that cannot be sent in a filter. */
  readonly grant: FileGrant | null;
  /** The transaction under which it was listed. */
  readonly owner: TransactionGrant;
  readonly unreadable: readonly Unreadable[];
}

export type TransactionFileConnection = Connection<TransactionFile>;

interface ListFilesArguments extends PageArguments {
  readonly filter?: FileFilter | null;
}

export type Files = Readonly<ReturnType<typeof createFiles>>;

const MAX_ID_CHARACTERS = 64;
const numbersOnly = selectPaths(new Set(['fileId', 'folderId']), fileSets);

export function createFiles(parts: Pick<Parts, 'access' | 'clock' | 'decode' | 'notation' | 'sealer'>) {
  const { access, decode, sealer } = parts;
  const dayFilters = createDayFilters('listFiles', parts);
  const fromRecord = (
    grant: TransactionGrant,
    flat: FlatRecord | SelectedRecord,
    selection?: Selection,
  ): TransactionFile => {
    const { record, unreadable } = decode.file(flat, selection);
    const { fileId, folderId } = record;
    const isNamed = fileId !== null && isFilterable(fileId);
    const own = isNamed ? access.ownFile(grant, fileId, folderOf(folderId)) : null;
    return { ...record, unreadable, owner: grant, grant: own };
  };

  return {
    /** Builds the file from a flat record that was read under a transaction's grant. */
    fromRecord,
    /** Throws UPSTREAM_INVALID for a file without a number. */
    idOf({ grant }: TransactionFile): string {
      if (grant !== null) return access.fileId(grant);
      throw invalidAnswer('listFiles', 'a file has no number to request it by');
    },
    async list(
      loaders: Loaders,
      grant: TransactionGrant,
      { filter, ...page }: ListFilesArguments,
      selection?: Selection,
    ): Promise<TransactionFileConnection> {
      const filters = checkFileFilter(filter ?? {});
      const files: Batched<FlatRecord | SelectedRecord> = {
        async read(batch) {
          const answer = await loaders.files(grant, filter ?? {}, selection);
          // The stated length counts every file of the transaction, even those that a filter leaves out.
          const isCounted = filters.length > 0 || statedLength(answer) <= answer.data.length;
          return knownList(answer.data, isCounted).read(batch);
        },
      };
      const list = ['files', grant.holder, grant.transId, filters];
      const toFile = (flat: FlatRecord | SelectedRecord) => fromRecord(grant, flat, selection);
      const found = await readConnection(sealer, list, page, files, toFile, fileFingerprint);
      const readOthers = async (others: FileFilter) =>
        (await loaders.files(grant, others)).data.map((flat) => decode.file(flat).record);
      if (filters.length > 0) await dayFilters.check(filter ?? {}, found, readOthers);
      return found;
    },
    /** Without `selection`, decodes the whole record. */
    async get(loaders: Loaders, grant: FileGrant, selection?: Selection): Promise<TransactionFile> {
      const { transaction, fileId, folderId } = grant;
      const listed = await loaders.files(transaction, { fileId }).catch(emptyIfAbsent);
      const found = listed.data
        .map((flat) => ({ flat, numbers: decode.file(flat, numbersOnly).record }))
        .filter(({ numbers }) => numbers.fileId === fileId)
        .map(({ flat, numbers }) => ({ flat, folder: folderOf(numbers.folderId) }));
      const sole = soleOf(found, folderId);
      if (sole === null) throw notFound();
      const { record, unreadable } = decode.file(sole.flat, selection);
      return { ...record, unreadable, owner: transaction, grant: { ...grant, folderId: sole.folder } };
    },
  };
}

/** Checks the values of a filter. Throws BAD_USER_INPUT for one that is blank, too long, or unsafe in the filter's text. */
export function checkFileFilter(filter: FileFilter): ReturnType<typeof fileFilterEntries> {
  const filters = fileFilterEntries(filter);
  for (const [name, value] of filters) {
    // First, because a page checks its filter of files once for each transaction, and a text may be as long as the body.
    if (value.length > MAX_ID_CHARACTERS) {
      throw badInput(`filter.${name}`, `must have at most ${MAX_ID_CHARACTERS} characters`);
    }
    checkFilterValue(`filter.${name}`, value, isTimestampFileFilter(name));
  }
  return filters;
}

/** Whether a filter can select files by this number. */
function isFilterable(number: string): boolean {
  return number.length <= MAX_ID_CHARACTERS && unsafeFilterCharacter(number) === null;
}

/** The folder in the form that grants contain. */
function folderOf(folderId: string | null): string {
  return folderId !== null && isFilterable(folderId) ? folderId : '';
}

/** The file in this folder or, if the folder is unknown, the only file. Null if there is none, or if there are several. */
function soleOf<File extends { readonly folder: string }>(files: readonly File[], folder: string): File | null {
  const [only, ...more] = folder === '' ? files : files.filter((each) => each.folder === folder);
  return more.length === 0 ? (only ?? null) : null;
}

/** The service may reject a filter by a number that matches nothing as invalid (4.8). */
function emptyIfAbsent(error: unknown): Pick<Responses['listFiles'], 'data'> {
  if (meaningOf(error) === 'unmatched') return { data: [] };
  throw error;
}
