/**
 * Fingerprints that recognize a list's records when it is read again. A fingerprint has a hash of the record's number, if the list shows
 * it, a hash of the part of its summary that hardly ever changes, and a hash of the column by which the list is sorted. A record that has
 * moved within the list has another fingerprint.
 */

import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import { sortFields } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';
import type { ActiveUser } from '@realty-forms/contract/columns/records.ts';
import { columnReader, type SelectedRecord, selectGroups } from '@realty-forms/contract/columns/selection.ts';

export interface RecordFingerprint {
  /** A hash of the column by which the list is sorted: 24 bits. */
  readonly sortKey: number;
  /** A hash of the summary columns that identify the record, with the time of its creation: 32 bits. */
  readonly summary: number;
  /** A hash of its number and, for a file, its folder: 32 bits; null if the list does not show the number (2.4). */
  readonly number: number | null;
}

export type FingerprintOf<Item> = (record: Item) => RecordFingerprint;

const fingerprintColumns = [
  'transId',
  'insertDate',
  'transName',
  'realtorName',
  'propertyType',
  'transactionType',
] as const;
const summaryColumns = new Set(selectGroups('summary').values);
const fingerprintsByColumn = new Map<string, FingerprintOf<FlatRecord | SelectedRecord>>();

/**
 * The fingerprints of transactions in a list with this order. A summary lacks some columns that a list can be sorted by; for these, any
 * update may have moved the record.
 */
export function transactionFingerprints({ field }: TransactionOrder): FingerprintOf<FlatRecord | SelectedRecord> {
  const sorted = sortFields[field];
  const sortColumn = summaryColumns.has(sorted) ? sorted : 'lastUpdateDate';
  return fingerprintsByColumn.getOrInsertComputed(sortColumn, () => {
    const read = columnReader([...fingerprintColumns, sortColumn]);
    return (record) => {
      const [transId, insertDate, name, realtor, property, type, sortValue] = read(record);
      const summary = [name, realtor, property, type];
      return fingerprintFrom({ created: [insertDate], sortKey: [sortValue], summary, number: [transId] });
    };
  });
}

const readUserColumns = columnReader(['agentNRDSID', 'email', 'firstName', 'lastName']);

/** The fingerprint of an active user. The specification does not state the order of users (2.2). */
export function userFingerprint(user: FlatRecord | SelectedRecord): RecordFingerprint {
  const [nrdsId, ...summary] = readUserColumns(user);
  return fingerprintFrom({ created: [], sortKey: [nrdsId], summary, number: [nrdsId] });
}

/** The same for a decoded record. */
export function agentFingerprint({ nrdsId, email, firstName, lastName }: ActiveUser): RecordFingerprint {
  return fingerprintFrom({ created: [], sortKey: [nrdsId], summary: [email, firstName, lastName], number: [nrdsId] });
}

const readFileColumns = columnReader(['fileID', 'fileFolderID', 'insertDate', 'fileName', 'fileDescription']);

/** The fingerprint of a transaction's file. The specification does not state the order of files (2.6). */
export function fileFingerprint(file: FlatRecord | SelectedRecord): RecordFingerprint {
  const [fileID, folder, insertDate, name, fileDescription] = readFileColumns(file);
  const number = isBlank(folder) ? [fileID] : [fileID, folder];
  return fingerprintFrom({ created: [insertDate], sortKey: [], summary: [name, fileDescription], number });
}

type Values = readonly unknown[];

function fingerprintFrom(record: {
  created: Values;
  sortKey: Values;
  summary: Values;
  number: Values;
}): RecordFingerprint {
  return {
    sortKey: hash(record.sortKey) & 0xffffff,
    summary: hash(record.summary, hash(record.created)),
    number: isBlank(record.number[0]) ? null : hash(record.number),
  };
}

/** The 32-bit FNV-1a hash of the values' text. Blank values are equal, and so are a number and its digits. */
function hash(values: Values, seed = 0x811c9dc5): number {
  let state = seed;
  for (const value of values) {
    const text = typeof value === 'string' ? value.trim() : textOf(value);
    for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
    // Marks the end of the value: no character has this code.
    state = Math.imul(state ^ 0x10000, 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (state ^ (state >>> 13)) >>> 0;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
