/**
 * The logger: JSON lines on standard output, written in batches at least once a second, at once after an error, and when the process exits.
 * On a terminal, it writes lines for people, at once. Secrets stay out of the log because nothing logs them; the redaction is a second
 * safeguard.
 */
import { isatty } from 'node:tty';
import { isMainThread } from 'node:worker_threads';
import { type DestinationStream, type Logger, pino } from 'pino';
import { TOKEN_HEADER } from '../web/bearer.ts';
import { prettyLine } from './pretty.ts';

export type Log = Logger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretKeys: ReadonlySet<string> = new Set([
  'authorization',
  TOKEN_HEADER.toLowerCase(),
  'access_token',
  'client_secret',
  'token',
  'passcode',
  'password',
  'secret',
]);
const CENSOR = '[redacted]';
const CENSORED_DEPTH = 3;

/** Each batch wakes a thread that writes it. */
const BATCH_CHARACTERS = 32_768;
const FLUSH_INTERVAL_MS = 1_000;
/** How much is buffered if the reader of standard output has fallen behind; the rest is lost. */
const MAX_BUFFERED_BYTES = 16_777_216;
/** How often, every 100 ms, the log tries to write to a full pipe. At exit, the process waits no longer than that. */
const MAX_BUSY_RETRIES = 5;
/** The beginning of lines that are written at once. */
const URGENT = /^\{"level":"(?:error|fatal)"/;

export function createLog(level: LogLevel, stream: DestinationStream = standardOutput()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        // pino's own redaction costs seven times as much as the rest of the line.
        log: (line) => withoutSecrets(line, CENSORED_DEPTH),
      },
      serializers: {
        err: (error: Error) =>
          withoutSecrets(pino.stdSerializers.err(error) as unknown as Record<string, unknown>, CENSORED_DEPTH),
      },
    },
    stream,
  );
}

/**
 * Writes a line at once, whatever the log's level, for the person or program that waits for the start. On standard error, it is for people
 * if that is a terminal.
 */
export function logSync(
  to: 'stdout' | 'stderr',
  level: 'info' | 'warn' | 'fatal',
  fields: object,
  message: string,
): void {
  if (to === 'stdout') {
    createLog('info')[level](fields, message);
    batchingStream?.flushSync();
  } else createLog('info', standardError())[level](fields, message);
}

const STDOUT = 1;
const STDERR = 2;

function standardError(): DestinationStream {
  if (isatty(STDERR)) return { write: (line) => void process.stderr.write(prettyLine(line, process.stderr)) };
  return pino.destination({ dest: STDERR, sync: true });
}

/** A thread that ends does not flush, so all threads but the main one write each line at once. */
function standardOutput(): DestinationStream {
  if (isatty(STDOUT)) {
    terminalStream ??= createTerminalStream();
    return terminalStream;
  }
  // A line that a full disk refuses must not end the thread; it is tried again with the next line.
  if (!isMainThread)
    return pino.destination({ sync: true, maxLength: MAX_BUFFERED_BYTES }).on('error', () => undefined);
  batchingStream ??= createBatchingStream();
  return batchingStream;
}

let terminalStream: DestinationStream | undefined;

function createTerminalStream(): DestinationStream {
  // A closed terminal must not keep the process from ending in order.
  process.stdout.on('error', () => undefined);
  return { write: (line) => void process.stdout.write(prettyLine(line)) };
}

let batchingStream: ReturnType<typeof createBatchingStream> | undefined;

/** pino flushes the stream when the process ends. */
function createBatchingStream() {
  const options = { sync: false, maxLength: MAX_BUFFERED_BYTES, maxWriteRetries: MAX_BUSY_RETRIES };
  const out = pino.destination(options);
  // pino's destination would measure everything that waits again with each line.
  let batch = '';
  // Lines that a full disk refuses are kept, and written with the next batch.
  out.on('error', () => undefined);
  const flushSync = out.flushSync.bind(out);
  // An error at exit would replace the exit code.
  out.flushSync = () => {
    flush();
    try {
      flushSync();
    } catch {
      // The disk is full, or the pipe has no reader: the process ends without these lines.
    }
  };
  let isOpen = true;
  out.once('close', () => {
    isOpen = false;
  });
  const flush = (): void => {
    if (isOpen && batch !== '') out.write(batch);
    batch = '';
  };
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.on('beforeExit', flush);
  return {
    write(line: string) {
      batch += line;
      if (batch.length >= BATCH_CHARACTERS || URGENT.test(line)) flush();
    },
    flushSync: () => {
      if (isOpen) out.flushSync();
    },
  };
}

/** The same object if it contains no secret, otherwise a copy that hides them. */
function withoutSecrets(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    let redacted = value;
    if (secretKeys.has(key)) redacted = CENSOR;
    else if (depth > 1 && isPlainObject(value)) redacted = withoutSecrets(value, depth - 1);
    if (redacted === value) continue;
    copy ??= { ...object };
    copy[key] = redacted;
  }
  return copy ?? object;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error);
}
