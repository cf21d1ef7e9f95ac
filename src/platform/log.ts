/**
 * The logger: JSON lines on standard output, written in batches and at the latest after a second, an error at once and
 * whatever is left at the end of the process. Secrets are kept out by never being handed over; the censor is the second net.
 */
import { isMainThread } from 'node:worker_threads';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretKeys: ReadonlySet<string> = new Set([
  'authorization',
  'access_token',
  'client_secret',
  'token',
  'passcode',
  'password',
  'secret',
]);
const CENSOR = '[redacted]';
const CENSORED_DEPTH = 3;

/** Each batch wakes a thread that writes it, at a cost that hardly grows with its length. */
const BATCH_CHARACTERS = 65_536;
const LONGEST_WAIT_MS = 1_000;
/** Kept for a reader of standard output that has fallen behind; what is beyond it is lost. */
const MOST_WAITING_BYTES = 16_777_216;
const ERROR_LEVEL = 50;

export function createLog(level: LogLevel, stream: DestinationStream = standardOutput()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: timeStamp,
      formatters: {
        level: (label) => ({ level: label }),
        // pino's own redaction costs seven times the line that it looks through.
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
 * Writes a line whose fields are JSON already, each behind a comma: what is written for every request goes by without pino's
 * look at each field, which costs eight times as much. Level, time and bindings are the logger's own.
 */
export function writeLine(log: Log, level: 'debug' | 'info' | 'warn', fields: string, message: string): void {
  const number = pino.levels.values[level] ?? 0;
  if (number < log.levelVal) return;
  // What pino shows of a logger to those who know its symbols.
  const inside = log as unknown as Readonly<Record<symbol, unknown>>;
  const stream = inside[streamSym] as DestinationStream & { lastLevel: number };
  const head = (inside[lsCacheSym] as Readonly<Record<number, string>>)[number];
  const time = (inside[timeSym] as () => string)();
  stream.lastLevel = number;
  stream.write(`${head}${time}${inside[chindingsSym]}${fields},"msg":"${message}"}\n`);
}

const { streamSym, lsCacheSym, timeSym, chindingsSym } = pino.symbols;

/** A thread that ends flushes nothing, so that one other than the main one writes each line as it comes. */
function standardOutput(): DestinationStream {
  if (!isMainThread) return pino.destination({ sync: true });
  batches ??= batched();
  return batches;
}

let batches: DestinationStream | undefined;

/** Gathers lines before they are handed on: by itself, pino's destination measures all that waits anew with each of them. */
function batched(): DestinationStream {
  const out = pino.destination({ sync: false, maxLength: MOST_WAITING_BYTES });
  let isOpen = true;
  out.once('close', () => {
    isOpen = false;
  });
  let waiting = '';
  const pass = (): void => {
    if (waiting === '' || !isOpen) return;
    out.write(waiting);
    waiting = '';
  };
  const flush = (): void => {
    pass();
    if (isOpen) out.flushSync();
  };
  setInterval(pass, LONGEST_WAIT_MS).unref();
  process.on('beforeExit', pass);
  process.on('exit', flush);
  return {
    // By this name pino says the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(this: { lastLevel: number }, line: string) {
      waiting += line;
      if (waiting.length >= BATCH_CHARACTERS || this.lastLevel >= ERROR_LEVEL) pass();
    },
    flushSync: flush,
  } as DestinationStream;
}

let stampedAt = 0;
let stamp = '';

/** Lines of one millisecond share their text. */
function timeStamp(): string {
  const now = Date.now();
  if (now !== stampedAt) {
    stampedAt = now;
    stamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return stamp;
}

/** The same object where it holds no secret, else a copy that hides them. */
function withoutSecrets(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    let shown = value;
    if (secretKeys.has(key)) shown = CENSOR;
    else if (depth > 1 && isPlain(value)) shown = withoutSecrets(value, depth - 1);
    if (shown === value) continue;
    copy ??= { ...object };
    copy[key] = shown;
  }
  return copy ?? object;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error);
}
