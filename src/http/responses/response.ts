/** What a route responds with, its media type, and how a stream is sent. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import Negotiator from 'negotiator';
import type { Headers } from './response-head.ts';

export interface HttpResponse {
  readonly status: number;
  /** Beyond those that every response has; one of the same name replaces those. */
  readonly headers?: Headers | undefined;
  /** The media type of the body. */
  readonly type?: string | undefined;
  readonly body?: string | Buffer | Readable | undefined;
  /** ASCII that follows a text. Not part of it, because joined strings are copied once more before they are encoded. */
  readonly ending?: string;
}

/** A longer body is encoded once; a shorter one is written together with the headers. */
const MIN_LONG_CHARACTERS = 4_096;

/** The text and its ending. */
export function joined(text: string, ending: string): string | Buffer {
  if (text.length <= MIN_LONG_CHARACTERS) return text + ending;
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text) + ending.length);
  bytes.write(ending, bytes.write(text));
  return bytes;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const graphqlTypes = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];

/** The results for Accept headers, of which clients send few distinct ones. */
const MAX_KNOWN = 100;
const MAX_HEADER_CHARACTERS = 200;
const known = new Map<string, string | null>();

/** The media type for the response to an operation; null if the client accepts none. */
export function graphqlTypeFor(accept: string | undefined): string | null {
  // A header without a value states no preference.
  if (accept === undefined || accept === '' || accept === '*/*') return JSON_TYPE;
  const found = known.get(accept);
  if (found !== undefined) return found;
  const type = new Negotiator({ headers: { accept } }).mediaType(graphqlTypes) ?? null;
  if (known.size >= MAX_KNOWN) known.clear();
  if (accept.length <= MAX_HEADER_CHARACTERS) known.set(accept, type);
  return type;
}

/**
 * Sends a stream of changes. It takes little memory, since there are many: no other response can replace it any more, so its headers
 * are not kept one by one, and `pipe` would keep what only other bodies need.
 */
export function sendStream(
  response: ServerResponse,
  status: number,
  head: string[],
  body: Readable,
  onError: (error: unknown) => void,
): void {
  response.writeHead(status, head);
  // Sent by themselves, they become one text of the dozens of parts that Node would keep.
  response.flushHeaders();
  body.on('data', (bytes) => {
    if (!response.write(bytes)) body.pause();
  });
  body.on('end', () => response.end());
  body.on('error', onError);
  response.on('drain', () => body.resume());
  response.on('close', () => body.destroy());
}
