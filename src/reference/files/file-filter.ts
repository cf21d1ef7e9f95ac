/**
 * Parses the filter of downloadfiles and listFiles (4.8) into conditions: an id matches exactly, a date covers its whole day,
 * a date-time is one instant. An invalid filter is the endpoint's 404, an invalid character in a value its 402.
 */
import {
  type FileFilterKey,
  type FilterValue,
  fileFilterKeys,
  parseFilter,
  printFilter,
} from '../../contract/filter.ts';
import { invalidFilter } from '../failure.ts';
import { readTransId } from '../handlers/fsforms.ts';
import { readSpan } from '../handlers/listing.ts';
import type { FileCondition } from '../store/files.ts';
import { rejectInvalidCharacters } from '../validate.ts';

type FileEndpoint = 'downloadfiles' | 'listFiles';
type TimestampMatch = 'equal' | 'since';

const columns = {
  fileFolderID: ['folder_id', 'id'],
  fileID: ['id', 'id'],
  insertDate: ['insert_date', 'equal'],
  lastUpdateDate: ['last_update_date', 'equal'],
  insertDate_min: ['insert_date', 'since'],
  lastUpdateDate_since: ['last_update_date', 'since'],
} as const satisfies Readonly<
  Record<
    FileFilterKey,
    readonly ['id' | 'folder_id', 'id'] | readonly ['insert_date' | 'last_update_date', TimestampMatch]
  >
>;

/** An id that no file or folder has. */
const NO_ID = 0;

export interface FileFilter {
  readonly conditions: readonly FileCondition[];
  /** The filter in its canonical notation. */
  readonly text: string;
}

export function readFileFilter(endpoint: FileEndpoint, text: string, timeZone: string): FileFilter {
  const parsed = parseFilter(text, fileFilterKeys);
  if (!parsed.ok) throw invalidFilter(endpoint, parsed.problem);
  const values = [...parsed.values] as [FileFilterKey, FilterValue][];
  const conditions = values.map(([key, value]) => {
    rejectInvalidCharacters(endpoint, value);
    return readCondition(endpoint, key, String(value), timeZone);
  });
  return { conditions, text: text === '' ? '' : canonicalText(endpoint, values) };
}

function readCondition(endpoint: FileEndpoint, key: FileFilterKey, value: string, timeZone: string): FileCondition {
  const [column, match] = columns[key];
  if (match === 'id') return { column, is: readTransId(value) ?? NO_ID };
  const { from, to } = readSpan(endpoint, key, value, timeZone);
  return { column, from, to: match === 'since' ? null : to };
}

/** A value that can be parsed but not printed contains a character that is reserved in filters. */
function canonicalText(endpoint: FileEndpoint, values: readonly (readonly [FileFilterKey, FilterValue])[]): string {
  try {
    return printFilter(values);
  } catch (error) {
    throw invalidFilter(endpoint, error instanceof Error ? error.message : String(error));
  }
}
