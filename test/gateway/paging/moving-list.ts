/** A list of transactions as the POST API keeps it, in memory: sorted, in batches, and changed whenever a test says so. */

import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import { sortFields } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { AskBatch } from '../../../src/gateway/lists/list-answers.ts';

const summary = transactionFields.filter(({ group }) => group === 'summary').map(({ upstreamName }) => upstreamName);

/** The record's number, even if its columns do not show it. */
export const NUMBER = Symbol('number');
export type NumberedRecord = FlatRecord & { readonly [NUMBER]: number };
type Stored = Record<string, string | number>;

/** What is random about a change: which record, which column, which value. Any numbers will do. */
export interface Change {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly which: number;
  readonly column: number;
  readonly value: number;
}

const changeable = [
  'transName',
  'realtorName',
  'propertyType',
  'transactionType',
  'propertyStatus',
  'listingPrice',
  'listingStartDate',
  'listingExpDate',
  'purchasePrice',
  'purchaseAgreementDate',
  'earnestMoneyDueDate',
  'projectedClosingDate',
];

export class MovingList {
  readonly #column: string;
  readonly #sign: number;
  readonly #records = new Map<number, Stored>();
  #clock = 0;
  #created = time(0);
  /** Numbers of the records that were there from the beginning, and whose place in the order has not changed. */
  readonly steady = new Set<number>();
  /** Numbers by the identifying part of a summary, which several records may share. */
  readonly #looks = new Map<string, Set<number>>();
  calls = 0;
  isFull = true;
  changes: (Change | undefined)[] = [];
  changesPerCall = 1;

  constructor({ field, direction }: TransactionOrder, length: number, value: (at: number) => number) {
    const sorted = sortFields[field];
    this.#column = sorted === 'closingDate' ? 'projectedClosingDate' : sorted;
    this.#sign = direction === 'ASC' ? 1 : -1;
    for (let at = 0; at < length; at += 1) this.#insert(value(at));
    for (const number of this.#records.keys()) this.steady.add(number);
  }

  /** Whether another record has ever looked the same in a summary. */
  hasTwin(number: number): boolean {
    return [...this.#looks.values()].some((numbers) => numbers.size > 1 && numbers.has(number));
  }

  get numbers(): number[] {
    return this.#sorted().map(([number]) => number);
  }

  /** Before each call, the next of `changes` are made. */
  read: AskBatch<NumberedRecord> = async ({ size, number }) => {
    this.calls += 1;
    for (const change of this.changes.splice(0, this.changesPerCall)) if (change !== undefined) this.apply(change);
    const sorted = this.#sorted();
    const records = sorted.slice((number - 1) * size, number * size);
    return { max: sorted.length, data: records.map(([id, record]) => this.#recordOf(id, record)) };
  };

  apply({ kind, which, column, value }: Change): void {
    if (kind === 'insert') {
      this.#insert(value);
      return;
    }
    const number = this.numbers[which % Math.max(1, this.#records.size)];
    const record = number === undefined ? undefined : this.#records.get(number);
    if (number === undefined || record === undefined) return;
    if (kind === 'delete') this.#records.delete(number);
    const before = record[this.#column];
    record[changeable[column % changeable.length] as string] = value % 5 === 0 ? '' : value;
    record['lastUpdateDate'] = this.#tick();
    if (kind === 'delete' || record[this.#column] !== before) this.steady.delete(number);
    this.#look(number, record);
  }

  #look(number: number, record: Stored): void {
    const looks = ['insertDate', ...changeable.slice(0, 4)].map((column) => record[column]).join('|');
    this.#looks.set(looks, (this.#looks.get(looks) ?? new Set()).add(number));
  }

  /** Values are few, so there are ties and blanks; several records may be created at the same time. */
  #insert(value: number): void {
    const number = (value % 7) * 100_000 + this.#clock + 1;
    if (value % 3 > 0) this.#created = this.#tick();
    const created = this.#created;
    const columns = changeable.map((column, at) => [column, (value >> at) % 5 === 0 ? '' : (value >> at) % 9] as const);
    const record = { ...Object.fromEntries(columns), insertDate: created, lastUpdateDate: this.#tick() };
    this.#records.set(number, record);
    this.#look(number, record);
  }

  #tick(): string {
    this.#clock += 1;
    return time(this.#clock);
  }

  /** Blanks first, ties by number, as the embedded service sorts. */
  #sorted(): [number, Stored][] {
    const compare = (a: string | number = '', b: string | number = '') => {
      if (a === b) return 0;
      if (a === '' || b === '') return a === '' ? -1 : 1;
      return a < b ? -1 : 1;
    };
    return [...this.#records].sort(
      ([aNumber, a], [bNumber, b]) => this.#sign * compare(a[this.#column], b[this.#column]) || aNumber - bNumber,
    );
  }

  #recordOf(number: number, record: Stored): NumberedRecord {
    const shown = this.isFull
      ? { ...record, transId: String(number) }
      : Object.fromEntries(summary.map((each) => [each, record[each] ?? '']));
    return { ...shown, [NUMBER]: number };
  }
}

const time = (clock: number): string => new Date(1_700_000_000_000 + clock * 1000).toISOString();
