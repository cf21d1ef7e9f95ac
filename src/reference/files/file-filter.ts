/**
 * The filter of downloadfiles and listFiles (4.8), from text to conditions: ids as they stand, a date as its whole day, a
 * date-time as one instant. What is no filter is the endpoint's 404, a character that no value may have its 402.
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
import { refuseInvalidCharacters } from '../validate.ts';

type FileEndpoint = 'downloadfiles' | 'listFiles';
type Reach = 'equal' | 'since';

const columns = {
  fileFolderID: ['folder_id', 'id'],
  fileID: ['id', 'id'],
  insertDate: ['insert_date', 'equal'],
  lastUpdateDate: ['last_update_date', 'equal'],
  insertDate_min: ['insert_date', 'since'],
  lastUpdateDate_since: ['last_update_date', 'since'],
} as const satisfies Readonly<
  Record<FileFilterKey, readonly ['id' | 'folder_id', 'id'] | readonly ['insert_date' | 'last_update_date', Reach]>
>;

/** An id that no file and no folder has. */
const NOTHING = 0;

export interface FileFilter {
  readonly conditions: readonly FileCondition[];
  /** The filter in the one way that it is printed. */
  readonly text: string;
}

export function readFileFilter(endpoint: FileEndpoint, text: string, timeZone: string): FileFilter {
  const parsed = parseFilter(text, fileFilterKeys);
  if (!parsed.ok) throw invalidFilter(endpoint, parsed.problem);
  const values = [...parsed.values] as [FileFilterKey, FilterValue][];
  const conditions = values.map(([key, value]) => {
    refuseInvalidCharacters(endpoint, value);
    return readCondition(endpoint, key, String(value), timeZone);
  });
  return { conditions, text: text === '' ? '' : printed(endpoint, values) };
}

function readCondition(endpoint: FileEndpoint, key: FileFilterKey, value: string, timeZone: string): FileCondition {
  const [column, meaning] = columns[key];
  if (meaning === 'id') return { column, is: readTransId(value) ?? NOTHING };
  const { from, to } = readSpan(endpoint, key, value, timeZone);
  return { column, from, to: meaning === 'since' ? null : to };
}

/** A value that can be read and not be printed holds a character that has a meaning in filters. */
function printed(endpoint: FileEndpoint, values: readonly (readonly [FileFilterKey, FilterValue])[]): string {
  try {
    return printFilter(values);
  } catch (error) {
    throw invalidFilter(endpoint, error instanceof Error ? error.message : String(error));
  }
}
