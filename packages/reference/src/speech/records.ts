/**
 * Rewrites a record in a speech: each value by the kind of its column (2.2 to 2.8), blanks, and the columns themselves. A value
 * that does not fit its column's kind is left as it is.
 */

import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { type ColumnSet, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import { memberSets, noticeSets } from '@realty-forms/contract/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '@realty-forms/contract/columns/records.ts';
import { digitsOf } from './exact-json.ts';
import { type MomentNotation, writeMoment } from './moments.ts';
import type { Speech } from './speech.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

const setsOf: Readonly<Partial<Record<EndpointName, readonly ColumnSet[]>>> = {
  activeUsers: activeUserSets,
  getAccount: accountSets,
  listTrans: transactionSets,
  getTransById: transactionSets,
  addTrans: transactionSets,
  listFiles: fileSets,
  getMember: memberSets.getMember,
  verifyToken: memberSets.verifyToken,
  userRegistration: noticeSets,
  createTicket: noticeSets,
  registrationTicket: noticeSets,
};

const kindsOf = new Map(
  Object.entries(setsOf).map(([endpoint, sets]) => [
    endpoint,
    new Map<string, KindName>(
      sets.flatMap(({ prefix, columns }) => columns.map(([suffix, , kind]) => [prefix + suffix, kind] as const)),
    ),
  ]),
);

/** `ownZone` is the zone of times that the record has without an offset. */
export function speakRecord(endpoint: EndpointName, record: JsonRecord, speech: Speech, ownZone: string): JsonRecord {
  const kinds = kindsOf.get(endpoint);
  const entries: [string, unknown][] = [];
  for (const [column, value] of Object.entries(record)) {
    if (value === '') entries.push(...blankOf(column, kinds?.get(column), speech.blanks));
    else entries.push([column, speakValue(column, kinds?.get(column), value, speech, ownZone)]);
  }
  entries.push(...Object.entries(speech.columns.unknown));
  if (speech.columns.order === 'reversed') entries.reverse();
  if (speech.columns.order === 'alphabetical') entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

const blankText = { empty: '', null: null, space: '  ', word: 'N/A' } as const;

function blankOf(column: string, kind: KindName | undefined, blanks: Speech['blanks']): [string, unknown][] {
  if (blanks === 'absent') return [];
  const isText = kind === undefined || kind === 'text' || kind === 'json';
  return [[column, blankText[blanks === 'word' && isText ? 'empty' : blanks]]];
}

function speakValue(
  column: string,
  kind: KindName | undefined,
  value: unknown,
  speech: Speech,
  ownZone: string,
): unknown {
  switch (kind) {
    case 'text':
      return speakText(column, value, speech.ids);
    case 'decimal':
      if (speech.numbers === 'money' && column !== NO_AMOUNT) return speakAmount(value);
      return speakNumber(value, speech.numbers);
    case 'integer':
      return speakNumber(value, speech.numbers);
    case 'timestamp':
      return typeof value === 'string' ? writeMoment(value, timesOf(speech), ownZone) : value;
    case 'date':
      return typeof value === 'string' ? writeMoment(value, speech.timestamps, ownZone) : value;
    case 'propertyType':
    case 'transactionType':
    case 'propertyStatus':
      return speakCode(kind, value, speech.codes);
    case 'json':
    case undefined:
      return value;
  }
}

/** A day in a column of times is not written as a moment, since nothing says that it is a day then. */
const timesOf = ({ timestamps }: Speech): MomentNotation =>
  timestamps.dates === 'moment' ? { ...timestamps, dates: 'iso' } : timestamps;

const DIGITS = /^[1-9]\d{0,14}$/;

/** The columns that identify records: a service with columns of fixed width pads them. */
const IDENTIFIERS = /^(?:agentNRDSID|transId|accountID|fileID|fileFolderID)$/;

function speakText(column: string, value: unknown, ids: Speech['ids']): unknown {
  if (ids === 'text' || typeof value !== 'string' || !DIGITS.test(value)) return value;
  if (ids === 'number') return Number(value);
  return IDENTIFIERS.test(column) ? ` ${value.padStart(12)} ` : value;
}

/** The one decimal that is no money. */
const NO_AMOUNT = 'Baths';

/** In dollars, with commas between thousands. */
function speakAmount(value: unknown): unknown {
  const [, sign, whole, decimals] = /^(-?)([1-9]\d*|0)(\.\d+)?$/.exec(String(digitsOf(value) ?? value)) ?? [];
  return whole === undefined ? value : `${sign}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${decimals ?? ''}`;
}

/** A number, where a double has exactly its digits; and the text of either. */
export function speakNumber(value: unknown, numbers: Speech['numbers']): unknown {
  if (numbers === 'text' || numbers === 'money') return digitsOf(value) ?? value;
  if (numbers === 'number') return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
  return value;
}

function speakCode(table: keyof typeof codeTables, value: unknown, codes: Speech['codes']): unknown {
  const row = codeTables[table].find(({ code }) => code === value);
  if (row === undefined || codes === 'code') return value;
  return codes === 'label' ? row.label : row.code.toLowerCase();
}
