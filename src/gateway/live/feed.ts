/**
 * The change feed of one grant. While it has listeners, it polls the list for all of them. It notifies them of changes, of a service that
 * cannot be read, and when they have to load their list again. The tracker finds the changes; the feed decides when to read.
 *
 * Several processes may track the same list. One of them reads it, and publishes a fingerprint of what it has read, before and after each
 * read. The others read only if their own fingerprint differs, or if they have heard nothing for longer than an interval, because that
 * process has ended or its messages are lost: that costs calls, but no change is missed.
 */
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import { isNotFound, notFound, UpstreamFault } from '../fault.ts';
import { type EventQueue, Listener, type ListenerOptions } from './event-queue.ts';
import type { FeedMessages } from './feed-messages.ts';
import { type PollSchedule, PollTimer } from './poll-schedule.ts';
import type { OpenedCursor } from './tracking/change-cursors.ts';
import type { Polled, StateFingerprint, Tracker } from './tracking/change-tracker.ts';
import type { FeedEvent } from './tracking/changes.ts';

export interface FeedOptions {
  readonly name: string;
  readonly tracker: Tracker;
  readonly schedule: PollSchedule;
  readonly messages: Pick<FeedMessages, 'publish'>;
  readonly lingerMs: number;
  /** Whether the agent may still be read; checked before each poll. */
  readonly isActive: () => boolean | Promise<boolean>;
  /** Gets everything that the feed reads. */
  readonly observer?: ReadObserver | undefined;
  readonly clock: Clock;
  /** Called after each poll, with its error or with the number of its changes; not with an error once the feed has ended. */
  readonly onPoll: (result: { readonly error: unknown } | { readonly changes: number }) => void;
  /** Called once, when the feed has ended. */
  readonly onEnd: () => void;
}

/** Observes what one feed reads. Its functions never reject. */
export interface ReadObserver {
  /** A cursor after which the next poll also has to find the changes; null for none. */
  readonly after: () => Promise<OpenedCursor | null>;
  /** Called with what was read, starting at `readAt`; also after a count, if the list had an unexpected length. */
  readonly onRead: (polled: Polled, readAt: number, tracker: Pick<Tracker, 'cursor'>, isCount: boolean) => void;
  /** Called after each count with the length of the list; null if it is not known exactly. */
  readonly onCounted: (length: number | null) => void;
}

const STALE_AFTER_MS = 60_000;
/** For how many intervals a process that has heard from another one waits for it. */
const PATIENCE = 1.25;

export class Feed {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<Listener>();
  readonly #timer: PollTimer;
  #staleTimer: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #isPolling = false;
  /** The state that another process has read and this one has not; if there is one, the next poll reads. */
  #unread: StateFingerprint | null = null;
  /** When another process last published. */
  #publishedAt = Number.NEGATIVE_INFINITY;
  #isStale = false;
  #hasEnded = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#timer = new PollTimer(() => void this.#poll(), options.schedule, options.clock);
  }

  /** For how many seconds the service could not be read; 0 while it can. */
  get staleSeconds(): number {
    return this.#timer.failingMs / 1_000;
  }

  listen(after: OpenedCursor | null, options?: ListenerOptions): EventQueue {
    const { tracker } = this.#options;
    const listener = new Listener(after, options, (each) => this.#leave(each));
    this.#listeners.add(listener);
    clearTimeout(this.#lingerTimer);
    if (this.#isStale) listener.notifyStale(tracker);
    if (after === null && tracker.isReady && this.#timer.failures === 0) listener.begin(tracker);
    else this.#pollWithin(0);
    return listener.queue;
  }

  /**
   * Another process has read the list. If this one has not read the same, it polls as soon as the pauses between polls allow: at once if the
   * last poll was more than a second ago.
   */
  onPublished(fingerprint: StateFingerprint): void {
    this.#publishedAt = this.#options.clock.now();
    if (!this.#isPolling && this.#options.tracker.compareWith(fingerprint)) return;
    this.#unread = fingerprint;
    this.#pollWithin(0);
  }

  /** Notifies the listeners that have begun. Others load the list, or learn from its length that something is gone. */
  notifyDeleted(transIds: readonly string[]): void {
    const { cursor } = this.#options.tracker;
    const events = transIds.map((transId): FeedEvent => ({ kind: 'DELETED', cursor, transId }));
    for (const listener of this.#listeners) if (listener.hasBegun) listener.notifyIfAllowed(events);
  }

  /** Ends all listeners, with the fault if there is one. */
  end(fault?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#timer.stop();
    for (const timer of [this.#staleTimer, this.#lingerTimer]) clearTimeout(timer);
    for (const { queue } of this.#listeners) queue.end(fault);
    this.#listeners.clear();
    this.#options.onEnd();
  }

  #leave(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0 || this.#hasEnded) return;
    this.#lingerTimer = setTimeout(() => this.end(), this.#options.lingerMs).unref();
  }

  /** A running poll schedules the next one itself. */
  #pollWithin(ms: number): void {
    if (!this.#isPolling) this.#timer.within(ms);
  }

  async #poll(): Promise<void> {
    const { schedule, isActive, onPoll, clock } = this.#options;
    this.#isPolling = true;
    let waitMs = 0;
    try {
      if (!(await isActive())) throw notFound();
      await this.#endForbidden();
      const intervalMs = schedule.interval();
      const heardMs = elapsedSince(this.#publishedAt, clock);
      const isReadElsewhere = heardMs < intervalMs / 2 && !this.#mustRead && this.#timer.failures === 0;
      if (!isReadElsewhere) onPoll({ changes: await this.#read() });
      // After the other process has polled again, so that it goes on.
      waitMs = isReadElsewhere ? PATIENCE * intervalMs - heardMs : intervalMs;
    } catch (error) {
      if (!this.#hasEnded) onPoll({ error });
      if (isNotFound(error)) this.end(error);
      else if (!this.#hasEnded) this.#fail(error);
    }
    this.#isPolling = false;
    // This process may meanwhile have read what another one has published.
    if (this.#unread !== null && this.#options.tracker.compareWith(this.#unread)) this.#unread = null;
    if (!this.#hasEnded) this.#timer.in(this.#mustRead ? 0 : waitMs);
  }

  /** Ends listeners that may no longer listen, before anything new arrives for them. */
  async #endForbidden(): Promise<void> {
    for (const listener of this.#listeners) {
      if (listener.mayListen === undefined || (await listener.mayListen())) continue;
      listener.queue.end(notFound());
      this.#leave(listener);
    }
  }

  get #joining(): Listener[] {
    return [...this.#listeners].filter(({ hasBegun }) => !hasBegun);
  }

  /** Whether the next poll reads even if another process has just polled. */
  get #mustRead(): boolean {
    return this.#unread !== null || this.#joining.length > 0;
  }

  /** Resolves with the number of changes. */
  async #read(): Promise<number> {
    const { tracker, messages, name, schedule, clock, observer } = this.#options;
    const joining = this.#joining;
    // A read that only catches up with another process publishes nothing.
    const isCatchingUp = this.#unread !== null && joining.length === 0;
    this.#unread = null;
    this.#timer.onRead();
    // So that no other process reads while a slow service answers. While reads of this one fail, others need not wait for them.
    if (!isCatchingUp && tracker.isReady && this.#timer.failures === 0) messages.publish(name, tracker.fingerprint);
    // Created before the poll, because the poll's changes come after this event.
    const resumed: FeedEvent | null = this.#isStale ? { kind: 'RESUMED', cursor: tracker.cursor } : null;
    const observed = (await observer?.after()) ?? [];
    const readAt = clock.now();
    const polled = await tracker.poll(joining.map(({ after }) => after).concat(observed));
    observer?.onRead(polled, readAt, tracker, false);
    this.#recover();
    this.#notify(polled, joining, resumed);
    let changes = polled.changes?.length ?? 0;
    if (elapsedSince(tracker.countedAt, clock) >= schedule.countInterval()) {
      const counted = await tracker.count();
      if (counted !== null) {
        observer?.onRead(counted, readAt, tracker, true);
        this.#notify(counted, [], null);
      }
      observer?.onCounted(tracker.length);
      changes += counted?.changes?.length ?? 0;
    }
    if (!isCatchingUp && !this.#hasEnded) messages.publish(name, tracker.fingerprint);
    return changes;
  }

  /** Sends the changes to all listeners that have begun, and lets those that have joined begin. */
  #notify({ changes, changesAfter }: Polled, joining: readonly Listener[], resumed: FeedEvent | null): void {
    const { tracker } = this.#options;
    const events: readonly FeedEvent[] =
      changes === null
        ? [{ kind: 'READY', cursor: tracker.cursor }]
        : [...(resumed === null ? [] : [resumed]), ...changes];
    for (const listener of this.#listeners) if (listener.hasBegun) listener.notify(events);
    for (const listener of joining) {
      listener.begin(tracker, listener.after === null ? null : changesAfter(listener.after));
    }
    if (!tracker.isReady) return;
    // A listener without a cursor that joined after the poll began has to load the list after it.
    for (const listener of this.#listeners) if (!listener.hasBegun && listener.after === null) listener.begin(tracker);
  }

  #fail(error: unknown): void {
    this.#timer.onFailure(error instanceof UpstreamFault ? error.retryAfterSeconds : null);
    this.#staleTimer ??= setTimeout(() => {
      this.#isStale = true;
      for (const listener of this.#listeners) listener.notifyStale(this.#options.tracker);
    }, STALE_AFTER_MS).unref();
  }

  #recover(): void {
    this.#timer.onSuccess();
    clearTimeout(this.#staleTimer);
    this.#staleTimer = undefined;
    this.#isStale = false;
  }
}
