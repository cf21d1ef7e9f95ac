/**
 * The logger: JSON lines on standard output. Secrets are kept out by never being handed over; the redaction list is the
 * second net under that.
 */
import { type Logger, pino } from 'pino';

export type Log = Logger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretKeys = ['authorization', 'access_token', 'client_secret', 'token', 'passcode', 'password', 'secret'];

export function createLog(level: LogLevel): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  });
}
