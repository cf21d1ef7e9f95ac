/**
 * The dialect in which the upstreams of tests answer while a disguise is worn: stubs translate their rules' requests and responses at
 * their edge, and gateways have the settings that the dialect states.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { type Answer, writeAnswer } from '@realty-forms/reference/dialect/answers.ts';
import type { Dialect } from '@realty-forms/reference/dialect/dialect.ts';
import { loadDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { readAuthorization, readBody } from '@realty-forms/reference/dialect/requests.ts';
import { Failure } from '@realty-forms/reference/http/failure.ts';
import type { RecordedRequest } from './stub-upstream.ts';

/** The zone of gateways under test, and so of times in stubs' rules that have no offset. */
export const TEST_ZONE = 'America/Los_Angeles';

let dialect: Dialect | null = null;

/** Null if upstreams answer as our own service does. */
export const activeDialect = (): Dialect | null => dialect;

/** From now on, upstreams answer in the dialect of this preset; without one, as our own service does. */
export function wear(preset: string | null): void {
  dialect = preset === null ? null : load(preset);
}

function load(preset: string): Dialect {
  const read = loadDialect(preset);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.dialect;
}

/** The settings of a gateway in front of such an upstream. */
export function settingsOf({ gateway }: Dialect): Readonly<Record<string, string>> {
  return {
    UPSTREAM_URL: 'http://127.0.0.1:1',
    UPSTREAM_CLIENT_ID: 'client-1',
    UPSTREAM_CLIENT_SECRET: 'client-secret-1',
    UPSTREAM_VENDOR_EMAIL: 'vendor@vendor.example',
    AUTH_ISSUER: 'https://issuer.example',
    AUTH_AUDIENCE: 'graph-under-test',
    AUTH_JWKS_URL: 'https://issuer.example/jwks.json',
    ...Object.fromEntries(Object.entries(gateway).map(([key, value]) => [key, value.replace('{port}', '1')])),
  };
}

const endpointByPath = new Map(
  Object.entries(endpoints).map(([each, { path }]) => [path as string, each as EndpointName]),
);

/** The value with every timestamp as its instant, since a disguise may write it in another zone; unchanged without one. */
export function comparable(value: unknown): unknown {
  if (dialect === null) return value;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each)]));
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? Date.parse(value) : value;
}

/** The request as a stub's rule expects it, or the answer to a request that the dialect does not understand. */
export function readRequest(request: RecordedRequest): RecordedRequest | Answer {
  const endpoint = endpointByPath.get(request.path);
  if (dialect === null || endpoint === undefined) return request;
  try {
    const authorization = readAuthorization(endpoint, request.headers, dialect);
    return {
      ...request,
      headers: { ...request.headers, authorization },
      body: readBody(endpoint, request.headers, request.body, dialect),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const body = JSON.stringify(error.body);
    return { status: error.body.status, type: 'application/json', body };
  }
}

/** A rule's answer as the disguised upstream sends it. */
export function disguised(path: string, answer: Answer, accept?: string): Answer {
  if (dialect === null) return answer;
  return writeAnswer(endpointByPath.get(path) ?? null, answer, { dialect, ownZone: TEST_ZONE, accept });
}
