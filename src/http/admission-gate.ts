/**
 * How many requests are let in at once. Counts them, and lowers the limit while the event loop stays late (a standing queue,
 * as CoDel has it: late for a tenth of a second on end), however slow the POST API is; knows neither HTTP nor Fastify.
 */

export interface AdmissionOptions {
  /** The most requests in flight, whatever the event loop does. */
  readonly most: number;
  /** Milliseconds that the event loop may stay late before fewer requests are let in. */
  readonly lateMs: number;
  /** Milliseconds, never going back; the process's own unless given. */
  readonly now?: () => number;
  /** Told how many were turned away since the last time, as a window ends in which some were. */
  readonly onShed?: (count: number) => void;
}

export interface AdmissionGate {
  /** Whether one more request may come in. Who gets true calls `leave` once, when its answer is out or given up. */
  readonly enter: () => boolean;
  readonly leave: () => void;
  /** Looks at how late the loop is; by itself every 10 ms while there is anything in flight. */
  readonly look: () => void;
  readonly state: () => { readonly inFlight: number; readonly limit: number };
}

const LOOK_MS = 10;
const WINDOW_MS = 100;
/** A loop that turned so seldom within a window is looked at for longer. */
const FEWEST_LOOKS = 2;
/** An idle gate takes a burst of so many, and no less than so many when it is pressed. */
const BURST = 100;
const FEWEST = 16;
const LESS = 0.7;
const MORE = 1.1;

export function createAdmissionGate(options: AdmissionOptions): AdmissionGate {
  const { most, lateMs, now = () => performance.now(), onShed = () => undefined } = options;
  let inFlight = 0;
  let limit = Math.min(BURST, most);
  let shed = 0;
  let window = newWindow(0);
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const at = now();
    window.leastLate = Math.min(window.leastLate, at - lookedAt - LOOK_MS);
    window.looks += 1;
    lookedAt = at;
    if (at - window.begun >= WINDOW_MS && window.looks >= FEWEST_LOOKS) {
      turn(at);
    }
  }

  function turn(at: number): void {
    const isLate = window.leastLate > lateMs;
    // While more are under way than the limit allows, it has yet to show what it does.
    if (isLate) {
      if (inFlight <= limit) limit = Math.max(Math.min(FEWEST, most), Math.floor(Math.min(limit, window.peak) * LESS));
    } else if (window.peak >= limit || limit < BURST) limit = Math.min(most, Math.ceil(limit * MORE));
    if (shed > 0) onShed(shed);
    shed = 0;
    window = newWindow(at, inFlight);
  }

  function watch(): void {
    look();
    if (inFlight > 0 || shed > 0 || limit < Math.min(BURST, most)) timer?.refresh();
    else timer = undefined;
  }

  function startWatching(): void {
    lookedAt = now();
    window = newWindow(lookedAt, inFlight);
    timer = setTimeout(watch, LOOK_MS);
    timer.unref();
  }

  return {
    enter() {
      if (timer === undefined) startWatching();
      if (inFlight >= limit) {
        shed += 1;
        window.peak = Math.max(window.peak, limit);
        return false;
      }
      inFlight += 1;
      if (inFlight > window.peak) window.peak = inFlight;
      return true;
    },
    leave() {
      inFlight -= 1;
    },
    look,
    state: () => ({ inFlight, limit }),
  };
}

interface Window {
  begun: number;
  looks: number;
  leastLate: number;
  /** The most requests that were in flight, or as many as the limit where one was turned away. */
  peak: number;
}

function newWindow(begun: number, peak = 0): Window {
  return { begun, looks: 0, leastLate: Number.POSITIVE_INFINITY, peak };
}
