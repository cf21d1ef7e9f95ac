/**
 * What bounds the responses in memory: one that is estimated to be large is executed if there is room for it, and none is written that
 * has more bytes than are allowed, whatever the records contain. The result of a write is never withheld, whatever its size.
 */
import { getHeapStatistics } from 'node:v8';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Context } from '../context.ts';
import type { Cost } from '../cost/estimate.ts';
import { createBudget, type Reservation } from './budget.ts';

export interface ResponsesOptions {
  /** The largest response in bytes. */
  readonly maxBytes: number;
  /** Bytes of all large responses that are not delivered yet; by default a part of the heap limit. */
  readonly maxHeldBytes?: number | undefined;
}

export interface Responses {
  /** Must be called before the execution. Throws if there is no room for the response. */
  readonly begin: (context: Context, estimated: Cost) => void;
  /** The text of a result. Throws the fault to respond with in its place. */
  readonly write: (context: Context, result: object) => string;
}

/** Smaller responses are not counted. */
const LARGE_BYTES = 131_072;
/** Of the heap, for all large responses: while one is made and written, it takes a few times the size of its text. */
const HEAP_DIVISOR = 8;
/** Of what all large responses may take, for those of one caller. */
const CALLER_DIVISOR = 4;

export function createResponses({ maxBytes, ...options }: ResponsesOptions): Responses {
  const { maxHeldBytes = Math.floor(getHeapStatistics().heap_size_limit / HEAP_DIVISOR) } = options;
  // Even with little memory, a caller can get one response at a time.
  const maxCallerBytes = Math.max(maxBytes, Math.floor(maxHeldBytes / CALLER_DIVISOR));
  const reserveFor = createBudget({ maxBytes: Math.max(maxBytes, maxHeldBytes), maxCallerBytes });

  /** Lasts until the response is delivered or its connection is closed. */
  const reserve = ({ principal, response }: Context): Reservation => {
    const reservation = reserveFor(principal?.subject ?? NOBODY);
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
      // Nobody would read it, and nothing would release what it takes.
      if (context.response.destroyed) return '';
      // What is estimated to be small nearly always is.
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

/** The callers without a token share one part. */
const NOBODY = '';

function tooLarge(maxBytes: number): GatewayFault {
  const message = `The response turned out to have more than the ${maxBytes} bytes that are allowed. Request less at a time.`;
  return new GatewayFault('QUERY_TOO_COSTLY', message);
}

/** Characters of a number, a boolean or null, roughly. */
const OTHER_VALUE = 4;

/**
 * The number of characters of a value's JSON text, without escapes, or some number above `max` if it has more: counting stops
 * there. It takes a fraction of the time that writing takes.
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
