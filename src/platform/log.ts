/**
 * The logger: JSON lines on standard output, written many at a time, at the latest after a moment and at the process's end.
 * Secrets are kept out by never being handed over; the redaction list is the second net under that.
 */
import { isMainThread } from 'node:worker_threads';
import { type Logger, pino } from 'pino';

export type Log = Logger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretKeys = ['authorization', 'access_token', 'client_secret', 'token', 'passcode', 'password', 'secret'];

/** A write a line would cost more than many a request. */
const BUFFER_BYTES = 8_192;
const LONGEST_WAIT_MS = 100;

export function createLog(level: LogLevel): Log {
  const options = {
    level,
    base: null,
    timestamp: createTimestamp(),
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  };
  // The end of another thread is not told to what it writes with.
  if (!isMainThread) return pino(options);
  const buffer = { sync: false, minLength: BUFFER_BYTES, periodicFlush: LONGEST_WAIT_MS };
  return pino(options, pino.destination(buffer));
}

/** For lines whose values can hold no secret, and that come with every request. */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] });
}

/** Many lines fall into one millisecond. */
function createTimestamp(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
}
