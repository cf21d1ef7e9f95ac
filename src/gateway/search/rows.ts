/**
 * Makes the row of a record: the values to filter and sort by, in a form that any database compares as texts, byte by byte, and the words
 * by which the record is found. A value that is blank or cannot be read is '': a search without a filter on it still finds the record.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { compileCodec, type FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionFields, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { type TimeZone, timeZoneOf } from '@realty-forms/contract/times/time-zone.ts';
import { contentHash } from '../live/tracking/change-window.ts';
import { fold, indexedWords } from './fold.ts';
import type { IndexedRecord } from './index.ts';

/** The columns, in the order in which a record is stored. */
const columns = transactionFields.map(({ upstreamName }) => upstreamName);
/** Raise the number when rows are made differently: the index is then filled again, as it is when the columns change. */
export const ROWS_VERSION = `8 ${hash('sha256', columns.join(), 'base64url').slice(0, 8)}`;

type Day = (record: TransactionRecord) => string | null | undefined;

/** The dates of a record, by column. */
export const dateColumns = {
  insert_date: ({ insertDate }) => insertDate,
  last_update_date: ({ lastUpdateDate }) => lastUpdateDate,
  listing_start_date: ({ listing }) => listing?.startDate,
  listing_expiration_date: ({ listing }) => listing?.expirationDate,
  agreement_date: ({ purchase }) => purchase?.agreementDate,
  earnest_money_due_date: ({ purchase }) => purchase?.earnestMoneyDueDate,
  due_diligence_date: ({ purchase }) => purchase?.dueDiligenceDate,
  projected_closing_date: ({ purchase }) => purchase?.projectedClosingDate,
} as const satisfies Readonly<Record<string, Day>>;
export type DateColumn = keyof typeof dateColumns;

/** The kinds of deadlines, by column. The first letter sorts those of one day. */
const deadlineColumns = {
  LISTING_EXPIRATION: 'listing_expiration_date',
  AGREEMENT: 'agreement_date',
  EARNEST_MONEY: 'earnest_money_due_date',
  DUE_DILIGENCE: 'due_diligence_date',
  CLOSING: 'projected_closing_date',
} as const satisfies Readonly<Record<string, DateColumn>>;
export type DeadlineKind = keyof typeof deadlineColumns;

const valueColumns = [
  'status',
  'type',
  'property_type',
  'state',
  'state_key',
  'city_key',
  'name_key',
  'price_key',
] as const;
export const rowColumns = [...valueColumns, ...(Object.keys(dateColumns) as DateColumn[])] as const;
export type RowColumn = (typeof rowColumns)[number];

export interface Row extends Readonly<Record<RowColumn, string>> {
  readonly transId: string;
  readonly seenAt: number;
  /** A hash of the content, in any order of its columns. */
  readonly hash: string;
  /** The values of all columns, then the cells of unknown ones, as JSON, compressed and in hexadecimal digits. */
  readonly record: string;
  /** All words except the agent's own. */
  readonly words: string;
  readonly deadlines: readonly { readonly kind: DeadlineKind; readonly date: string }[];
}

/** Marks the second copy of each word in the heading: a record whose heading has the words is more relevant. */
export const IN_HEADING = '=';

const headingColumns: ReadonlySet<string> = new Set([
  'transName',
  'streetAddress',
  'unitNo',
  'City',
  'State',
  'Zip',
  'MLSListingID',
]);
const otherColumns =
  /^(realtorName|countyName|Subdivision|\w+LandlordName|\w+Party\d(Name|Address)|\w+Brokerage(Name|Address)|\w+Broker(Name)|\w+Agent(Name)?|\w+Company(Name|Address))$/;
const textColumns = transactionFields
  .filter(({ kind }) => kind === 'text')
  .map(({ upstreamName }) => upstreamName)
  .filter((name) => headingColumns.has(name) || otherColumns.test(name));

const compress = promisify(deflateRaw);
/** Most records are smaller. With the default of 16 kB for each, a search for 20 would cause four times as many full garbage collections. */
const RECORD_BYTES = 4_096;
const knownColumns: ReadonlySet<string> = new Set(columns);

export type MakeRow = (record: IndexedRecord) => Promise<Row>;

/** The options say how the service writes times. `indexed` returns what the text index has of a row's words. */
export function rowMaker(options: KindOptions, indexed = (words: string): string => words): MakeRow {
  const { decode } = compileCodec<TransactionRecord>(transactionSets, options);
  const zone = timeZoneOf(options.timeZone);
  return async ({ transId, record, seenAt }) => {
    const flat = { ...record, transId };
    const row = await rowOf(flat, decode(flat).record, { transId, seenAt, zone });
    return { ...row, words: indexed(row.words) };
  };
}

/** Rows are made in portions, so that a large batch does not block the event loop. */
const PORTION = 4;

/** The rows of all records. If several records have the same number, the last one counts. */
export async function makeRows(makeRow: MakeRow, records: readonly IndexedRecord[]): Promise<readonly Row[]> {
  const latest = [...new Map(records.map((record) => [record.transId, record])).values()];
  const rows: Row[] = [];
  for (let at = 0; at < latest.length; at += PORTION) {
    rows.push(...(await Promise.all(latest.slice(at, at + PORTION).map(makeRow))));
    await new Promise(setImmediate);
  }
  return rows;
}

async function rowOf(
  flat: FlatRecord,
  decoded: TransactionRecord,
  { transId, seenAt, zone }: Pick<IndexedRecord, 'transId' | 'seenAt'> & { readonly zone: TimeZone },
): Promise<Row> {
  const { property, listing, purchase } = decoded;
  const state = textOf(property?.state)?.trim() ?? '';
  const dates = Object.fromEntries(
    Object.entries(dateColumns).map(([column, of]) => [column, dateKey(of(decoded), zone)]),
  ) as Record<DateColumn, string>;
  const price = purchase?.price ?? listing?.price ?? null;
  const cells = columns.map((column) => (Object.hasOwn(flat, column) ? flat[column] : ''));
  const others = Object.entries(flat).filter(([column]) => !knownColumns.has(column));
  return {
    transId: textOf(transId) as string,
    seenAt,
    hash: contentHash(flat),
    record: (await compress(JSON.stringify([...cells, others]))).toString('hex'),
    words: wordsOf(flat),
    status: decoded.status ?? '',
    type: decoded.type ?? '',
    property_type: decoded.propertyType ?? '',
    state: state.length === 2 ? state.toUpperCase() : shortened(state),
    state_key: keyOf(property?.state),
    city_key: keyOf(property?.city),
    name_key: keyOf(decoded.name),
    price_key: price === null ? '' : decimalKey(price),
    ...dates,
    deadlines: Object.entries(deadlineColumns).flatMap(([kind, column]) => {
      const date = dates[column].slice(0, DAY_CHARACTERS);
      return date === '' ? [] : [{ kind: kind as DeadlineKind, date }];
    }),
  };
}

/**
 * The record of a row as it was read, without its blank columns: most columns are blank, so their names would be most of what is stored and
 * read.
 */
export function recordOf(compressed: Uint8Array): FlatRecord {
  const cells = JSON.parse(inflateRawSync(compressed, { chunkSize: RECORD_BYTES }).toString()) as readonly unknown[];
  const record: Record<string, unknown> = Object.fromEntries(cells[columns.length] as [string, unknown][]);
  columns.forEach((column, at) => {
    if (cells[at] !== '') record[column] = cells[at];
  });
  return record as FlatRecord;
}

/** Words beyond this point in a text are not found. */
const MAX_TEXT_CHARACTERS = 10_000;

function wordsOf(flat: FlatRecord): string {
  const heading = new Set<string>();
  const all = new Set<string>();
  for (const column of textColumns) {
    const value = flat[column];
    if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) continue;
    for (const word of indexedWords(String(value).slice(0, MAX_TEXT_CHARACTERS))) {
      all.add(word);
      if (headingColumns.has(column)) heading.add(`${IN_HEADING}${word}`);
    }
  }
  return [...all, ...heading].join(' ');
}

/** A key has to fit into a cursor and into an index of PostgreSQL. */
const MAX_KEY_CHARACTERS = 200;
const DAY_CHARACTERS = 10;
/** Keeps instants before 1970 positive, and all instants equally long. */
const EPOCH_SHIFT_MS = 500_000_000_000_000;

/**
 * The key of a date is its day. The key of an instant is its day in the service's time zone, then its milliseconds. So keys sort by time
 * and can be compared with days.
 */
export function dateKey(timestamp: string | null | undefined, zone: TimeZone): string {
  if (timestamp === null || timestamp === undefined) return '';
  if (timestamp.length <= DAY_CHARACTERS) return timestamp;
  const ms = Date.parse(timestamp);
  if (Number.isNaN(ms)) return '';
  const local = new Date(ms + zone.offsetOf(Math.floor(ms / 1_000)).seconds * 1_000);
  return `${local.toISOString().slice(0, DAY_CHARACTERS)}T${ms + EPOCH_SHIFT_MS}`;
}

/** A text that sorts like the number, with any number of digits: `1`, the number of digits before the point, then all digits. */
export function decimalKey(decimal: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)0*(\d*)\.?(\d*)$/.exec(decimal) ?? [];
  const fraction = decimals.slice(0, MAX_KEY_CHARACTERS).replace(/0+$/, '');
  const digits = shortened(`${String(Math.min(whole.length, 999)).padStart(3, '0')}${whole}.${fraction}`);
  if (sign === '' || /^0*$/.test(whole + fraction)) return `1${digits}`;
  // The negative number with the largest digits is the smallest number.
  return `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}~`;
}

/** The key by which a text is sorted and compared; blank for a blank text. */
export function keyOf(text: string | null | undefined): string {
  return shortened(fold(textOf(text) ?? ''));
}

function shortened(text: string): string {
  return text.length <= MAX_KEY_CHARACTERS ? text : [...text].slice(0, MAX_KEY_CHARACTERS).join('');
}

/** Removes characters that PostgreSQL's text and JSON cannot hold. */
function textOf(text: string | null | undefined): string | null {
  return text?.toWellFormed().replaceAll('\0', '\uFFFD') ?? null;
}
