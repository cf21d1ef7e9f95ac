/**
 * What bounds the responses in memory: an operation whose response is estimated to be large is executed within a budget and in
 * turns with others; a response that turns out to be large is written so too. The result of a write is never withheld, whatever
 * its size.
 */
import type { ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Context } from '../context.ts';
import type { Costs } from '../cost/estimate.ts';
import { Reservation, ResponseBudget } from './budget.ts';
import { type Pace, Pacer } from './pacer.ts';
import { countCharacters, writeInPieces } from './text.ts';

export interface ResponsesOptions {
  /** The largest response in bytes. */
  readonly maxBytes: number;
  /** Bytes of all large responses that are not delivered yet; by default a part of the heap limit. */
  readonly maxHeldBytes?: number | undefined;
}

/** A response that is or will be large. */
export interface LargeResponse {
  readonly pace: Pace;
  readonly reservation: Reservation;
}

export interface Responses {
  /** Resolves when it is the request's turn to be parsed and validated; never if its client has disconnected by then. */
  readonly turn: (response: ServerResponse) => Promise<void>;
  /** Must be called before the execution. Throws if there is no room for the response. */
  readonly begin: (context: Context, estimated: Costs) => void;
  /** The text of a result. Throws, or rejects, with the fault to respond with in its place. */
  readonly write: (context: Context, result: object) => string | Promise<string>;
}

/** Smaller responses are neither counted nor paced. */
const LARGE_BYTES = 131_072;
/** Characters of a text that is written in one piece, in a few milliseconds: pieces take more time in all. */
const MAX_PIECE_CHARACTERS = 1_000_000;
/** Of the heap, for all large responses: while one is made and written, it takes a few times the size of its text. */
const HEAP_DIVISOR = 8;
/** Of what all large responses may take, for those of one caller. */
const CALLER_DIVISOR = 4;

export function createResponses({ maxBytes, ...options }: ResponsesOptions): Responses {
  const { maxHeldBytes = Math.floor(getHeapStatistics().heap_size_limit / HEAP_DIVISOR) } = options;
  // Even with little memory, a caller can get one response at a time.
  const maxCallerBytes = Math.max(maxBytes, Math.floor(maxHeldBytes / CALLER_DIVISOR));
  const budget = new ResponseBudget({ maxBytes: Math.max(maxBytes, maxHeldBytes), maxCallerBytes });
  const pacer = new Pacer();

  /** The reservation lasts until the response is delivered or its connection is closed. */
  const enlarge = ({ principal, response }: Context): LargeResponse => {
    const reservation = new Reservation(budget, principal?.subject ?? NOBODY);
    response.on('close', () => reservation.set(0));
    return { reservation, pace: pacer.pace(() => response.destroyed) };
  };

  const writeAtOnce = (context: Context, result: object, { reservation }: LargeResponse): string => {
    const text = JSON.stringify(result);
    const bytes = Buffer.byteLength(text);
    if (bytes > maxBytes && !isWrite(context)) throw tooLarge(maxBytes);
    reservation.set(bytes);
    return text;
  };

  const writeLarge = async (context: Context, result: object, { pace, reservation }: LargeResponse) => {
    const text = await writeInPieces(result, pace, isWrite(context) ? Number.POSITIVE_INFINITY : maxBytes);
    if (text === null) throw tooLarge(maxBytes);
    if (!context.response.destroyed) reservation.set(Buffer.byteLength(text));
    return text;
  };

  return {
    turn: (response) => pacer.pace(() => response.destroyed).turn(),
    begin(context, { bytes }) {
      if (bytes < LARGE_BYTES) return;
      const large = enlarge(context);
      const fault = context.response.destroyed ? null : large.reservation.growTo(bytes);
      if (fault !== null) throw fault;
      context.large = large;
    },
    write(context, result) {
      // Nobody would read it, and nothing would release what it takes.
      if (context.response.destroyed) return '';
      // What is estimated to be small nearly always is: writing it takes no longer than counting it would.
      if (context.large === null) {
        const text = JSON.stringify(result);
        if (text.length < LARGE_BYTES) return text;
      }
      const characters = countCharacters(result, maxBytes);
      if (characters < LARGE_BYTES) {
        const text = JSON.stringify(result);
        context.large?.reservation.set(text.length);
        return text;
      }
      const mayRefuse = !isWrite(context);
      if (characters > maxBytes && mayRefuse) throw tooLarge(maxBytes);
      context.large ??= enlarge(context);
      const fault = context.large.reservation.growTo(characters);
      if (fault !== null && mayRefuse) throw fault;
      const write = characters < MAX_PIECE_CHARACTERS ? writeAtOnce : writeLarge;
      return write(context, result, context.large);
    },
  };
}

/** The callers without a token share one part. */
const NOBODY = '';

function isWrite({ facts }: Context): boolean {
  return facts.operation?.type === 'mutation';
}

function tooLarge(maxBytes: number): GatewayFault {
  const message = `The response turned out to have more than the ${maxBytes} bytes that are allowed. Request less at a time.`;
  return new GatewayFault('QUERY_TOO_COSTLY', message);
}
