/**
 * Follows one agent's list: each poll is one read that says what has changed since the one before. Knows no timers and no
 * listeners. Callers that come back with a cursor are served by the same read, which then begins where the oldest cursor needs.
 */
import type { AgentGrant } from '../../callers/access.ts';
import { Changed } from './changes.ts';
import { type ChangeCursors, type OpenedCursor, recall } from './cursors.ts';
import { agree, changesIn, countAfter, isExplained, learn, type Memory, recentOf, windowStart } from './memory.ts';
import { isTooFarAhead, newestIn } from './moments.ts';
import {
  fingerprintOf,
  type Length,
  type ListedRecord,
  type ListSource,
  readCrowd,
  readLength,
  readNewest,
  readWindow,
  type Window,
  type WindowOptions,
} from './window.ts';

export interface Polled {
  /** Null if the list has to be loaded again. */
  readonly changes: readonly Changed[] | null;
  /** What has changed since a cursor that was passed to the poll; null if the list has to be loaded again. */
  readonly changesAfter: (cursor: OpenedCursor) => readonly Changed[] | null;
}

/** Stands for what was read: a process that follows the same list and has read the same has an equal one. */
export type Mark = string;

/** What a feed polls: a list, or one record. */
export type Followed = Pick<
  Follower,
  'hasStarted' | 'hasSeenFuture' | 'cursor' | 'noCursor' | 'mark' | 'hear' | 'countedAt' | 'poll' | 'count'
>;

export class Follower {
  readonly #source: ListSource;
  readonly #grant: AgentGrant;
  readonly #cursors: ChangeCursors;
  readonly #options: WindowOptions;
  #memory: Memory | null = null;
  /** Another process says that the list is not as long as it should be. */
  #isLengthInDoubt = false;
  /** Whether a record has stated an impossible time, which was not believed. */
  hasSeenFuture = false;

  constructor(source: ListSource, grant: AgentGrant, cursors: ChangeCursors, options: WindowOptions) {
    this.#source = source;
    this.#grant = grant;
    this.#cursors = cursors;
    this.#options = options;
  }

  get hasStarted(): boolean {
    return this.#memory !== null;
  }

  /** A cursor to continue after what has been read. */
  get cursor(): string {
    return this.#memory === null ? this.noCursor : this.#seal(this.#memory);
  }

  /** A cursor after which the list has to be loaded. */
  get noCursor(): string {
    return this.#cursors.sealNothing(this.#grant);
  }

  /** Of the last window, and of the length of the list if that is known exactly. */
  get mark(): Mark {
    if (this.#memory === null) return '';
    const { newest, known, crowd, count } = this.#memory;
    const window = fingerprintOf([newest?.text, crowd, ...[...known].sort()].join(' '));
    return count.min === count.max ? `${window} ${count.min}` : window;
  }

  /** What another process has read; false if this one has not read the same, and therefore has to read. */
  hear(mark: Mark): boolean {
    const memory = this.#memory;
    const [window, length] = mark.split(' ');
    if (memory === null || window !== this.mark.split(' ')[0]) return false;
    if (length === undefined) return true;
    const exact = { min: Number(length), max: Number(length) };
    if (agree(memory.count, exact)) {
      // Which of the changed records were new is the same for both.
      this.#memory = { ...memory, count: { ...memory.count, ...exact } };
      return true;
    }
    this.#isLengthInDoubt = true;
    return false;
  }

  /** When the list was last counted; never, if it has to be. */
  get countedAt(): number {
    return this.#isLengthInDoubt ? Number.NEGATIVE_INFINITY : (this.#memory?.count.at ?? 0);
  }

  async poll(cursors: readonly OpenedCursor[] = []): Promise<Polled> {
    const fresh = cursors.filter(({ isVoid }) => !isVoid);
    const memory = this.#memory ?? crowdOf(fresh);
    const readable = fresh.filter(({ crowd }) => crowd === null);
    if (memory === null && readable.length === 0) return await this.#start();
    if (memory?.crowd != null) return await this.#pollCrowd(memory);
    const all = memory === null ? readable : [memory, ...readable];
    const oldest = all.reduce((one, other) => (startOf(one) <= startOf(other) ? one : other));
    const window =
      (await this.#read(oldest)) ?? (memory === null || oldest === memory ? null : await this.#read(memory));
    if (window === null) return await this.#start();
    const base = memory ?? recall(oldest as OpenedCursor, window, this.#options.overlapMs);
    const changes = this.#show(base, window);
    this.#memory = this.#after(base, window);
    this.#lookAhead(window.records);
    return { changes, changesAfter: (cursor) => this.#changesAfter(cursor, window) };
  }

  /**
   * Compares the length of the list with what the changes explain. If they differ, it polls once more, because a record may have
   * come between. Returns that poll, if there was one; its changes are null if the lengths still differ.
   */
  async count(): Promise<Polled | null> {
    const length = await readLength(this.#source);
    if (this.#settle(length)) return null;
    const polled = await this.poll();
    return polled.changes === null || this.#settle(length) ? polled : this.#start();
  }

  /** Whether the length is explained; if so, it is what further changes are counted from. */
  #settle(length: Length): boolean {
    const memory = this.#memory;
    if (memory === null) return false;
    if (memory.crowd === null && !isExplained(memory.count, length)) return false;
    this.#memory = { ...memory, count: { ...length, at: this.#options.clock.now() } };
    this.#isLengthInDoubt = false;
    return true;
  }

  async #pollCrowd(memory: Memory): Promise<Polled> {
    this.#source.forget();
    if ((await readCrowd(this.#source, this.#options)) !== memory.crowd) return await this.#start();
    this.#memory = memory;
    return { changes: [], changesAfter: (cursor) => this.#changesAfter(cursor, null) };
  }

  async #start(): Promise<Polled> {
    this.#source.forget();
    const { memory, window } = await start(this.#source, this.#options);
    this.#lookAhead(window?.records ?? []);
    this.#memory = memory;
    this.#isLengthInDoubt = false;
    return { changes: null, changesAfter: (cursor) => this.#changesAfter(cursor, window) };
  }

  #read({ newest }: Pick<Memory, 'newest'>): Promise<Window | null> {
    const since = windowStart({ newest }, this.#options.overlapMs);
    return readWindow(this.#source, since, this.#options);
  }

  #changesAfter(cursor: OpenedCursor, window: Window | null): readonly Changed[] | null {
    const memory = this.#memory;
    if (memory === null || cursor.isVoid) return null;
    if (window === null || cursor.crowd !== null || memory.crowd !== null) {
      return memory.crowd !== null && cursor.crowd === memory.crowd ? [] : null;
    }
    const { overlapMs } = this.#options;
    const since = windowStart(cursor, overlapMs);
    if (window.since !== null && (since === null || window.since.ms > since.ms)) return null;
    const base = recall(cursor, window, overlapMs);
    // What has left the list since the cursor was issued shows in its length only.
    return agree(this.#after(base, window).count, memory.count) ? this.#show(base, window) : null;
  }

  #show(base: Memory, window: Window): readonly Changed[] {
    const learning = this.#learning();
    const records = changesIn(base, window);
    return records.map(
      (record, at) => new Changed(record, () => this.#seal(learn(base, window, records, at + 1, learning))),
    );
  }

  #after(base: Memory, window: Window): Memory {
    const records = changesIn(base, window);
    return learn(base, window, records, records.length, this.#learning());
  }

  #lookAhead(records: readonly ListedRecord[]): void {
    const now = this.#options.clock.now();
    this.hasSeenFuture ||= records.some(({ updated }) => updated !== null && isTooFarAhead(updated, now));
  }

  #learning() {
    const { overlapMs, clock } = this.#options;
    return { overlapMs, now: clock.now() };
  }

  #seal(memory: Memory): string {
    return this.#cursors.seal(this.#grant, memory);
  }
}

function crowdOf(cursors: readonly OpenedCursor[]): Memory | null {
  const crowded = cursors.find(({ crowd }) => crowd !== null);
  if (crowded === undefined) return null;
  const { newest, count, crowd } = crowded;
  return { newest, overlapMs: 0, known: none, due: none, recent: null, count, crowd };
}

/**
 * The beginning of a memory: the newest time of the list and its length, then the first window. If that is too large to be read, as
 * after a mass update, the newest hundred records stand for it, and any difference means that the list has to be loaded again, until
 * newer changes leave the crowd behind.
 */
async function start(source: ListSource, options: WindowOptions) {
  const { overlapMs, clock } = options;
  const now = clock.now();
  const { newest, length } = await readNewest(source, options);
  const count = { ...length, at: now };
  const beginning: Memory = { newest, overlapMs, known: none, due: none, recent: none, count, crowd: null };
  const since = windowStart(beginning, overlapMs);
  const window = await readWindow(source, since, options);
  if (window === null) return { memory: { ...beginning, crowd: await readCrowd(source, options) }, window };
  const { records } = window;
  // Inserted after the list was counted.
  const late = records.filter(({ inserted }) =>
    newest === null ? length.max === 0 : inserted !== null && inserted.ms > newest.ms,
  );
  const times = records.map(({ updated }) => updated);
  const latest = newestIn(times, newest, { overlapMs, now });
  const memory: Memory = {
    ...beginning,
    newest: latest,
    known: new Set(records.map(({ fingerprint }) => fingerprint)),
    recent: recentOf(records, windowStart({ newest: latest }, overlapMs)),
    count: countAfter(beginning, since, late),
  };
  return { memory, window };
}

const none: ReadonlySet<string> = new Set();

/** An empty list has no time at all: its changes are read from the beginning. */
function startOf({ newest }: Pick<Memory, 'newest'>): number {
  return newest?.ms ?? Number.NEGATIVE_INFINITY;
}
