/**
 * The change feed of one grant: polls the list for all of its listeners while there are any, and tells them what has changed,
 * when the service cannot be read, and when their list has to be loaded again. The strategy is in `tracker`; here are the times.
 */
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import { isNotFound, notFound, UpstreamFault } from '../fault.ts';
import { type EventQueue, Listener } from './event-queue.ts';
import type { PollLead } from './leader-lease.ts';
import { type Pace, PollTimer } from './poll-schedule.ts';
import type { OpenedCursor } from './tracking/change-cursors.ts';
import type { Mark, Polled, Tracker } from './tracking/change-tracker.ts';
import type { FeedEvent } from './tracking/changes.ts';

export interface FeedOptions {
  readonly name: string;
  readonly tracker: Tracker;
  readonly pace: Pace;
  readonly lead: Pick<PollLead, 'take' | 'leave' | 'publish'>;
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
/** How long one that comes back waits for others that do, as after a restart: the same read serves them all. */
const GATHER_MS = 500;

export class Feed {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<Listener>();
  readonly #timer: PollTimer;
  #staleTimer: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #isPolling = false;
  /** The next poll reads whoever leads: this process knows that there is something new. */
  #isReadDue = false;
  /** What another process has read and this one has not: the next poll reads, too. */
  #news: Mark | null = null;
  #isLeading = false;
  /** When another process was heard of, or this one has read. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #isStale = false;
  #hasEnded = false;
  #failures = 0;
  #failingSince: number | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#timer = new PollTimer(() => void this.#poll(), options.clock);
  }

  /** Seconds since the service could be read; 0 while it can. */
  get staleSeconds(): number {
    return this.#failingSince === null ? 0 : (this.#options.clock.now() - this.#failingSince) / 1_000;
  }

  listen(after: OpenedCursor | null, room?: number): EventQueue {
    const { tracker } = this.#options;
    const listener = new Listener(after, room, (each) => this.#leave(each));
    this.#listeners.add(listener);
    clearTimeout(this.#lingerTimer);
    if (this.#isStale) listener.tellStale(tracker);
    if (after === null && tracker.hasStarted && this.#failures === 0) listener.begin(tracker);
    else this.#pollWithin(after === null ? 0 : GATHER_MS);
    return listener.queue;
  }

  /** Polls as soon as the pauses between polls allow: at once, if the last one was more than a second ago. */
  pollSoon(): void {
    this.#isReadDue = true;
    this.#pollWithin(0);
  }

  /** Another process has read the list; null if it leads no more. */
  onNews(mark: Mark | null): void {
    if (mark === null) {
      if (!this.#isLeading) this.#pollWithin(0);
      return;
    }
    this.#heardAt = this.#options.clock.now();
    if (!this.#isPolling && this.#options.tracker.hear(mark)) return;
    this.#news = mark;
    this.#pollWithin(0);
  }

  /** Ends all listeners, with the fault if there is one. */
  end(fault?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#timer.stop();
    for (const timer of [this.#staleTimer, this.#lingerTimer]) clearTimeout(timer);
    for (const { queue } of this.#listeners) queue.end(fault);
    this.#listeners.clear();
    const { lead, name, onEnd } = this.#options;
    lead.leave(name);
    onEnd();
  }

  #leave(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0 || this.#hasEnded) return;
    this.#lingerTimer = setTimeout(() => this.end(), this.#options.lingerMs).unref();
  }

  /** A poll that runs looks at its end whether another one is due. */
  #pollWithin(ms: number): void {
    if (!this.#isPolling) this.#timer.within(ms);
  }

  async #poll(): Promise<void> {
    const { pace, isActive, onPoll } = this.#options;
    this.#isPolling = true;
    let waitMs = 0;
    try {
      if (!(await isActive())) throw notFound();
      const restMs = await this.#restOfLead();
      if (restMs === 0) onPoll({ changes: await this.#read() });
      waitMs = Math.min(pace.interval(), restMs || Number.POSITIVE_INFINITY);
    } catch (error) {
      onPoll({ error });
      if (isNotFound(error)) this.end(error);
      else if (!this.#hasEnded) this.#fail(error);
    }
    this.#isPolling = false;
    // What another process has read meanwhile, this one may have read as well.
    if (this.#news !== null && this.#options.tracker.hear(this.#news)) this.#news = null;
    if (!this.#hasEnded) this.#timer.in(this.#mustRead ? 0 : waitMs);
  }

  get #joining(): Listener[] {
    return [...this.#listeners].filter(({ hasBegun }) => !hasBegun);
  }

  /** Whether it reads next, although another process may lead. */
  get #mustRead(): boolean {
    return this.#isReadDue || this.#news !== null || this.#joining.length > 0;
  }

  /** For how long another process polls; 0 if this one has to read now. */
  async #restOfLead(): Promise<number> {
    const { pace, clock } = this.#options;
    if (this.#mustRead || this.#failures > 0) return 0;
    const restMs = await this.#takeLead();
    // Whoever leads but is not heard of does not poll, or its messages are lost.
    return Math.max(0, Math.min(restMs, pace.lead() - elapsedSince(this.#heardAt, clock)));
  }

  async #takeLead(): Promise<number> {
    const { lead, name, pace } = this.#options;
    const restMs = await lead.take(name, pace.lead());
    this.#isLeading = restMs === 0;
    if (this.#hasEnded) lead.leave(name);
    return restMs;
  }

  /** Resolves with the number of changes. */
  async #read(): Promise<number> {
    const { tracker, lead, name, pace, clock } = this.#options;
    const joining = this.#joining;
    // The others know what is only read because one of them has read it.
    const isAnswer = this.#news !== null && !this.#isReadDue && joining.length === 0;
    this.#isReadDue = false;
    this.#news = null;
    this.#timer.onRead();
    // Before the poll: what it finds comes after this event.
    const resumed: FeedEvent | null = this.#isStale ? { kind: 'RESUMED', cursor: tracker.cursor } : null;
    const polled = await tracker.poll(joining.flatMap(({ after }) => after ?? []));
    this.#recover();
    this.#tell(polled, joining, resumed);
    let changes = polled.changes?.length ?? 0;
    if (elapsedSince(tracker.countedAt, clock) >= pace.countInterval()) {
      const counted = await tracker.count();
      if (counted !== null) this.#tell(counted, [], null);
      changes += counted?.changes?.length ?? 0;
    }
    this.#heardAt = clock.now();
    if (!isAnswer && !this.#hasEnded) {
      lead.publish(name, tracker.mark);
      void this.#takeLead();
    }
    return changes;
  }

  /** Tells those that listen already what has changed; those that have joined begin. */
  #tell({ changes, changesAfter }: Polled, joining: readonly Listener[], resumed: FeedEvent | null): void {
    const { tracker } = this.#options;
    const events: readonly FeedEvent[] =
      changes === null
        ? [{ kind: 'READY', cursor: tracker.cursor }]
        : [...(resumed === null ? [] : [resumed]), ...changes];
    for (const listener of this.#listeners) if (listener.hasBegun) listener.tell(events);
    for (const listener of joining) {
      listener.begin(tracker, listener.after === null ? null : changesAfter(listener.after));
    }
    // Whoever has come without a cursor since the poll began loads the list after it.
    for (const listener of this.#listeners) if (!listener.hasBegun && listener.after === null) listener.begin(tracker);
  }

  #fail(error: unknown): void {
    const { clock, pace, lead, name } = this.#options;
    this.#failures += 1;
    lead.leave(name);
    this.#failingSince ??= clock.now();
    const retryAfter = error instanceof UpstreamFault ? error.retryAfterSeconds : null;
    this.#timer.onFailure(pace.pauseAfter(this.#failures, retryAfter));
    this.#staleTimer ??= setTimeout(() => {
      this.#isStale = true;
      for (const listener of this.#listeners) listener.tellStale(this.#options.tracker);
    }, STALE_AFTER_MS).unref();
  }

  #recover(): void {
    this.#failures = 0;
    this.#failingSince = null;
    this.#timer.onSuccess();
    clearTimeout(this.#staleTimer);
    this.#staleTimer = undefined;
    this.#isStale = false;
  }
}
