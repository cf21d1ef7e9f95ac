/**
 * Tracks the changes of one agent's list. Each poll is one read, which shows what has changed since the previous read. Timers and listeners
 * are elsewhere. The same read serves callers that return with a cursor; it then begins where the oldest cursor requires.
 */
import type { AgentGrant } from '../../callers/grants.ts';
import { type ChangeCursors, type OpenedCursor, overflowStateOf, restoreState } from './change-cursors.ts';
import {
  type ChangeWindow,
  type ChangeWindowOptions,
  type LengthRange,
  type ListSource,
  readChangeWindow,
  readLength,
  readOverflow,
} from './change-window.ts';
import { Changed } from './changes.ts';
import {
  advance,
  changesIn,
  fingerprintOfState,
  isBehind,
  isConsistent,
  isExplained,
  type LastRead,
  readState,
  startOf,
  type TrackerState,
  windowStart,
} from './tracker-state.ts';

export interface Polled {
  /** Null if the list has to be loaded again. */
  readonly changes: readonly Changed[] | null;
  /** What has changed since a cursor that was passed to the poll; null if the list has to be loaded again. */
  readonly changesAfter: (cursor: OpenedCursor) => readonly Changed[] | null;
}

/** Identifies what was read: processes that track the same list and have read the same have equal fingerprints. */
export type StateFingerprint = string;

/** In place of a fingerprint if the last window lacked the newest change that had been seen. */
const BEHIND: StateFingerprint = 'behind';

/** What a feed polls: a list, or one record. */
export type Tracker = Pick<ChangeTracker, keyof ChangeTracker>;

export class ChangeTracker {
  readonly #source: ListSource;
  readonly #grant: AgentGrant;
  readonly #cursors: ChangeCursors;
  readonly #options: ChangeWindowOptions;
  #state: TrackerState | null = null;
  /** Another process has found a length that this one does not expect. */
  #isLengthInDoubt = false;
  /** Whether the last window, here or in another process, lacked the newest change that had been seen. */
  #isBehind = false;

  constructor(source: ListSource, grant: AgentGrant, cursors: ChangeCursors, options: ChangeWindowOptions) {
    this.#source = source;
    this.#grant = grant;
    this.#cursors = cursors;
    this.#options = options;
  }

  /** Whether a client may load the list now, and get what changes from then on. */
  get isReady(): boolean {
    return this.#state !== null && !this.#isBehind;
  }

  /** The cursor after everything read so far. */
  get cursor(): string {
    return this.#state === null ? this.reloadCursor : this.#cursors.seal(this.#grant, this.#state);
  }

  /** A cursor that makes its client load the list. */
  get reloadCursor(): string {
    return this.#cursors.sealReload(this.#grant);
  }

  get fingerprint(): StateFingerprint {
    return this.#state === null || this.#isBehind ? BEHIND : fingerprintOfState(this.#state);
  }

  /**
   * Compares with what another process has read. False if this process has not read the same, and therefore has to read. If that process is
   * behind, this one reads before its next client loads the list: the other clients have the newest change.
   */
  compareWith(fingerprint: StateFingerprint): boolean {
    const state = this.#state;
    if (state === null) return false;
    if (fingerprint === BEHIND) {
      this.#isBehind = true;
      return true;
    }
    const [window, length] = fingerprint.split(' ');
    if (window !== fingerprintOfState(state).split(' ')[0]) return false;
    this.#isBehind = false;
    if (length === undefined || isConsistent(state.count, { min: Number(length), max: Number(length) })) return true;
    this.#isLengthInDoubt = true;
    return false;
  }

  /** When the list was last counted; minus infinity if it has to be counted now. */
  get countedAt(): number {
    return this.#isLengthInDoubt ? Number.NEGATIVE_INFINITY : (this.#state?.count.at ?? 0);
  }

  /** The length of the list; null if it is not known exactly. */
  get length(): number | null {
    const count = this.#state?.count;
    return count !== undefined && count.min === count.max ? count.max : null;
  }

  /** `joining`: the cursors of those that join; null for one without a cursor. */
  async poll(joining: readonly (OpenedCursor | null)[] = []): Promise<Polled> {
    const fresh = joining.flatMap((cursor) => (cursor === null || cursor.isVoid ? [] : cursor));
    const state = this.#state ?? overflowStateOf(fresh);
    const readable = fresh.filter(({ overflow }) => overflow === null);
    if (state === null && readable.length === 0) return await this.#start();
    if (state?.overflow != null) return await this.#pollOverflow(state);
    const all = state === null ? readable : [state, ...readable];
    const oldest = all.reduce((one, other) => (startOf(one) <= startOf(other) ? one : other));
    const window = (await this.#read(oldest)) ?? (state === null || oldest === state ? null : await this.#read(state));
    if (window === null) return await this.#start();
    const base = state ?? restoreState(oldest as OpenedCursor);
    this.#isBehind = isBehind(base, window, this.#options.clock.now());
    if (this.#isBehind && this.#state === null) return await this.#start();
    if (this.#isBehind) {
      // The service may have read a copy that lags behind, whose records are older than what was told. The next count finds out. Whoever
      // joins may load those records, so what was told has to be told again.
      const { changes } = joining.length > 0 ? await this.#start() : { changes: [] };
      return { changes, changesAfter: () => null };
    }
    const changes = this.#changesOf(base, window);
    this.#state = this.#after(base, window);
    return { changes, changesAfter: (cursor) => this.#changesAfter(cursor, window) };
  }

  /**
   * Compares the length of the list with the expected one. If they differ, polls once more, because records may have been added in between,
   * and returns that poll; its changes are null if it does not explain the length. If the newest change is missing from two polls, the list
   * begins anew.
   */
  async count(): Promise<Polled | null> {
    if (this.#isBehind) {
      const polled = await this.poll();
      return this.#isBehind ? await this.#start() : polled;
    }
    const length = await readLength(this.#source);
    if (this.#acceptLength(length)) return null;
    const polled = await this.poll();
    return polled.changes === null || this.#acceptLength(length) ? polled : this.#start();
  }

  /** Whether the length is as expected; if so, later changes are counted from it. */
  #acceptLength(length: LengthRange): boolean {
    const state = this.#state;
    if (state === null) return false;
    if (state.overflow === null && !isExplained(state.count, length)) return false;
    this.#state = { ...state, count: { ...length, at: this.#options.clock.now() } };
    this.#isLengthInDoubt = false;
    return true;
  }

  async #pollOverflow(state: TrackerState): Promise<Polled> {
    this.#source.forget();
    if ((await readOverflow(this.#source, this.#options)) !== state.overflow) return await this.#start();
    this.#state = state;
    this.#isBehind = false;
    return { changes: [], changesAfter: (cursor) => this.#changesAfter(cursor, null) };
  }

  async #start(): Promise<Polled> {
    this.#source.forget();
    const { state, window } = await readState(this.#source, this.#options);
    this.#state = state;
    this.#isLengthInDoubt = false;
    this.#isBehind = false;
    return { changes: null, changesAfter: (cursor) => this.#changesAfter(cursor, window) };
  }

  #read(state: LastRead): Promise<ChangeWindow | null> {
    return readChangeWindow(this.#source, windowStart(state, this.#options.overlapMs), this.#options);
  }

  #changesAfter(cursor: OpenedCursor, window: ChangeWindow | null): readonly Changed[] | null {
    const state = this.#state;
    if (state === null || cursor.isVoid) return null;
    if (window !== null && isBehind(cursor, window, this.#options.clock.now())) return null;
    if (window === null || cursor.overflow !== null || state.overflow !== null) {
      return state.overflow !== null && cursor.overflow === state.overflow ? [] : null;
    }
    const { overlapMs } = this.#options;
    const since = windowStart(cursor, overlapMs);
    if (window.since !== null && (since === null || window.since.ms > since.ms)) return null;
    const base = restoreState(cursor);
    // Only the length of the list shows which records have left it since the cursor was issued.
    return isConsistent(this.#after(base, window).count, state.count) ? this.#changesOf(base, window) : null;
  }

  #changesOf(base: TrackerState, window: ChangeWindow): readonly Changed[] {
    const newestOptions = this.#newestOptions();
    const records = changesIn(base, window);
    return records.map(
      (record, at) =>
        new Changed(record, () =>
          this.#cursors.seal(this.#grant, advance(base, window, records, at + 1, newestOptions)),
        ),
    );
  }

  #after(base: TrackerState, window: ChangeWindow): TrackerState {
    const records = changesIn(base, window);
    return advance(base, window, records, records.length, this.#newestOptions());
  }

  #newestOptions() {
    return { overlapMs: this.#options.overlapMs, now: this.#options.clock.now() };
  }
}
