/**
 * What every answer to a POST of /graphql promises, whatever was sent: a status and codes that clients are told of, GraphQL's
 * shape, the headers of security and a request id. Written from the documents, not from the tables of the program.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Without INTERNAL: it is a failure of the server's own. */
const codes: ReadonlySet<unknown> = new Set([
  ...['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'INVALID_CURSOR', 'QUERY_TOO_COSTLY'],
  ...['RATE_LIMITED', 'OVERLOADED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_REJECTED'],
  ...['UPSTREAM_ACCESS_DENIED', 'UPSTREAM_INVALID'],
]);

const statuses: ReadonlySet<number> = new Set([200, 400, 401, 403, 405, 406, 408, 413, 415, 421, 431]);

/** Refused before it was a request: nothing then knows that its path is GraphQL's. */
const bareCodes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  408: 'REQUEST_TIMEOUT',
  431: 'HEADERS_TOO_LARGE',
};

const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into before their shape is known
type Json = any;

export function faultsOf(answer: Answer, expected: 'carried out' | 'refused' | undefined): string[] {
  const { status, headers, text } = answer;
  const body = parsed(text);
  const faults: string[] = [];
  if (!statuses.has(status)) faults.push(`status ${status}`);
  if (!/^[\w.-]{8,64}$/.test(String(headers['x-request-id'] ?? ''))) faults.push('no request id');
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (headers[name] !== value) faults.push(`${name}: ${headers[name]}`);
  }
  if (!/^application\/(graphql-response\+)?json/.test(headers['content-type'] ?? '')) faults.push('no JSON type');
  if (!isGraphQL(status, body) && bareCodes[status] !== (body?.error?.code ?? 'none')) faults.push(`shape: ${text}`);
  if (/\bat .*\.[jt]s:\d+|node_modules|\/src\/|ECONN/.test(text)) faults.push(`says too much: ${text}`);
  const isCarriedOut = status === 200 && body?.data != null && body.errors === undefined;
  const isRefused = status >= 400 && body?.data == null;
  if (expected === 'carried out' && !isCarriedOut) faults.push(`not carried out: ${status} ${text}`);
  if (expected === 'refused' && !isRefused) faults.push(`not refused: ${status} ${text}`);
  return faults.map((fault) => fault.slice(0, 500));
}

/** The codes of an answer's errors, each once; `ok` without errors. */
export function codesOf({ text }: Answer): string {
  const body = parsed(text);
  const found = body?.errors?.map?.((error: Json) => error?.extensions?.code) ?? [body?.error?.code ?? 'ok'];
  return [...new Set(found)].sort().join('+');
}

function isGraphQL(status: number, body: Json): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { data, errors, extensions, ...more } = body;
  if (Object.keys(more).length > 0) return false;
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

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
