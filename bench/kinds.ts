/**
 * Kinds of data that a service may send: the notations of values that the gateway accepts, and contents. `write` makes a record
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
  readonly values?: 'dense' | 'escapes' | 'letters' | 'long';
}

export const notations: Readonly<Record<string, KindOfData>> = {
  'local time with daylight saving': {
    dialect: { timestamps: { format: 'sql', zone: 'America/Denver' } },
    settings: { UPSTREAM_TIME_ZONE: 'America/Denver' },
  },
  'US time with AM and PM': {
    dialect: { timestamps: { format: 'us', dates: 'us-short', zone: 'America/Denver' } },
    settings: { UPSTREAM_TIME_ZONE: 'America/Denver' },
  },
  'fraction without offset': { dialect: { timestamps: { format: 'zoneless' } } },
  'offset without colon': { dialect: { timestamps: { format: 'compact', zone: 'America/Denver' } } },
  'seconds since 1970': {
    dialect: { timestamps: { format: 'seconds', dates: 'moment' } },
    settings: { UPSTREAM_EPOCH: 'seconds' },
  },
  'milliseconds since 1970': {
    dialect: { timestamps: { format: 'milliseconds', dates: 'moment' } },
    settings: { UPSTREAM_EPOCH: 'milliseconds' },
  },
  'numbers as texts': { dialect: { numbers: 'text' } },
  'numbers as numbers': { dialect: { numbers: 'number' } },
  'amounts in dollars': { dialect: { numbers: 'money' } },
  'codes as labels': { dialect: { codes: 'label' } },
  'codes in small letters': { dialect: { codes: 'lowercase' } },
  'blanks as null': { dialect: { blanks: 'null' } },
  'blanks left out': { dialect: { blanks: 'absent' } },
  'blanks as white space': { dialect: { blanks: 'space' } },
  'blanks as words': { dialect: { blanks: 'word' } },
};

export const data: Readonly<Record<string, KindOfData>> = {
  sparse: {},
  dense: { values: 'dense' },
  'columns in reverse': { dialect: { columns: { order: 'reversed' } } },
  'dense with numbers as numbers': { values: 'dense', dialect: { numbers: 'number', ids: 'number' } },
  'dense with escapes': { values: 'escapes' },
  'dense with letters beyond Latin-1': { values: 'letters' },
  indented: { indent: 2 },
  'unknown columns': { dialect: { columns: { unknown: { region: 'North', score: 4.5, reviewed: null } } } },
  'values of 10 kB': { values: 'long' },
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
  escapes: 'The "Elm" house\\\nat 5/7',
  letters: 'Příbram 東京 Łódź',
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
