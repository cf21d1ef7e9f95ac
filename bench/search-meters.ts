/** What is measured beside the time of searches: how long the loop is held, full collections of garbage, and how much the machine varies. */
import { constants, PerformanceObserver } from 'node:perf_hooks';

const TICK_MS = 5;

/** Full collections of garbage since then. */
export function countCollections(): () => number {
  let count = 0;
  const isFull = (entry: object) =>
    (entry as { readonly detail: { readonly kind: number } }).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter(isFull).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    observer.disconnect();
    return count;
  };
}

/** Takes some milliseconds, always of the same work, and leaves no garbage. Returns its CPU time in milliseconds. */
export function runFixedLoop(): number {
  const before = process.cpuUsage();
  let state = 0;
  for (let at = 0; at < 200_000; at += 1) state = (state + at * at) % 1_000_003;
  const { user, system } = process.cpuUsage(before);
  return state < 0 ? 0 : (user + system) / 1_000;
}

/** A loop that is held ticks late, with the CPU time of what has held it; what other programs take is not counted. */
export function watchLoop() {
  let most = 0;
  // Linux counts what a thread has taken since the last tick of its clock only when it is asked for the time of the whole process.
  const now = () => {
    process.cpuUsage();
    return process.threadCpuUsage();
  };
  let last = now();
  const spent = () => {
    const next = now();
    const micros = next.user + next.system - last.user - last.system;
    last = next;
    return micros / 1_000;
  };
  const timer = setInterval(() => {
    most = Math.max(most, spent());
  }, TICK_MS);
  return {
    skip: () => void spent(),
    /** The most since the last lap. */
    lap() {
      const since = most;
      most = 0;
      spent();
      return since;
    },
    end: () => clearInterval(timer),
  };
}
