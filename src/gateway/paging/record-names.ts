/**
 * The names by which the records of a list are recognized when it is read again: hashes of what a record is (its number if
 * the list shows it, otherwise the part of its summary that hardly ever changes), and of what determines its place in the
 * order. A record that has moved no longer has its name.
 */

import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import { sortFields } from '@realty-forms/contract/calls/sorting.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';
import {
  columnReader,
  type SelectedRecord,
  type Selection,
  selectGroups,
} from '@realty-forms/contract/columns/selection.ts';

export interface RecordName {
  /** Of the column that determines its place: 24 bits. */
  readonly place: number;
  /** Of the summary columns that say which record it is, with the time of its creation: 32 bits. */
  readonly summary: number;
  /** Of its number, and of a file's folder: 32 bits; null if the list does not show it (2.4). */
  readonly number: number | null;
}

/** The columns that are read of a list's records: the selected ones, and with those by which records are recognized. */
export interface ListSelection {
  readonly wanted: Selection;
  readonly recognized: Selection;
}

export type NameOf<Item> = (record: Item) => RecordName;

const nameColumns = ['transId', 'insertDate', 'transName', 'realtorName', 'propertyType', 'transactionType'] as const;
const summaryColumns = new Set(selectGroups(transactionSets, new Set(['summary'])).values);
const namings = new Map<string, NameOf<FlatRecord | SelectedRecord>>();

/**
 * Names the transactions of a list in this order. A summary does not have every column that a list can be sorted by; for the
 * others, any update may have moved the record.
 */
export function transactionNames({ field }: TransactionOrder): NameOf<FlatRecord | SelectedRecord> {
  const sorted = sortFields[field];
  const placeColumn = summaryColumns.has(sorted) ? sorted : 'lastUpdateDate';
  return namings.getOrInsertComputed(placeColumn, () => {
    const read = columnReader([...nameColumns, placeColumn]);
    return (record) => {
      const [transId, insertDate, name, realtor, property, type, place] = read(record);
      const summary = [name, realtor, property, type];
      return nameFrom({ created: [insertDate], place: [place], summary, number: [transId] });
    };
  });
}

const readUserColumns = columnReader(['agentNRDSID', 'email', 'firstName', 'lastName']);

/** Names an active user. The specification does not state their order (2.2). */
export function userName(user: FlatRecord | SelectedRecord): RecordName {
  const [agentNRDSID, email, firstName, lastName] = readUserColumns(user);
  return nameFrom({ created: [], place: [agentNRDSID], summary: [email, firstName, lastName], number: [agentNRDSID] });
}

const readFileColumns = columnReader(['fileID', 'fileFolderID', 'insertDate', 'fileName', 'fileDescription']);

/** Names a file of a transaction. The specification does not state their order (2.6). */
export function fileName(file: FlatRecord | SelectedRecord): RecordName {
  const [fileID, folder, insertDate, name, fileDescription] = readFileColumns(file);
  const number = isBlank(folder) ? [fileID] : [fileID, folder];
  return nameFrom({ created: [insertDate], place: [], summary: [name, fileDescription], number });
}

type Values = readonly unknown[];

function nameFrom(record: { created: Values; place: Values; summary: Values; number: Values }): RecordName {
  return {
    place: hash(record.place) & 0xffffff,
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
    // Ends the value: no character has this code.
    state = Math.imul(state ^ 0x10000, 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (state ^ (state >>> 13)) >>> 0;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
