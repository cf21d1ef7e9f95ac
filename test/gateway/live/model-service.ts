/**
 * A list of transactions as a service may keep it, in memory, with the traits that a feed has to handle: times in whole
 * seconds or days, writes that become visible late, a `since` that is exclusive or compares days, and changes between batches.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { ListSource } from '../../../src/gateway/live/tracking/change-window.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';

export interface Traits {
  readonly times: 'milliseconds' | 'seconds' | 'days';
  readonly excludesSince: boolean;
  /** Compares the days of times only. */
  readonly comparesDays: boolean;
  /** Counts the records of the batch instead of those of the list. */
  readonly countsBatches?: boolean;
  /** Keeps times as the clocks of this zone show them, and writes and compares them without an offset. */
  readonly clocksOf?: string;
}

/** Any numbers will do. */
export interface Write {
  readonly kind: 'insert' | 'edit' | 'delete';
  readonly which: number;
  /** Few contents, so that a record also goes back to an earlier one. */
  readonly content: number;
  /** How long it stays invisible, from 0 to 1: in parts of what the traits allow. */
  readonly late: number;
}

interface Stored {
  readonly id: number;
  readonly inserted: number;
  readonly updated: number;
  readonly content: number;
}

const START = Date.parse('2026-03-01T09:00:00Z');
const DAY = 86_400_000;
/** Inserted long before, most of them. */
const AGE = 400 * DAY;

export class ModelService implements ListSource {
  now = START;
  reads = 0;
  readonly batchBehavior = knownBatchBehaviors().listTrans;
  /** Answers that there are no records. */
  isBlank = false;
  /** Carried out one by one before the next reads. */
  between: (readonly Write[])[] = [];
  readonly #traits: Traits;
  /** Swedes write 2026-11-01 01:58:00. */
  readonly #clock: Intl.DateTimeFormat | null;
  /** A read writes the time of every record, which few writes have changed since. */
  readonly #writtenTimes = new Map<number, string>();
  readonly #maxLateMs: number;
  readonly #visible = new Map<number, Stored>();
  #pending: { readonly at: number; readonly state: Stored }[] = [];
  #lastId = 0;

  /** Every record was changed within the last `spreadMs`, but the first one at a time that is still ahead. */
  constructor(traits: Traits, maxLateMs: number, length: number, spreadMs: number, aheadMs = 0) {
    this.#traits = traits;
    const { clocksOf: timeZone } = traits;
    const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
    this.#clock = timeZone === undefined ? null : new Intl.DateTimeFormat('sv', { timeZone, ...style });
    this.#maxLateMs = maxLateMs;
    for (let at = 0; at < length; at += 1) {
      this.#lastId += 1;
      const updated = this.now + (at === 0 ? aheadMs : -Math.floor((spreadMs * at) / length));
      // In an order of their own, so that a record that enters the window does so anywhere.
      const inserted = this.now - AGE + ((at * 7_919) % 1_000) * 60_000;
      this.#visible.set(this.#lastId, { id: this.#lastId, inserted, updated, content: at });
    }
  }

  advance(ms: number): void {
    this.now += ms;
    const due = this.#pending.filter(({ at }) => at <= this.now);
    this.#pending = this.#pending.filter(({ at }) => at > this.now);
    for (const { state } of due) this.#visible.set(state.id, state);
  }

  write({ kind, which, content, late }: Write): void {
    if (kind === 'insert') {
      this.#lastId += 1;
      this.#show({ id: this.#lastId, inserted: this.now, updated: this.now, content }, late);
      return;
    }
    const writable = [...this.#visible.values()].filter(
      ({ id }) => !this.#pending.some(({ state }) => state.id === id),
    );
    const record = writable[which % Math.max(1, writable.length)];
    if (record === undefined) return;
    if (kind === 'delete') this.#visible.delete(record.id);
    else this.#show({ ...record, updated: this.now, content }, late);
  }

  #show(state: Stored, late: number): void {
    const delay = Math.floor(late * this.#maxLateMs);
    if (delay === 0) this.#visible.set(state.id, state);
    else this.#pending.push({ at: this.now + delay, state });
  }

  /** The visible records as they are on the wire, by their numbers. */
  rows(): Map<string, string> {
    return new Map([...this.#visible.values()].map((record) => [`T-${record.id}`, JSON.stringify(this.#row(record))]));
  }

  read: ListSource['read'] = async ({ filter, order, full }, { size, number }) => {
    this.reads += 1;
    if (this.isBlank) return { max: 0, data: [] };
    for (const write of this.between.shift() ?? []) this.write(write);
    this.advance(20);
    const since = filter.lastUpdateDateSince;
    const sign = order.direction === 'ASC' ? 1 : -1;
    const key = ({ inserted, updated }: Stored) => this.#written(order.field === 'INSERT_DATE' ? inserted : updated);
    const matching = [...this.#visible.values()]
      .filter(({ updated }) => since == null || this.#isSince(updated, since))
      .map((record) => ({ record, key: key(record) }))
      .sort((one, other) => sign * compare(one.key, other.key) || one.record.id - other.record.id);
    const data = matching.slice((number - 1) * size, number * size).map(({ record }) => this.#row(record));
    const max = this.#traits.countsBatches ? data.length : matching.length;
    return { max, data: full ? data : data.map(({ transId: _, ...summary }) => summary) };
  };

  forget(): void {}

  #isSince(updated: number, since: string): boolean {
    if (this.#clock !== null) return this.#written(updated) >= this.#written(Date.parse(since));
    const isByDay = this.#traits.comparesDays || this.#traits.times === 'days' || !since.includes('T');
    const [one, other] = isByDay
      ? [new Date(updated).toISOString().slice(0, 10), since.slice(0, 10)]
      : [Date.parse(this.#written(updated)), Date.parse(since)];
    return this.#traits.excludesSince ? one > other : one >= other;
  }

  #written(ms: number): string {
    const known = this.#writtenTimes.get(ms);
    if (known !== undefined) return known;
    const written = this.#write(ms);
    this.#writtenTimes.set(ms, written);
    return written;
  }

  #write(ms: number): string {
    if (this.#clock !== null) return this.#clock.format(ms);
    const text = new Date(ms).toISOString();
    const { times } = this.#traits;
    if (times === 'days') return text.slice(0, 10);
    return times === 'seconds' ? `${text.slice(0, 19)}Z` : text;
  }

  #row({ id, inserted, updated, content }: Stored): FlatRecord {
    return {
      transId: `T-${id}`,
      transName: `Content ${content}`,
      insertDate: this.#written(inserted),
      lastUpdateDate: this.#written(updated),
    };
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
