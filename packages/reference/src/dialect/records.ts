/**
 * Rewrites a record in a dialect: each value by the kind of its column (2.2 to 2.8), blanks, and the columns themselves. A value that
 * does not fit its column's kind stays as it is.
 */

import { recordSets } from '@realty-forms/contract/answers/record-sets.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import type { Dialect } from './dialect.ts';
import { type TimestampNotation, writeTimestamp } from './timestamps.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

const kindsOf = new Map(
  Object.entries(recordSets).map(([endpoint, sets]) => [
    endpoint,
    new Map<string, KindName>(
      sets.flatMap(({ prefix, columns }) => columns.map(([suffix, , kind]) => [prefix + suffix, kind] as const)),
    ),
  ]),
);

/** `ownZone` is the zone of the record's times without an offset. */
export function writeRecord(endpoint: EndpointName, record: JsonRecord, dialect: Dialect, ownZone: string): JsonRecord {
  const kinds = kindsOf.get(endpoint);
  const entries: [string, unknown][] = [];
  for (const [column, value] of Object.entries(record)) {
    if (value === '') entries.push(...blankOf(column, kinds?.get(column), dialect.blanks));
    else entries.push([column, writeValue(column, kinds?.get(column), value, dialect, ownZone)]);
  }
  entries.push(...Object.entries(dialect.columns.unknown));
  if (dialect.columns.order === 'reversed') entries.reverse();
  if (dialect.columns.order === 'alphabetical') entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

const blankText = { empty: '', null: null, space: '  ', word: 'N/A' } as const;

function blankOf(column: string, kind: KindName | undefined, blanks: Dialect['blanks']): [string, unknown][] {
  if (blanks === 'absent') return [];
  const isText = kind === undefined || kind === 'text' || kind === 'json';
  return [[column, blankText[blanks === 'word' && isText ? 'empty' : blanks]]];
}

function writeValue(
  column: string,
  kind: KindName | undefined,
  value: unknown,
  dialect: Dialect,
  ownZone: string,
): unknown {
  switch (kind) {
    case 'text':
      return writeText(column, value, dialect.ids);
    case 'decimal':
      if (dialect.numbers === 'money' && column !== NO_AMOUNT) return writeAmount(value);
      return writeNumber(value, dialect.numbers);
    case 'integer':
      return writeNumber(value, dialect.numbers);
    case 'timestamp':
      return typeof value === 'string' ? writeTimestamp(value, timestampNotationOf(dialect), ownZone) : value;
    case 'date':
      return typeof value === 'string' ? writeTimestamp(value, dialect.timestamps, ownZone) : value;
    case 'propertyType':
    case 'transactionType':
    case 'propertyStatus':
      return writeCode(kind, value, dialect.codes);
    case 'json':
    case undefined:
      return value;
  }
}

/** A date in a timestamp column is not written as a time, because a reader could no longer see that it was a date. */
const timestampNotationOf = ({ timestamps }: Dialect): TimestampNotation =>
  timestamps.dates === 'moment' ? { ...timestamps, dates: 'iso' } : timestamps;

const DIGITS = /^[1-9]\d{0,14}$/;

/** The columns that identify records: a service with columns of fixed width pads them. */
const IDENTIFIERS = /^(?:agentNRDSID|transId|accountID|fileID|fileFolderID)$/;

function writeText(column: string, value: unknown, ids: Dialect['ids']): unknown {
  if (ids === 'text' || typeof value !== 'string' || !DIGITS.test(value)) return value;
  if (ids === 'number') return Number(value);
  return IDENTIFIERS.test(column) ? ` ${value.padStart(12)} ` : value;
}

/** The only decimal that is not an amount. */
const NO_AMOUNT = 'Baths';

/** In dollars, with commas between thousands. */
function writeAmount(value: unknown): unknown {
  const [, sign, whole, decimals] = /^(-?)([1-9]\d*|0)(\.\d+)?$/.exec(String(value)) ?? [];
  return whole === undefined ? value : `${sign}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${decimals ?? ''}`;
}

/** Writes a number as text, or a text as a number if a double has exactly its digits. */
export function writeNumber(value: unknown, numbers: Dialect['numbers']): unknown {
  if (numbers === 'text' || numbers === 'money') return typeof value === 'number' ? String(value) : value;
  if (numbers === 'number') return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
  return value;
}

function writeCode(table: keyof typeof codeTables, value: unknown, codes: Dialect['codes']): unknown {
  const row = codeTables[table].find(({ code }) => code === value);
  if (row === undefined || codes === 'code') return value;
  return codes === 'label' ? row.label : row.code.toLowerCase();
}
