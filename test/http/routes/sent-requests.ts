/** A gateway with every limit, and requests to it over a socket. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { AppOptions } from '../../../src/http/server/app.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { listenLogged, type Overrides } from '../../support/gateways/graph-under-test.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';

/** The only origin whose pages may read responses. */
export const LISTED = 'https://page.example';

/** The `authorization` of a service, of an agent, and of an agent without scopes. */
export const service = `Bearer ${await serviceToken()}`;
export const agent = `Bearer ${await agentToken()}`;
export const narrow = `Bearer ${await agentToken(['100'], [])}`;

export const typename = { query: '{ __typename }' };
export const viewer = { query: 'query Who { viewer { role scopes nrdsIds } }', operationName: 'Who' };

export interface SentRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | object;
}

export async function send(url: string, { method = 'POST', path = '/graphql', headers = {}, body = '' }: SentRequest) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const length = isBodyless(method)
    ? {}
    : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise<{ status: number; headers: readonly string[]; body: string }>((resolve, reject) => {
    const outgoing = request(
      `${url}${path}`,
      { method, agent: false, headers: { ...length, ...headers } },
      (incoming) => {
        text(incoming).then(
          (found) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.rawHeaders, body: found }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(isBodyless(method) ? undefined : payload);
  });
}

const isBodyless = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Without what differs between any two responses: times, and ids that the server generates. */
export function comparable({ status, headers, body }: Awaited<ReturnType<typeof send>>) {
  const generatedId = /[0-9a-f]{8}-[0-9a-f-]{27,}/g;
  const shown = headers.map((value, at) =>
    /^(date|ratelimit-reset)$/i.test(headers[at - 1] ?? '') ? '…' : value.replace(generatedId, '…'),
  );
  return { status, headers: shown, body: body.replace(generatedId, '…') };
}

export async function startLimited(app: Partial<AppOptions> = {}, overrides: Overrides = {}) {
  const upstream = await startHandTypedUpstream();
  onTestFinished(() => upstream.close());
  const options = { corsOrigins: [LISTED], rateLimit: { perMinute: 1_000 }, ...app };
  return await listenLogged({ baseUrl: upstream.url }, { ...overrides, app: options });
}
