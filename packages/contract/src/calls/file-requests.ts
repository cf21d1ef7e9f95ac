/**
 * Builds the requests of the three file endpoints (4.7, 4.8, 4.10) from the graph's names. Their filter always uses the brackets and commas
 * of 4.8, whatever the notation of listTrans. It shares only the form of timestamps, and whether a space follows a comma. The caller
 * validates the values.
 */

import { isSuccess } from '../answers/success.ts';
import { isBlank } from '../columns/kinds.ts';
import {
  defaultNotation,
  type FilterNotation,
  type FilterOf,
  fileFilterKeys,
  givenEntries,
  keysByName,
  printFilter,
} from './filter.ts';
import { writeFilterValue } from './filter-timestamps.ts';
import type { Requests } from './messages.ts';
import { type SentValue, sentTexts } from './messages.ts';

/** The conditions for files (4.8), by the graph's names. */
export type FileFilter = FilterOf<typeof fileFilterKeys>;

const filterKeys = keysByName(fileFilterKeys);
const filterNames = Object.keys(filterKeys) as (keyof FileFilter)[];

/** The filter's entries that have a value, in the order of the spec's list. */
export function fileFilterEntries(filter: FileFilter): [keyof FileFilter, string][] {
  return givenEntries(filterNames, filter);
}

/** Whether the filter's value is a timestamp. */
export function isTimestampFileFilter(name: keyof FileFilter): boolean {
  return fileFilterKeys[filterKeys[name]].value === 'timestamp';
}

/** The request for the files of a transaction that match the filter; listFiles and downloadfiles take the same one. */
export function selectFiles(
  transId: string,
  filter: FileFilter,
  { separator, timestamps }: FilterNotation = defaultNotation,
): Requests['listFiles'] & Requests['downloadfiles'] {
  const entries = fileFilterEntries(filter);
  if (entries.length === 0) return { transId };
  const values = entries.map(([name, value]) => {
    const key = filterKeys[name];
    return [key, writeFilterValue(fileFilterKeys[key], value, timestamps)] as const;
  });
  const notation = separator === ',' ? { ...defaultNotation, separator } : defaultNotation;
  return { transId, filter: printFilter(values, notation) };
}

/** The fields of uploadfiles, without userId and without the file, which is streamed separately. */
export interface UploadRequest {
  readonly transId: string;
  readonly description: string;
  readonly sender: string;
  readonly no_of_pages: number;
}

/**
 * The field of uploadfiles that holds the file, and the names of its parts in the base64 JSON encoding: a name and a
 * content (assumed, 4.7).
 */
export const FILE_FIELD = 'file_name';
export const jsonFileFields = { name: 'name', content: 'content' } as const;

/** The values that an upload sends, including the file's name. */
export function valuesOfUpload(request: UploadRequest, fileName: string): SentValue[] {
  const pages = { field: 'pageCount', upstreamName: 'no_of_pages', value: String(request.no_of_pages) };
  return [
    { field: 'file', upstreamName: FILE_FIELD, value: fileName },
    ...sentTexts(request, { transId: 'transactionId' }),
    pages,
  ];
}

/** The address in the response of downloadfiles (4.8); null if there is none or the response does not report success. */
export function fileUrlOf({ file_url: address, result }: Readonly<Record<string, unknown>>): string | null {
  if (!isBlank(result) && !isSuccess(result)) return null;
  return typeof address === 'string' && address.trim() !== '' ? address.trim() : null;
}

/** Whether an error's message names the transaction. These endpoints return 400, not 404, for an unknown transaction. */
export function namesTransaction(message: string | null): boolean {
  return message !== null && /\btransId\b/.test(message);
}
