/**
 * Limits how long a body may take to arrive. Node has one limit for all requests, and the largest file over a slow connection
 * takes longer than a JSON body may: the server's limit therefore allows for the file, and all other bodies are cut off here.
 */
import type { IncomingMessage } from 'node:http';

const REQUEST_TIMEOUT_MS = 30_000;
/** A connection of one megabit per second. */
const SLOWEST_BYTES_PER_SECOND = 131_072;

/** The server's limit: that of any request, plus the transfer time of the largest file as base64. */
export function requestTimeoutMs(maxFileBytes: number): number {
  return REQUEST_TIMEOUT_MS + Math.ceil(((maxFileBytes * 4) / 3 / SLOWEST_BYTES_PER_SECOND) * 1000);
}

/** Calls `onTimeout` if the request's body has not arrived in time. */
export function limitBodyTime(request: IncomingMessage, onTimeout: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) onTimeout();
  }, REQUEST_TIMEOUT_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
