/**
 * How long a body may take to arrive. Node has one limit for all requests, and the largest file over a slow line takes longer
 * than a JSON body may be waited for: so the server's limit allows for the file, and every other body is cut here.
 */
import type { IncomingMessage } from 'node:http';

const REQUEST_TIMEOUT_MS = 30_000;
/** A line of one megabit a second. */
const SLOWEST_BYTES_PER_SECOND = 131_072;

/** The server's limit: the time of the largest file, as base64, on top of that of any request. */
export function requestTimeoutMs(maxFileBytes: number): number {
  return REQUEST_TIMEOUT_MS + Math.ceil(((maxFileBytes * 4) / 3 / SLOWEST_BYTES_PER_SECOND) * 1000);
}

/** Calls `cut` once the body of a request is not there in time. */
export function cutSlowBody(request: IncomingMessage, cut: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) cut();
  }, REQUEST_TIMEOUT_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
