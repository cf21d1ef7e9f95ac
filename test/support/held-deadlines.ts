/**
 * Deadlines that pass only when a test says so, and not before on a busy machine. Sockets, intervals and what a test polls for go on
 * meanwhile.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished, vi } from 'vitest';

/** No machine is so slow that what ends by itself takes as long. */
export const DEADLINE_MS = 60_000;

/** Holds the deadlines that begin from now on, until the test ends. Returns what lets so many milliseconds of them pass. */
export function holdDeadlines(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds);
}

/** Counts the responses, by the beginning of their address, whose status is read from now on. */
export function countStatuses(): (url: string) => number {
  const read: string[] = [];
  const onHeaders = (message: unknown): void => {
    const { request } = message as { readonly request: { readonly origin: string | URL; readonly path: string } };
    read.push(new URL(request.path, request.origin).href);
  };
  subscribe('undici:request:headers', onHeaders);
  onTestFinished(() => void unsubscribe('undici:request:headers', onHeaders));
  return (url) => read.filter((each) => each.startsWith(url)).length;
}
