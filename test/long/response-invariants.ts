/**
 * What every response to a POST of /graphql guarantees, whatever was sent: a documented status and code, GraphQL's shape, the
 * security headers and a request id. Written from the documentation, not from the program's tables.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Without INTERNAL, which is a bug of the server. */
const codes: ReadonlySet<unknown> = new Set([
  ...['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'INVALID_CURSOR', 'QUERY_TOO_COSTLY'],
  ...['RATE_LIMITED', 'OVERLOADED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_REJECTED'],
  ...['UPSTREAM_ACCESS_DENIED', 'UPSTREAM_INVALID'],
]);

const statuses: ReadonlySet<number> = new Set([200, 400, 401, 403, 405, 406, 408, 413, 415, 421, 431]);

/** Rejected by the HTTP parser, before the path was known to be GraphQL's; so the body has another shape. */
const bareCodes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  408: 'REQUEST_TIMEOUT',
  431: 'HEADERS_TOO_LARGE',
};

const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into before their shape is known
type Json = any;

export function violationsOf(response: HttpResponse, expected: 'executed' | 'rejected' | undefined): string[] {
  const { status, headers, text } = response;
  const body = parseJson(text);
  const violations: string[] = [];
  if (!statuses.has(status)) violations.push(`status ${status}`);
  if (!/^[\w.-]{8,64}$/.test(String(headers['x-request-id'] ?? ''))) violations.push('no request id');
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (headers[name] !== value) violations.push(`${name}: ${headers[name]}`);
  }
  if (!/^application\/(graphql-response\+)?json/.test(headers['content-type'] ?? '')) violations.push('no JSON type');
  if (!isGraphQL(status, body) && bareCodes[status] !== (body?.error?.code ?? 'none'))
    violations.push(`shape: ${text}`);
  if (/\bat .*\.[jt]s:\d+|node_modules|\/src\/|ECONN/.test(text)) violations.push(`reveals internals: ${text}`);
  const isCarriedOut = status === 200 && body?.data != null && body.errors === undefined;
  const isRefused = status >= 400 && body?.data == null;
  if (expected === 'executed' && !isCarriedOut) violations.push(`not executed: ${status} ${text}`);
  if (expected === 'rejected' && !isRefused) violations.push(`not rejected: ${status} ${text}`);
  return violations.map((fault) => fault.slice(0, 500));
}

/** The distinct codes of a response's errors; `ok` if there are none. */
export function codesOf({ text }: HttpResponse): string {
  const body = parseJson(text);
  const found = body?.errors?.map?.((error: Json) => error?.extensions?.code) ?? [body?.error?.code ?? 'ok'];
  return [...new Set(found)].sort().join('+');
}

function isGraphQL(status: number, body: Json): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { data, errors, extensions, ...rest } = body;
  if (Object.keys(rest).length > 0) return false;
  if (errors === undefined) return status === 200 && typeof data === 'object' && data !== null;
  return (
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every(
      ({ message, extensions: { code, retryable } = {} as Json }: Json) =>
        typeof message === 'string' && codes.has(code) && typeof retryable === 'boolean',
    )
  );
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
