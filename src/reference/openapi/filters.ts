/** Describes the text of a filter (4.4, 4.8): its notation, and one line for each key of the contract's table. */
import { type FilterKey, fileFilterKeys, transactionFilterKeys } from '../../contract/calls/filter.ts';
import { describeCodes } from './kinds.ts';

const NOTATION =
  'Format: `key=<value>`, multiple keys separated by commas, each key at most once. All of them must match.';

export const transactionFilterText = describe(transactionFilterKeys);
export const fileFilterText = describe(fileFilterKeys);

function describe(keys: Readonly<Record<string, FilterKey>>): string {
  return [NOTATION, '', ...Object.entries(keys).map(([key, row]) => `- \`${key}\`: ${meaning(key, row)}`)].join('\n');
}

function meaning(key: string, { value, required, table }: FilterKey): string {
  if (value === 'text') return required ? 'required; matches exactly.' : 'matches the whole text.';
  if (value === 'range') return 'two timestamps as `<from - to>`, both ends included.';
  if (table !== undefined) return `one or more codes, separated by \`|\`: ${describeCodes(table)}`;
  return /_(?:min|since)$/.test(key)
    ? 'a timestamp; matches it and anything later.'
    : 'a timestamp; a date matches its whole day.';
}
