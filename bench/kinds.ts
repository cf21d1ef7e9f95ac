/**
 * Kinds of data that a service may send: the notations of values that the gateway accepts, and contents. `write` makes a record
 * of the seed into one of its kind.
 */
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { JsonRecord } from '@realty-forms/reference/speech/records.ts';
import { readSpeech, type Speech } from '@realty-forms/reference/speech/speech.ts';

export interface KindOfData {
  /** What differs from the embedded service's notation (`--speak`). */
  readonly speech?: object;
  /** The gateway's settings for that notation. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The white space of indented JSON. */
  readonly indent?: number;
  /** What blank or text columns have instead of the seed's values. */
  readonly values?: 'dense' | 'escapes' | 'letters' | 'long';
}

export const notations: Readonly<Record<string, KindOfData>> = {
  'local time with daylight saving': {
    speech: { timestamps: { format: 'sql', zone: 'America/Denver' } },
    settings: { UPSTREAM_TIME_ZONE: 'America/Denver' },
  },
  'US time with AM and PM': {
    speech: { timestamps: { format: 'us', dates: 'us-short', zone: 'America/Denver' } },
    settings: { UPSTREAM_TIME_ZONE: 'America/Denver' },
  },
  'fraction without offset': { speech: { timestamps: { format: 'zoneless' } } },
  'offset without colon': { speech: { timestamps: { format: 'compact', zone: 'America/Denver' } } },
  'seconds since 1970': {
    speech: { timestamps: { format: 'seconds', dates: 'moment' } },
    settings: { UPSTREAM_EPOCH: 'seconds' },
  },
  'milliseconds since 1970': {
    speech: { timestamps: { format: 'milliseconds', dates: 'moment' } },
    settings: { UPSTREAM_EPOCH: 'milliseconds' },
  },
  'numbers as texts': { speech: { numbers: 'text' } },
  'numbers as numbers': { speech: { numbers: 'number' } },
  'amounts in dollars': { speech: { numbers: 'money' } },
  'codes as labels': { speech: { codes: 'label' } },
  'codes in small letters': { speech: { codes: 'lowercase' } },
  'blanks as null': { speech: { blanks: 'null' } },
  'blanks left out': { speech: { blanks: 'absent' } },
  'blanks as white space': { speech: { blanks: 'space' } },
  'blanks as words': { speech: { blanks: 'word' } },
};

export const data: Readonly<Record<string, KindOfData>> = {
  sparse: {},
  dense: { values: 'dense' },
  'columns in reverse': { speech: { columns: { order: 'reversed' } } },
  'dense with numbers as numbers': { values: 'dense', speech: { numbers: 'number', ids: 'number' } },
  'dense with escapes': { values: 'escapes' },
  'dense with letters beyond Latin-1': { values: 'letters' },
  indented: { indent: 2 },
  'unknown columns': { speech: { columns: { unknown: { region: 'North', score: 4.5, reviewed: null } } } },
  'values of 10 kB': { values: 'long' },
};

export function speechOf({ speech = {} }: KindOfData): Speech {
  const read = readSpeech(speech);
  if ('faults' in read) throw new Error(read.faults.join('; '));
  return read.speech;
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
