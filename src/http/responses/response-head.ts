/**
 * The headers of every response, in one place: those that each response has, and those that only a document needs, since a
 * browser applies them to what it shows or runs. A response may loosen one of them, as the playground does with its policy.
 */
import type { CorsHeaders } from '../middleware/cors.ts';

export type Headers = Readonly<Record<string, string>>;

/** A browser never shows or runs JSON; it must not store it, guess another type, or let another site's page embed it. */
const ofData = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const satisfies Headers;

const ofDocuments = {
  ...ofData,
  'content-security-policy': "default-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const satisfies Headers;

/** What GraphiQL needs: scripts and workers from this server only, and the styles that its editor sets inline. */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ');

const pairs = (headers: Headers): readonly string[] => Object.entries(headers).flat();
const dataPairs = pairs(ofData);
const documentPairs = pairs(ofDocuments);
/** JSON, and streams of it. */
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
  /** Of the body, if it is known; the response to HEAD may tell that of a body that it lacks. */
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
