/** A route's response, its media type, the headers of every response, and how a stream is sent. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import Negotiator from 'negotiator';
import type { CorsHeaders } from './middleware/cors.ts';

export interface HttpResponse {
  readonly status: number;
  /** Added to those that every response has; a header of the same name replaces theirs. */
  readonly headers?: Headers | undefined;
  /** The media type of the body. */
  readonly type?: string | undefined;
  readonly body?: string | Buffer | Readable | undefined;
  /** ASCII that follows the text. Kept separate, because joined strings are copied once more before they are encoded. */
  readonly ending?: string;
}

/** A longer body is encoded once. A shorter one is written together with the headers as one text, for which Node has a buffer of 16 kB. */
const MIN_LONG_CHARACTERS = 12_288;

/** The text, which has `length` bytes, followed by the ending. */
export function joined(text: string, ending: string, length: number): string | Buffer {
  if (text.length <= MIN_LONG_CHARACTERS) return text + ending;
  const bytes = Buffer.allocUnsafe(length + ending.length);
  bytes.write(ending, bytes.write(text));
  return bytes;
}

interface ReadyResponse {
  readonly response: ServerResponse;
  readonly body: string | Buffer;
  readonly encoding: BufferEncoding;
}

const ready: ReadyResponse[] = [];

/**
 * Ends a response at the end of this iteration of the event loop, together with all others that are ready by then. Writing to a sleeping
 * process wakes it, which takes longer than the rest of a small request; of several writes in a row, only the first one does.
 */
export function endTogether(response: ServerResponse, body: string | Buffer, encoding: BufferEncoding): void {
  if (ready.push({ response, body, encoding }) === 1) setImmediate(endReady);
}

function endReady(): void {
  for (const { response, body, encoding } of ready.splice(0)) response.end(body, encoding);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const graphqlTypes = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];

/** The results for Accept headers are cached, because clients send few different ones. */
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
 * Sends a stream of changes. Streams are many, so each takes little memory. No other response can replace a stream any more, so its headers
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
  // Sent separately, they become one text instead of the dozens of parts that Node would keep.
  response.flushHeaders();
  body.on('data', (bytes) => {
    if (!response.write(bytes)) body.pause();
  });
  body.on('end', () => response.end());
  body.on('error', onError);
  response.on('drain', () => body.resume());
  response.on('close', () => body.destroy());
}

type Headers = Readonly<Record<string, string>>;

/** A browser never shows or runs JSON, but it must not store it, guess another type, or let another site's page embed it. */
const dataHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const satisfies Headers;

/**
 * Additional headers for documents, since a browser shows or runs them. A response may loosen one of them, as the playground does with its
 * policy.
 */
const documentHeaders = {
  ...dataHeaders,
  'content-security-policy': "default-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const satisfies Headers;

const pairs = (headers: Headers): readonly string[] => Object.entries(headers).flat();
const dataPairs = pairs(dataHeaders);
const documentPairs = pairs(documentHeaders);
/** JSON and streams of JSON. */
const DATA_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|text\/event-stream|multipart\/mixed)\b/;

interface ResponseHead {
  readonly requestId: string;
  /** The media type of the body; undefined if it has none. */
  readonly type: string | undefined;
  readonly origin: CorsHeaders;
  /** Alternating names and values. */
  readonly rateHeaders: readonly string[];
  /** The response's own headers. */
  readonly own: Headers | undefined;
  /** The length of the body, if it is known. The response to HEAD may state it for the body that it leaves out. */
  readonly length?: number | undefined;
}

/** Alternating names and values, as `writeHead` takes them. */
export function responseHead({ requestId, type, origin, rateHeaders, own, length }: ResponseHead): string[] {
  const head = ['x-request-id', requestId];
  const common = type === undefined || DATA_TYPE.test(type) ? dataPairs : documentPairs;
  for (let at = 0; at < common.length; at += 2) {
    const name = common[at] as string;
    if (own === undefined || !(name in own)) head.push(name, common[at + 1] as string);
  }
  for (const name in origin) head.push(name, origin[name] as string);
  for (const each of rateHeaders) head.push(each);
  if (own !== undefined) for (const name in own) head.push(name, own[name] as string);
  if (type !== undefined) head.push('content-type', type);
  if (length !== undefined && own?.['content-length'] === undefined) head.push('content-length', String(length));
  return head;
}
