/**
 * Kinds of data that a service may send: the notations of values that the gateway accepts, and contents. `writeData` makes a record
 * of the seed into one of its kind.
 */
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { type Dialect, readDialect } from '@realty-forms/reference/dialect/dialect.ts';
import type { JsonRecord } from '@realty-forms/reference/dialect/records.ts';

export interface KindOfData {
  /** What differs from the embedded service's notation (`--dialect`). */
  readonly dialect?: object;
  /** The gateway's settings for that notation. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The white space of indented JSON. */
  readonly indent?: number;
  /** What blank or text columns have instead of the seed's values. */
  readonly values?: 'dense' | 'letters' | 'long';
}

const denver = { UPSTREAM_TIME_ZONE: 'America/Denver' };

/** The same values as the usual data, written differently: each may cost a tenth more. */
export const notations: Readonly<Record<string, KindOfData>> = {
  // As the embedded service's dialect `documented`: `2026-03-04 09:30:00`, `"4"`, `"$1,250.50"` and `""`.
  'as the documentation has it: times without offset, numbers as texts, money with signs': {
    dialect: { timestamps: { format: 'sql', dates: 'moment', zone: 'America/Denver' }, numbers: 'money' },
    settings: denver,
  },
  'US times with AM and PM': {
    dialect: { timestamps: { format: 'us', dates: 'us-short', zone: 'America/Denver' } },
    settings: denver,
  },
  'times with an offset without colon': { dialect: { timestamps: { format: 'compact', zone: 'America/Denver' } } },
  'milliseconds since 1970': {
    dialect: { timestamps: { format: 'milliseconds', dates: 'moment' } },
    settings: { UPSTREAM_EPOCH: 'milliseconds' },
  },
  'numbers and ids as numbers': { dialect: { numbers: 'number', ids: 'number' } },
  'codes as labels': { dialect: { codes: 'label' } },
  'blanks as null': { dialect: { blanks: 'null' } },
  'blanks left out': { dialect: { blanks: 'absent' } },
  'columns in reverse, among unknown ones': {
    dialect: { columns: { order: 'reversed', unknown: { region: 'North', score: 4.5, reviewed: null } } },
  },
};

/** More data than the usual. */
export const contents: Readonly<Record<string, KindOfData>> = {
  'indented JSON': { indent: 2 },
  'a value in each column': { values: 'dense' },
  'a value in each column, with escapes and letters beyond Latin-1': { values: 'letters' },
  'texts of 10 kB': { values: 'long' },
};

export function dialectOf({ dialect = {} }: KindOfData): Dialect {
  const read = readDialect(dialect);
  if ('faults' in read) throw new Error(read.faults.join('; '));
  return read.dialect;
}

const kindOf = new Map(transactionFields.map(({ upstreamName, kind }) => [upstreamName, kind]));
const samples: Readonly<Record<string, string>> = {
  timestamp: '2026-03-04T09:30:00.000Z',
  date: '2026-03-04T09:30:00.000Z',
  decimal: '1250.50',
  integer: '4',
};
const texts: Readonly<Record<NonNullable<KindOfData['values']>, string>> = {
  dense: 'Value of this column',
  letters: 'The "Elm" house\\\nin Příbram, 東京',
  long: 'Legal description, in great detail. '.repeat(290),
};
/** Few columns are long, as few are in practice. */
const longColumns = new Set(['legalDescription', 'countyParcel']);
/** A record names no other agent than its list's. */
const kept = new Set(['transId', 'buyerAgentNRDSID', 'sellerAgentNRDSID']);

export function writeData(record: JsonRecord, { values }: KindOfData): JsonRecord {
  if (values === undefined) return record;
  const written = Object.entries(record).map(([column, value]) => {
    const kind = kindOf.get(column);
    const isText = kind === 'text' && !kept.has(column) && (values !== 'long' || longColumns.has(column));
    if (isText) return [column, values === 'dense' && value !== '' ? value : texts[values]];
    return [column, value === '' && values !== 'long' ? (samples[kind ?? ''] ?? value) : value];
  });
  return Object.fromEntries(written);
}
