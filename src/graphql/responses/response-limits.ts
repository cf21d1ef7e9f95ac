/**
 * Limits the responses in memory. An operation with a large estimate is executed only if there is room for its response, and no response
 * over the limit is written, whatever the records contain. The result of a write is sent whatever its size.
 */
import { getHeapStatistics } from 'node:v8';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Context } from '../context.ts';
import type { Cost } from '../cost/estimate.ts';

interface ResponseLimitsOptions {
  /** The largest response in bytes. */
  readonly maxBytes: number;
  /** Bytes of all large responses that are not delivered yet; by default a fraction of the heap limit. */
  readonly maxHeldBytes?: number | undefined;
}

export interface ResponseLimits {
  /** Must be called before the execution. Throws if there is no room for the response. */
  readonly begin: (context: Context, estimated: Cost) => void;
  /** The text of a result. Throws the fault that is the response instead. */
  readonly write: (context: Context, result: object) => string;
}

/** Smaller responses are not counted. */
const LARGE_BYTES = 131_072;
/**
 * The fraction of the heap for all large responses: while a response is executed and written, it takes a few times the size of its text.
 */
const HEAP_DIVISOR = 8;
/** The fraction of that memory for one caller. */
const CALLER_DIVISOR = 4;

export function createResponseLimits({ maxBytes, ...options }: ResponseLimitsOptions): ResponseLimits {
  const { maxHeldBytes = Math.floor(getHeapStatistics().heap_size_limit / HEAP_DIVISOR) } = options;
  // Even with little memory, a caller can get one response at a time.
  const maxCallerBytes = Math.max(maxBytes, Math.floor(maxHeldBytes / CALLER_DIVISOR));
  const reserveFor = createMemoryBudget({ maxBytes: Math.max(maxBytes, maxHeldBytes), maxCallerBytes });

  /** The reservation lasts until the response is delivered or its connection is closed. */
  const reserve = ({ principal, response }: Context): Reservation => {
    const reservation = reserveFor(principal?.subject ?? ANONYMOUS);
    response.on('close', () => reservation.set(0));
    return reservation;
  };

  return {
    begin(context, { bytes }) {
      if (bytes < LARGE_BYTES) return;
      const reservation = reserve(context);
      const fault = context.response.destroyed ? null : reservation.growTo(bytes);
      if (fault !== null) throw fault;
      context.reservation = reservation;
    },
    write(context, result) {
      // No client would read the response, and nothing would release its reservation.
      if (context.response.destroyed) return '';
      // Small estimates are nearly always right.
      if (context.reservation === null) {
        const text = JSON.stringify(result);
        if (text.length < LARGE_BYTES) return text;
      }
      const mayRefuse = context.requestLog.operation?.type !== 'mutation';
      const characters = countCharacters(result, maxBytes);
      if (characters > maxBytes && mayRefuse) throw tooLarge(maxBytes);
      context.reservation ??= reserve(context);
      const fault = context.reservation.growTo(characters);
      if (fault !== null && mayRefuse) throw fault;
      const text = JSON.stringify(result);
      const bytes = Buffer.byteLength(text);
      if (bytes > maxBytes && mayRefuse) throw tooLarge(maxBytes);
      context.reservation.set(bytes);
      return text;
    },
  };
}

/** All callers without a token share one fraction. */
const ANONYMOUS = '';

function tooLarge(maxBytes: number): GatewayFault {
  const message = `The response is larger than ${maxBytes} bytes, the maximum. Request less at a time.`;
  return new GatewayFault('QUERY_TOO_COSTLY', message);
}

/** Roughly the length of a number, a boolean or null. */
const OTHER_VALUE = 4;

/**
 * The number of characters of a value's JSON text, without escapes; counting stops above `max`. It takes a fraction of the time of writing
 * the text.
 */
export function countCharacters(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return OTHER_VALUE;
  let count = 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && count <= max; at += 1) count += 1 + countCharacters(value[at], max - count);
    return count;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    const field = fields[key];
    if (field === undefined) continue;
    count += key.length + 4;
    if (typeof field === 'string') count += field.length;
    else if (typeof field !== 'object' || field === null) count += OTHER_VALUE;
    else count += countCharacters(field, max - count);
    if (count > max) return count;
  }
  return count;
}

interface MemoryBudgetOptions {
  /** Bytes for the process. */
  readonly maxBytes: number;
  /** Bytes for one caller; those without a token count as one. */
  readonly maxCallerBytes: number;
}

/** The bytes of one response; none at first. */
export interface Reservation {
  /** Returns a fault if there is no room; the reservation then stays as it is. */
  readonly growTo: (bytes: number) => GatewayFault | null;
  /** Sets the bytes even if there is no room. */
  readonly set: (bytes: number) => void;
}

/** Creates the reservation for a response to a caller. */
type Reserve = (caller: string) => Reservation;

/**
 * Limits how many bytes of large responses the process holds at once, in total and for each caller. They are reserved when an execution
 * starts, and released when the response is delivered or its connection is closed, so unsent bytes are limited too.
 */
export function createMemoryBudget({ maxBytes, maxCallerBytes }: MemoryBudgetOptions): Reserve {
  const callers = new Map<string, number>();
  let held = 0;

  return (caller) => {
    let own = 0;
    const set = (bytes: number): void => {
      const ofCaller = (callers.get(caller) ?? 0) + bytes - own;
      if (ofCaller > 0) callers.set(caller, ofCaller);
      else callers.delete(caller);
      held += bytes - own;
      own = bytes;
    };
    return {
      set,
      growTo(bytes) {
        if (bytes <= own) return null;
        const ofCaller = callers.get(caller) ?? 0;
        if (ofCaller + bytes - own > maxCallerBytes) {
          const message = `Your undelivered responses take ${ofCaller} bytes; the maximum is ${maxCallerBytes}`;
          return new GatewayFault('CALLER_RESPONSES_FULL', `${message}. ${RETRY}`);
        }
        if (held + bytes - own > maxBytes) {
          const message =
            'The gateway has no room for another large response, because too many have not been delivered yet.';
          return new GatewayFault('RESPONSES_FULL', `${message} ${RETRY}`);
        }
        set(bytes);
        return null;
      },
    };
  };
}

const RETRY = 'Read some of them, then try again.';
