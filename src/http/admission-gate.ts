/**
 * How many requests are let in at once. Counts them, measures how long one keeps the event loop at work, and lowers the limit
 * while the loop is late half of the time (a standing queue, after CoDel), however slow the POST API is; knows neither HTTP nor
 * Fastify.
 */

export interface AdmissionOptions {
  /** The most requests in flight, whatever the event loop does. */
  readonly most: number;
  /** Milliseconds that the event loop may stay late before fewer requests are let in. */
  readonly lateMs: number;
  /** Milliseconds, never going back; the process's own unless given. */
  readonly now?: () => number;
  /** Milliseconds that the event loop has been at work, all in all; those of this thread unless given. */
  readonly busyMs?: () => number;
  /** Told how many were turned away since the last time, as a window ends in which some were. */
  readonly onShed?: (count: number) => void;
}

export interface AdmissionGate {
  /** Whether one more request may come in. Who gets true calls `leave` once, when its answer is out or given up. */
  readonly enter: () => boolean;
  readonly leave: () => void;
  /** Whether the next one would be turned away. */
  readonly isFull: () => boolean;
  /** Takes back the place of one that nothing has been done for, and that may enter again; such a one does not leave. */
  readonly giveBack: () => void;
  /** Looks at how late the loop is; by itself every 10 ms while there is anything in flight. */
  readonly look: () => void;
  readonly state: () => { readonly inFlight: number; readonly limit: number; readonly costMs: number };
}

const LOOK_MS = 10;
const WINDOW_MS = 50;
/** A loop that turned less often than that within a window is looked at for longer. */
const FEWEST_LOOKS = 3;
/** There is room for a burst of so much work, and of so many at most; when the gate is pressed, for no less than the fewest. */
const BURST_MS = 100;
const MOST_IN_BURST = 100;
const FEWEST = 48;
const LESS = 0.7;
const MORE = 1.1;
/** What a request costs is measured over so many, and a new measure counts by this share. */
const MEASURED = 20;
const NEW_SHARE = 0.5;

export function createAdmissionGate(options: AdmissionOptions): AdmissionGate {
  const { most, lateMs, now = () => performance.now(), onShed = () => undefined } = options;
  const { busyMs = () => performance.eventLoopUtilization().active } = options;
  const fewest = Math.min(FEWEST, most);
  let inFlight = 0;
  let costMs = BURST_MS / MOST_IN_BURST;
  const measured = { left: 0, busyMs: 0, since: 0 };
  let limit = burst();
  let shed = 0;
  let window = newWindow(0);
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const at = now();
    if (at - lookedAt - LOOK_MS > lateMs) window.lateLooks += 1;
    window.looks += 1;
    lookedAt = at;
    if (at - window.begun >= WINDOW_MS && window.looks >= FEWEST_LOOKS) {
      turn(at);
    }
  }

  function turn(at: number): void {
    measure();
    const { peak } = window;
    const room = Math.min(most, peak + burst());
    if (window.lateLooks * 2 >= window.looks) {
      // While more are under way than the limit allows, it has yet to show what it does.
      if (inFlight <= limit) limit = Math.max(fewest, Math.floor(Math.min(limit, peak) * LESS));
    } else if (peak >= limit) limit = Math.min(most, Math.ceil(limit * MORE));
    else limit = Math.max(room, Math.floor(limit * LESS));
    if (shed > 0) onShed(shed);
    shed = 0;
    window = newWindow(at, inFlight);
  }

  /** All that the loop does meanwhile is counted to the requests that left: an estimate that errs on the side of fewer. */
  function measure(): void {
    const busy = busyMs();
    measured.busyMs += busy - measured.since;
    measured.since = busy;
    if (measured.left < MEASURED) return;
    if (measured.busyMs > 0) costMs += (measured.busyMs / measured.left - costMs) * NEW_SHARE;
    measured.left = 0;
    measured.busyMs = 0;
  }

  function burst(): number {
    return Math.max(fewest, Math.min(MOST_IN_BURST, most, Math.floor(BURST_MS / costMs)));
  }

  function watch(): void {
    look();
    if (inFlight > 0 || shed > 0 || limit < burst()) return void timer?.refresh();
    timer = undefined;
    measure();
  }

  function startWatching(): void {
    lookedAt = now();
    window = newWindow(lookedAt, inFlight);
    measured.since = busyMs();
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
      measured.left += 1;
    },
    isFull: () => inFlight >= limit,
    giveBack() {
      inFlight -= 1;
    },
    look,
    state: () => ({ inFlight, limit, costMs }),
  };
}

interface Window {
  begun: number;
  looks: number;
  lateLooks: number;
  /** The most requests that were in flight, or as many as the limit where one was turned away. */
  peak: number;
}

function newWindow(begun: number, peak = 0): Window {
  return { begun, looks: 0, lateLooks: 0, peak };
}
