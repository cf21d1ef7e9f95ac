/**
 * The requests of the three file endpoints (4.7, 4.8, 4.10), built from names of the graph. Their filter is written as 4.8
 * shows it, whatever the notation of listTrans is set to. Values are checked by the caller.
 */
import { type FileFilterKey, printFilter } from './filter.ts';
import { isBlank } from './kinds.ts';
import type { Requests } from './messages.ts';
import { type FieldNames, type SentValue, textsSent } from './sent-value.ts';
import { isSuccess } from './success.ts';

/** What files must fit (4.8), in names of the graph. */
export interface FileFilter {
  readonly folderId?: string | null;
  readonly fileId?: string | null;
  readonly insertDate?: string | null;
  readonly lastUpdateDate?: string | null;
  readonly insertDateMin?: string | null;
  readonly lastUpdateDateSince?: string | null;
}

const filterKeys = {
  folderId: 'fileFolderID',
  fileId: 'fileID',
  insertDate: 'insertDate',
  lastUpdateDate: 'lastUpdateDate',
  insertDateMin: 'insertDate_min',
  lastUpdateDateSince: 'lastUpdateDate_since',
} as const satisfies Record<keyof FileFilter, FileFilterKey>;
const filterNames = Object.keys(filterKeys) as (keyof FileFilter)[];

/** The filter's entries that hold a value, in the order of the spec's list. */
export function givenFileFilters(filter: FileFilter): [keyof FileFilter, string][] {
  const given: [keyof FileFilter, string][] = [];
  for (const name of filterNames) {
    const value = filter[name];
    if (value !== null && value !== undefined) given.push([name, value]);
  }
  return given;
}

/** The files of a transaction that fit, for listFiles as for downloadfiles. */
export function selectFiles(transId: string, filter: FileFilter): Requests['listFiles'] & Requests['downloadfiles'] {
  const given = givenFileFilters(filter);
  if (given.length === 0) return { transId };
  return { transId, filter: printFilter(given.map(([name, value]) => [filterKeys[name], value])) };
}

/** What uploadfiles takes beside the file itself, in names of the graph. */
export interface UploadFile {
  readonly transId: string;
  readonly description: string;
  readonly sender: string;
  readonly pageCount: number;
}

/** The fields of uploadfiles without userId, the file among them by its name only: its bytes run beside. */
export interface UploadRequest {
  readonly transId: string;
  readonly description: string;
  readonly sender: string;
  readonly no_of_pages: number;
}

export function uploadFile({ transId, description, sender, pageCount }: UploadFile): UploadRequest {
  return { transId, description, sender, no_of_pages: pageCount };
}

/** The field of uploadfiles that holds the file, and how base64 in JSON writes it: a name and a content (assumed, 4.7). */
export const FILE_FIELD = 'file_name';
export const jsonFileFields = { name: 'name', content: 'content' } as const;

const uploadFields: FieldNames<
  { transactionId: string; description: string; sender: string; pageCount: number },
  UploadRequest
> = { transactionId: 'transId', description: 'description', sender: 'sender', pageCount: 'no_of_pages' };

/** The values that an upload sends, the file's name among them. */
export function valuesOfUpload(request: UploadRequest, fileName: string): SentValue[] {
  const pages = { field: 'pageCount', wire: 'no_of_pages', value: String(request.no_of_pages) };
  return [{ field: 'file', wire: FILE_FIELD, value: fileName }, ...textsSent(uploadFields, request), pages];
}

/** The address in the answer of downloadfiles (4.8); null where there is none, or where it does not succeed. */
export function fileUrlOf({ file_url: address, result }: Readonly<Record<string, unknown>>): string | null {
  if (!isBlank(result) && !isSuccess(result)) return null;
  return typeof address === 'string' && address.trim() !== '' ? address.trim() : null;
}

/**
 * Whether an answer of uploadfiles says that the upload succeeded (4.7): by its result, or, where it has none, by its status
 * as a number or as text. A status of 200 stands beside a result that is none, too.
 */
export function isUploaded({ status, result }: Readonly<Record<string, unknown>>): boolean {
  return isBlank(result) ? Number(status) === 200 : isSuccess(result);
}

/** Whether an error's message names the transaction: these endpoints have no 404 for one that is unknown, only a 400. */
export function namesTransaction(message: string | null): boolean {
  return message !== null && /\btransId\b/.test(message);
}
