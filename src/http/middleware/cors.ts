/**
 * CORS: pages of another origin may read responses only if that exact origin is listed. Callers send bearer tokens, so cookies and other
 * browser credentials are not allowed.
 */
import { TOKEN_HEADER } from '@realty-forms/platform/web/bearer.ts';
import { HttpFault } from '../http-fault.ts';
import type { Middleware } from './middleware.ts';

const PREFLIGHT_SECONDS = 600;

/** Request headers that a page may send, in addition to the CORS-safelisted ones. */
const allowedHeaders = [
  // A value with quotes, or of more than 128 bytes, is not safelisted.
  'accept',
  TOKEN_HEADER.toLowerCase(),
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-cost',
  'x-request-id',
  'traceparent',
  'tracestate',
  // Apollo clients that have a name send the first two; Sentry's browser SDK sends the other two with its traces.
  'apollographql-client-name',
  'apollographql-client-version',
  'sentry-trace',
  'baggage',
  // Resume a download.
  'range',
  'if-range',
];
/** Response headers that a page may read, in addition to the CORS-safelisted ones: first those of rejections, then those of downloads. */
const exposedHeaders = [
  'allow',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  'accept-ranges',
  'content-disposition',
  // Older browsers do not safelist it.
  'content-length',
  'content-range',
  'etag',
];

export type CorsHeaders = Readonly<Record<string, string>>;

/** The CORS headers of a response to a request with this Origin header; one object per listed origin, one for all others. */
export type OriginHeaders = (origin: string | undefined) => CorsHeaders;

export function createOriginHeaders(origins: readonly string[]): OriginHeaders {
  if (origins.length === 0) return () => noHeaders;
  const listed = new Map<string | undefined, CorsHeaders>(
    origins.map((origin) => [origin, { ...vary, 'access-control-allow-origin': origin, ...exposed }]),
  );
  return (origin) => listed.get(origin) ?? unlisted;
}

/** What a page of a listed origin may send. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': allowedHeaders.join(', '),
  'access-control-max-age': String(PREFLIGHT_SECONDS),
} as const satisfies CorsHeaders;

export const noHeaders: CorsHeaders = {};
const vary = { vary: 'Origin' };
const exposed = { 'access-control-expose-headers': exposedHeaders.join(', ') };
const unlisted = { ...vary, ...exposed };

const unlistedMessage =
  'Pages from this origin may not call the gateway; its operator can add the origin to CORS_ORIGINS.';

/**
 * Responds to preflight requests. If the origin is not listed, the message for the graph names the setting to change, since a browser
 * reports only a missing header.
 */
export function respondToPreflight(origins: readonly string[]): Middleware {
  return (context) => {
    if (!context.isPreflight) return null;
    const { origin } = context.request.headers;
    if (origin === undefined) return null;
    if (origins.includes(origin)) return { status: 204, headers: preflightHeaders };
    if (!context.isGraphql) return null;
    return new HttpFault('METHOD_NOT_ALLOWED', unlistedMessage, { headers: { allow: 'GET, POST' } });
  };
}
