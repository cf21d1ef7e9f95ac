/**
 * Parses the filter of downloadfiles and listFiles (4.8) into conditions: an id matches exactly, a date covers its whole day,
 * a date-time is one instant. An invalid filter is the endpoint's 404, which quotes it, an invalid character in a value its 402.
 */
import {
  type FileFilterKey,
  type FilterValue,
  fileFilterKeys,
  parseFilter,
  printFilter,
} from '@realty-forms/contract/calls/filter.ts';
import { readTransId } from '../handlers/fsforms.ts';
import { readSpan, SINCE } from '../handlers/listing.ts';
import { invalidFilter } from '../http/failure.ts';
import { rejectInvalidCharacters } from '../http/validate.ts';
import type { FileCondition } from '../store/files.ts';

type FileEndpoint = 'downloadfiles' | 'listFiles';

const idColumns: Readonly<Record<string, 'id' | 'folder_id'>> = { fileID: 'id', fileFolderID: 'folder_id' };

/** An id that no file or folder has. */
const NO_ID = 0;

export interface FileFilter {
  readonly conditions: readonly FileCondition[];
  /** The filter in its canonical notation. */
  readonly text: string;
}

export function readFileFilter(endpoint: FileEndpoint, text: string, timeZone: string): FileFilter {
  const parsed = parseFilter(text, fileFilterKeys);
  if (!parsed.ok) throw invalidFilter(endpoint, text);
  const values = [...parsed.values] as [FileFilterKey, FilterValue][];
  const conditions = values.map(([key, value]) => {
    rejectInvalidCharacters(endpoint, value);
    const condition = readCondition(key, String(value), timeZone);
    if (condition === null) throw invalidFilter(endpoint, text);
    return condition;
  });
  const canonical = canonicalText(values);
  if (canonical === null) throw invalidFilter(endpoint, text);
  return { conditions, text: canonical };
}

/** The condition, or null if the value is not a timestamp where one is expected. */
function readCondition(key: FileFilterKey, value: string, timeZone: string): FileCondition | null {
  const id = idColumns[key];
  if (id !== undefined) return { column: id, is: readTransId(value) ?? NO_ID };
  const date = key.replace(SINCE, '');
  const span = readSpan(value, timeZone);
  const column = date === 'insertDate' ? 'insert_date' : 'last_update_date';
  return span && { column, from: span.from, to: date === key ? span.to : null };
}

/** Null if a value contains a character that is reserved in filters: it can be parsed, but not printed. */
function canonicalText(values: readonly (readonly [FileFilterKey, FilterValue])[]): string | null {
  try {
    return printFilter(values);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
