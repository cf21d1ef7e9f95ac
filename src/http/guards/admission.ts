/**
 * Limits how many requests are in flight at once. Counts them, measures the event-loop time that one costs, and lowers the
 * limit while the loop is late in half of the samples (a standing queue, as in CoDel), however slow the POST API is. When there
 * is little room, a caller that takes most of it is rejected, and what it has beyond its part is not counted against others.
 * Knows nothing of HTTP.
 */
import { eventLoopUtilization } from 'node:perf_hooks';
import type { Usage } from './usage.ts';

export interface AdmissionOptions {
  /** Upper bound on the requests in flight, whatever the event loop does. */
  readonly maxInFlight: number;
  /** Event-loop delay in milliseconds above which a sample counts as late. */
  readonly lateMs: number;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
  /** Total milliseconds that the event loop has been active; that of this thread by default. */
  readonly busyMs?: () => number;
  /** Called at the end of a window with the number of requests rejected since the last call, if there were any. */
  readonly onShed?: (count: number) => void;
}

/** How many slots a caller has; counted here. */
type Slots = Pick<Usage, 'slots'>;

export type Admission = Readonly<ReturnType<typeof createAdmission>>;

const SAMPLE_MS = 10;
const WINDOW_MS = 50;
/** A window with fewer samples than this, because the loop was blocked, is extended. */
const MIN_SAMPLES = 3;
/**
 * The limit leaves room for a burst of this much work, and never falls below MIN_LIMIT. A request is taken to cost no less than
 * MIN_COST_MS, since the next ones may be of another kind.
 */
const BURST_MS = 100;
const FIRST_COST_MS = 1;
const MIN_COST_MS = 0.2;
const MIN_LIMIT = 48;
/** The rest is for callers with few requests: without it, those of one caller, waiting for the POST API, would keep all others out. */
const CROWDED_SHARE = 0.75;
/** The part of the limit that one caller may have while there is little room. */
const CALLER_SHARE = 0.5;
const DECREASE_FACTOR = 0.7;
const INCREASE_FACTOR = 1.1;
/** The cost of a request is averaged over REQUESTS_PER_AVERAGE requests; each new average is weighted by NEW_WEIGHT. */
const REQUESTS_PER_AVERAGE = 20;
const NEW_WEIGHT = 0.5;

export function createAdmission(options: AdmissionOptions) {
  const { maxInFlight, lateMs, now = () => performance.now(), onShed = () => undefined } = options;
  const { busyMs = () => eventLoopUtilization().active } = options;
  const minLimit = Math.min(MIN_LIMIT, maxInFlight);
  let inFlight = 0;
  let costMs = FIRST_COST_MS;
  const measured = { finished: 0, busyMs: 0, lastBusyMs: 0 };
  let limit = burst();
  let shed = 0;
  let window = newWindow(0);
  let sampledAt = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Callers that had more than their part when they last entered; few fit. */
  const large = new Set<Slots>();

  function sample(): void {
    const at = now();
    if (at - sampledAt - SAMPLE_MS > lateMs) window.lateSamples += 1;
    window.samples += 1;
    sampledAt = at;
    if (at - window.startedAt >= WINDOW_MS && window.samples >= MIN_SAMPLES) {
      adjustLimit(at);
    }
  }

  function adjustLimit(at: number): void {
    measure();
    const { peak } = window;
    const room = Math.min(maxInFlight, peak + burst());
    if (window.lateSamples * 2 >= window.samples) {
      // With more requests in flight than the limit allows, the last reduction has not taken effect yet.
      if (inFlight <= limit) limit = Math.max(minLimit, Math.floor(Math.min(limit, peak) * DECREASE_FACTOR));
    } else if (peak >= limit) limit = Math.min(maxInFlight, Math.ceil(limit * INCREASE_FACTOR));
    else limit = Math.max(room, Math.floor(limit * DECREASE_FACTOR));
    if (shed > 0) onShed(shed);
    shed = 0;
    window = newWindow(at, inFlight);
  }

  /**
   * Attributes all event-loop time to the requests that finished meanwhile: an overestimate, which errs on the side of
   * admitting fewer.
   */
  function measure(): void {
    const busy = busyMs();
    measured.busyMs += busy - measured.lastBusyMs;
    measured.lastBusyMs = busy;
    if (measured.finished < REQUESTS_PER_AVERAGE) return;
    if (measured.busyMs > 0) costMs += (measured.busyMs / measured.finished - costMs) * NEW_WEIGHT;
    measured.finished = 0;
    measured.busyMs = 0;
  }

  function burst(): number {
    return Math.max(minLimit, Math.min(maxInFlight, Math.floor(BURST_MS / Math.max(costMs, MIN_COST_MS))));
  }

  function watch(): void {
    sample();
    if (inFlight > 0 || shed > 0 || limit < burst()) return void timer?.refresh();
    timer = undefined;
    measure();
  }

  /** Slots that callers have beyond their part, after the limit fell or while there was room. */
  function excess(): number {
    if (large.size === 0) return 0;
    const part = limit * CALLER_SHARE;
    let sum = 0;
    for (const caller of large) {
      if (caller.slots > part) sum += caller.slots - part;
      else large.delete(caller);
    }
    return sum;
  }

  const isFull = (): boolean => inFlight >= maxInFlight || inFlight - excess() >= limit;

  function isCrowdedBy({ slots }: Slots): boolean {
    return inFlight > limit * CROWDED_SHARE && slots > limit * CALLER_SHARE;
  }

  function startWatching(): void {
    sampledAt = now();
    window = newWindow(sampledAt, inFlight);
    measured.lastBusyMs = busyMs();
    timer = setTimeout(watch, SAMPLE_MS);
    timer.unref();
  }

  return {
    /**
     * Admits one more request of a caller if there is room. After true, `leave` must be called once, when the response is sent or
     * abandoned.
     */
    enter(caller: Slots): boolean {
      if (timer === undefined) startWatching();
      if (isCrowdedBy(caller) || isFull()) {
        shed += 1;
        window.peak = Math.max(window.peak, limit);
        return false;
      }
      inFlight += 1;
      caller.slots += 1;
      if (caller.slots > limit * CALLER_SHARE) large.add(caller);
      if (inFlight > window.peak) window.peak = inFlight;
      return true;
    },
    leave(caller: Slots): void {
      inFlight -= 1;
      caller.slots -= 1;
      measured.finished += 1;
    },
    /** Whether there is no room for the next request, whoever sends it. */
    isFull,
    /** Releases the slot of a request that no work has been done for and that may enter again; replaces its call of `leave`. */
    releaseUnused(caller: Slots): void {
      inFlight -= 1;
      caller.slots -= 1;
    },
    /** Samples how late the loop is; runs by itself every 10 ms while requests are in flight. */
    sample,
    state: () => ({ inFlight, limit, costMs }),
  };
}

interface Window {
  startedAt: number;
  samples: number;
  lateSamples: number;
  /** The most requests in flight during the window; the limit itself if a request was rejected. */
  peak: number;
}

function newWindow(startedAt: number, peak = 0): Window {
  return { startedAt, samples: 0, lateSamples: 0, peak };
}
