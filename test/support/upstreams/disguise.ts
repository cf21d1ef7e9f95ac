/**
 * The speech in which the upstreams of tests answer while a disguise is worn: stubs translate their rules' requests and responses at
 * their edge, and gateways have the settings that the speech states.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { Failure } from '@realty-forms/reference/http/failure.ts';
import { type Answer, speak } from '@realty-forms/reference/speech/answers.ts';
import { loadSpeech } from '@realty-forms/reference/speech/load.ts';
import { hearAuthorization, hearBody } from '@realty-forms/reference/speech/requests.ts';
import type { Speech } from '@realty-forms/reference/speech/speech.ts';
import type { RecordedRequest } from './stub-upstream.ts';

/** The zone of gateways under test, and so of times in stubs' rules that have no offset. */
export const TEST_ZONE = 'America/Los_Angeles';

let speech: Speech | null = null;

/** Null where upstreams speak as our own service does. */
export const wornSpeech = (): Speech | null => speech;

/** From now on, upstreams speak as this preset says, and without one as our own service does. */
export function wear(preset: string | null): void {
  speech = preset === null ? null : load(preset);
}

function load(preset: string): Speech {
  const read = loadSpeech(preset);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.speech;
}

/** The settings of a gateway in front of such an upstream. */
export function settingsOf({ gateway }: Speech): Readonly<Record<string, string>> {
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

/** The value with every moment as its instant, since a disguise may write it in another zone; unchanged without one. */
export function comparable(value: unknown): unknown {
  if (speech === null) return value;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each)]));
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? Date.parse(value) : value;
}

/** The request as a stub's rule expects it, or the answer to a request that the speech does not understand. */
export function hear(request: RecordedRequest): RecordedRequest | Answer {
  const endpoint = endpointByPath.get(request.path);
  if (speech === null || endpoint === undefined) return request;
  try {
    const authorization = hearAuthorization(endpoint, request.headers, speech);
    return {
      ...request,
      headers: { ...request.headers, authorization },
      body: hearBody(endpoint, request.headers, request.body, speech),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const body = JSON.stringify(error.body);
    return { status: error.body.status, type: 'application/json', body };
  }
}

/** A rule's answer as the disguised upstream sends it. */
export function disguised(path: string, answer: Answer, accept?: string): Answer {
  if (speech === null) return answer;
  return speak(endpointByPath.get(path) ?? null, answer, { speech, ownZone: TEST_ZONE, accept });
}
