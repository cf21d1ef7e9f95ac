/**
 * The change feed of one grant: polls the list for all of its listeners while there are any, and tells them what has changed,
 * when the service cannot be read, and when their list has to be loaded again. The strategy is in `follower`; here are the times.
 */
import type { Clock } from '../../platform/clock.ts';
import { isNotFound, notFound, UpstreamFault } from '../fault.ts';
import { EventQueue } from './event-queue.ts';
import type { Changed, FeedEvent } from './following/changes.ts';
import type { OpenedCursor } from './following/cursors.ts';
import type { Followed, Mark, Polled } from './following/follower.ts';
import { MIN_GAP_MS, type Pace } from './pace.ts';
import type { Ticks } from './ticks.ts';

/** A listener's place: its events, and where it begins. */
interface Listener {
  readonly queue: EventQueue;
  /** Null to begin with READY. */
  readonly after: OpenedCursor | null;
  hasBegun: boolean;
}

export interface FeedOptions {
  readonly name: string;
  readonly follower: Followed;
  readonly pace: Pace;
  readonly ticks: Ticks;
  readonly lingerMs: number;
  /** Whether the agent may still be read; checked before each poll. */
  readonly isActive: () => boolean | Promise<boolean>;
  readonly clock: Clock;
  /** Called after each poll: with its error, or with the number of its changes. */
  readonly onPoll: (result: { readonly error: unknown } | { readonly changes: number }) => void;
  /** Called once, when the feed has ended. */
  readonly onEnd: () => void;
}

const STALE_AFTER_MS = 60_000;

export class Feed {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<Listener>();
  #pollTimer: NodeJS.Timeout | undefined;
  #staleTimer: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #isPolling = false;
  /** Something asked for a poll while one was running. */
  #isPollDue = false;
  /** The next poll reads whoever leads: another process, or this one itself, says that there is something new. */
  #isReadDue = false;
  #isStale = false;
  #hasEnded = false;
  #failures = 0;
  #failingSince: number | null = null;
  #startedAt = Number.NEGATIVE_INFINITY;
  /** No poll is made before: upstream or the pause after a failure says so. */
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Seconds since the service could be read; 0 while it can. */
  get staleSeconds(): number {
    return this.#failingSince === null ? 0 : (this.#options.clock.now() - this.#failingSince) / 1_000;
  }

  listen(after: OpenedCursor | null, room?: number): EventQueue {
    const queue = new EventQueue(() => this.#leave(listener), room);
    const listener: Listener = { queue, after, hasBegun: false };
    this.#listeners.add(listener);
    clearTimeout(this.#lingerTimer);
    if (this.#isStale) this.#tellStale(listener);
    if (after === null && this.#options.follower.hasStarted && this.#failures === 0) this.#begin(listener);
    else this.pollSoon();
    return queue;
  }

  /** Polls as soon as the pauses between polls allow: at once, if the last one was more than a second ago. */
  pollSoon(): void {
    this.#isReadDue = true;
    if (this.#isPolling) this.#isPollDue = true;
    else this.#schedule(0);
  }

  /** Another process has read the list. */
  onTick(mark: Mark): void {
    if (mark !== this.#options.follower.mark) this.pollSoon();
  }

  /** Ends all listeners, with the fault if there is one. */
  end(fault?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const timer of [this.#pollTimer, this.#staleTimer, this.#lingerTimer]) clearTimeout(timer);
    for (const { queue } of this.#listeners) queue.end(fault);
    this.#listeners.clear();
    this.#options.onEnd();
  }

  #leave(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0 || this.#hasEnded) return;
    this.#lingerTimer = setTimeout(() => this.end(), this.#options.lingerMs).unref();
  }

  #schedule(waitMs: number): void {
    if (this.#hasEnded) return;
    const now = this.#options.clock.now();
    const at = Math.max(now + waitMs, this.#startedAt + MIN_GAP_MS, this.#notBefore);
    clearTimeout(this.#pollTimer);
    this.#pollTimer = setTimeout(() => void this.#poll(), at - now).unref();
  }

  async #poll(): Promise<void> {
    const { pace, isActive, clock, onPoll } = this.#options;
    this.#isPolling = true;
    this.#isPollDue = false;
    this.#startedAt = clock.now();
    let waitMs = 0;
    try {
      if (!(await isActive())) throw notFound();
      const changes = await this.#read();
      if (changes !== null) onPoll({ changes });
      waitMs = pace.interval();
    } catch (error) {
      onPoll({ error });
      if (isNotFound(error)) this.end(error);
      else this.#fail(error);
    }
    this.#isPolling = false;
    const isAwaited = this.#isPollDue || [...this.#listeners].some(({ hasBegun }) => !hasBegun);
    this.#schedule(isAwaited ? 0 : waitMs);
  }

  /** The number of changes; null if another process polls. */
  async #read(): Promise<number | null> {
    const { follower, ticks, name, pace, clock } = this.#options;
    const joining = [...this.#listeners].filter(({ hasBegun }) => !hasBegun);
    if (!this.#isReadDue && joining.length === 0 && !(await ticks.lead(name))) return null;
    this.#isReadDue = false;
    // Before the poll: what it finds comes after this event.
    const resumed: FeedEvent | null = this.#isStale ? { kind: 'RESUMED', cursor: follower.cursor } : null;
    const polled = await follower.poll(joining.flatMap(({ after }) => after ?? []));
    this.#recover();
    this.#tell(polled, joining, resumed);
    let changes = polled.changes?.length ?? 0;
    if (clock.now() - follower.countedAt >= pace.countInterval()) {
      const counted = await follower.count();
      if (counted !== null) this.#tell(counted, [], null);
      changes += counted?.changes?.length ?? 0;
    }
    ticks.publish(name, follower.mark);
    return changes;
  }

  /** Tells those that listen already what has changed; those that have joined begin. */
  #tell({ changes, changesAfter }: Polled, joining: readonly Listener[], resumed: FeedEvent | null): void {
    const events = changes === null ? [this.#ready()] : [...(resumed === null ? [] : [resumed]), ...changes];
    for (const { queue, hasBegun } of this.#listeners) if (hasBegun) push(queue, events);
    for (const listener of joining) {
      const missed = listener.after === null ? null : changesAfter(listener.after);
      if (missed === null) this.#begin(listener);
      else this.#begin(listener, missed);
    }
    // Whoever has come without a cursor since the poll began loads the list after it.
    for (const listener of this.#listeners) if (!listener.hasBegun && listener.after === null) this.#begin(listener);
  }

  #begin(listener: Listener, missed?: readonly Changed[]): void {
    listener.hasBegun = true;
    const { queue, after } = listener;
    if (after === null || missed === undefined) {
      push(queue, [this.#ready()]);
      return;
    }
    // A cursor ages even while nothing changes.
    const cursor = missed.length === 0 ? this.#options.follower.cursor : after.text;
    push(queue, [{ kind: 'RESUMED', cursor }, ...missed]);
  }

  #fail(error: unknown): void {
    const { clock, pace } = this.#options;
    this.#failures += 1;
    this.#failingSince ??= clock.now();
    const retryAfter = error instanceof UpstreamFault ? error.retryAfterSeconds : null;
    this.#notBefore = clock.now() + pace.pauseAfter(this.#failures, retryAfter);
    this.#staleTimer ??= setTimeout(() => {
      this.#isStale = true;
      for (const listener of this.#listeners) this.#tellStale(listener);
    }, STALE_AFTER_MS).unref();
  }

  #recover(): void {
    this.#failures = 0;
    this.#failingSince = null;
    this.#notBefore = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#staleTimer);
    this.#staleTimer = undefined;
    this.#isStale = false;
  }

  /** Whoever has not begun goes on where it came from. */
  #tellStale({ queue, after, hasBegun }: Listener): void {
    const { cursor, noCursor } = this.#options.follower;
    queue.push({ kind: 'STALE', cursor: hasBegun ? cursor : (after?.text ?? noCursor) });
  }

  #ready(): FeedEvent {
    return { kind: 'READY', cursor: this.#options.follower.cursor };
  }
}

function push(queue: EventQueue, events: readonly FeedEvent[]): void {
  for (const event of events) queue.push(event);
}
