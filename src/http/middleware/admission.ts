/**
 * Limits how many requests are in flight at once. It lowers the limit while the event loop is late in half of the samples (a standing
 * queue, as in CoDel), but not because the POST API is slow. Beyond the limit, it admits only callers that have less than their fair share,
 * so that one caller cannot lock out the others. It knows nothing of HTTP.
 */
import type { Usage } from './limits.ts';

export interface AdmissionOptions {
  /** Maximum number of requests in flight, whatever the event loop does; none by default. */
  readonly maxInFlight?: number | undefined;
  /** Event-loop delay in milliseconds above which a sample counts as late. */
  readonly lateMs?: number | undefined;
  /** Called at the end of a window with the number of requests rejected since the last call, if there were any. */
  readonly onShed?: (count: number) => void;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

type Caller = Pick<Usage, 'inFlight'>;

export type Admission = Readonly<ReturnType<typeof createAdmission>>;

const SAMPLE_MS = 10;
const WINDOW_MS = 50;
/** A window with fewer samples, because the loop was blocked, is extended. */
const MIN_SAMPLES = 3;
/** Unless the loop is late, the limit is this far above the peak of requests in flight. It never falls below MIN_LIMIT. */
const BURST = 200;
const MIN_LIMIT = 48;
const DECREASE_FACTOR = 0.7;
const INCREASE_FACTOR = 1.1;

export function createAdmission(options: AdmissionOptions = {}) {
  const { maxInFlight = Number.POSITIVE_INFINITY, lateMs = Number.POSITIVE_INFINITY } = options;
  const { now = () => performance.now(), onShed = () => undefined } = options;
  const minLimit = Math.min(MIN_LIMIT, maxInFlight);
  let limit = Math.min(BURST, maxInFlight);
  let inFlight = 0;
  /** Callers with a request in flight. */
  let callers = 0;
  let shed = 0;
  /** The most requests in flight during the window; the limit itself if a request was rejected. */
  let window = { startedAt: 0, samples: 0, lateSamples: 0, peak: 0 };
  let sampledAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function sample(): void {
    const at = now();
    if (at - sampledAt - SAMPLE_MS > lateMs) window.lateSamples += 1;
    window.samples += 1;
    sampledAt = at;
    if (at - window.startedAt >= WINDOW_MS && window.samples >= MIN_SAMPLES) adjustLimit(at);
  }

  function adjustLimit(at: number): void {
    const { lateSamples, samples, peak } = window;
    if (lateSamples * 2 >= samples) {
      // If more requests are in flight than the limit allows, the last reduction has not taken effect yet.
      if (inFlight <= limit) limit = Math.max(minLimit, Math.floor(Math.min(limit, peak) * DECREASE_FACTOR));
    } else if (peak >= limit) limit = Math.min(maxInFlight, Math.ceil(limit * INCREASE_FACTOR));
    else limit = Math.min(maxInFlight, Math.max(peak + BURST, Math.floor(limit * DECREASE_FACTOR)));
    if (shed > 0) onShed(shed);
    shed = 0;
    window = { startedAt: at, samples: 0, lateSamples: 0, peak: inFlight };
  }

  function watch(): void {
    sample();
    if (inFlight > 0 || shed > 0 || limit < Math.min(BURST, maxInFlight)) timer?.refresh();
    else timer = undefined;
  }

  function startWatching(): void {
    sampledAt = now();
    window = { startedAt: sampledAt, samples: 0, lateSamples: 0, peak: inFlight };
    timer = setTimeout(watch, SAMPLE_MS).unref();
  }

  function hasRoomFor(caller: Caller): boolean {
    if (inFlight >= maxInFlight) return false;
    const others = caller.inFlight > 0 ? callers : callers + 1;
    return inFlight < limit || caller.inFlight < Math.floor(limit / others);
  }

  function count(caller: Caller): void {
    if (caller.inFlight === 0) callers += 1;
    caller.inFlight += 1;
    inFlight += 1;
    if (inFlight > window.peak) window.peak = inFlight;
  }

  function leave(caller: Caller): void {
    caller.inFlight -= 1;
    inFlight -= 1;
    if (caller.inFlight === 0) callers -= 1;
  }

  return {
    /** Admits one more request of a caller if there is room. After true, `leave` must be called once. */
    enter(caller: Caller): boolean {
      if (timer === undefined) startWatching();
      if (hasRoomFor(caller)) {
        count(caller);
        return true;
      }
      shed += 1;
      window.peak = Math.max(window.peak, limit);
      return false;
    },
    leave,
    /** For a request in flight that turns out to belong to another caller. */
    move(from: Caller, to: Caller): void {
      leave(from);
      count(to);
    },
    /** Samples how late the loop is; runs by itself every 10 ms while requests are in flight. */
    sample,
    state: () => ({ inFlight, limit }),
  };
}
