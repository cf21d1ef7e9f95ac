/**
 * Puts a speech between HTTP and the handlers: requests are rewritten before authorization and before their body is read,
 * answers just before they are sent. The handlers know nothing of it, and a service without a speech has none of its hooks.
 */

import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { speak } from './answers.ts';
import { hearAuthorization, hearBody } from './requests.ts';
import type { Speech } from './speech.ts';

const endpointByPath = new Map(
  Object.entries(endpoints).map(([name, { path }]) => [path as string, name as EndpointName]),
);

export function attachSpeech(app: FastifyInstance, speech: Speech, ownZone: string): void {
  app.addHook('onRequest', async (request) => {
    const endpoint = endpointOf(request);
    if (endpoint !== null) request.headers.authorization = hearAuthorization(endpoint, request.headers, speech);
  });
  app.addHook('preHandler', async (request) => {
    const endpoint = endpointOf(request);
    if (endpoint === null || !Buffer.isBuffer(request.body)) return;
    request.body = Buffer.from(hearBody(endpoint, request.headers, request.body.toString(), speech));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'POST' || typeof payload !== 'string') return payload;
    const challenge = reply.getHeader('www-authenticate')?.toString();
    const answer = {
      status: reply.statusCode,
      type: String(reply.getHeader('content-type')),
      body: payload,
      challenge,
    };
    const spoken = speak(endpointOf(request), answer, { speech, ownZone, accept: request.headers.accept });
    reply.code(spoken.status).removeHeader('content-length');
    if (spoken.status !== 401) reply.removeHeader('www-authenticate');
    if (spoken.type === null) reply.removeHeader('content-type');
    else reply.header('content-type', spoken.type);
    return spoken.type === null ? null : spoken.body;
  });
}

function endpointOf({ method, routeOptions }: FastifyRequest): EndpointName | null {
  return method === 'POST' ? (endpointByPath.get(routeOptions.url ?? '') ?? null) : null;
}
