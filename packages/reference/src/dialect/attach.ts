/**
 * Puts a dialect between HTTP and the handlers: rewrites requests before authorization and before their body is read, and answers just
 * before they are sent. The handlers know nothing about it. A service without a dialect has none of these hooks.
 */

import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAnswer } from './answers.ts';
import type { Dialect } from './dialect.ts';
import { readAuthorization, readBody } from './requests.ts';

const endpointByPath = new Map(
  Object.entries(endpoints).map(([name, { path }]) => [path as string, name as EndpointName]),
);

export function attachDialect(app: FastifyInstance, dialect: Dialect, ownZone: string): void {
  app.addHook('onRequest', async (request) => {
    const endpoint = endpointOf(request);
    if (endpoint !== null) request.headers.authorization = readAuthorization(endpoint, request.headers, dialect);
  });
  app.addHook('preHandler', async (request) => {
    const endpoint = endpointOf(request);
    if (endpoint === null || !Buffer.isBuffer(request.body)) return;
    request.body = Buffer.from(readBody(endpoint, request.headers, request.body.toString(), dialect));
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
    const written = writeAnswer(endpointOf(request), answer, { dialect, ownZone, accept: request.headers.accept });
    reply.code(written.status).removeHeader('content-length');
    if (written.status !== 401) reply.removeHeader('www-authenticate');
    if (written.type === null) reply.removeHeader('content-type');
    else reply.header('content-type', written.type);
    return written.type === null ? null : written.body;
  });
}

function endpointOf({ method, routeOptions }: FastifyRequest): EndpointName | null {
  return method === 'POST' ? (endpointByPath.get(routeOptions.url ?? '') ?? null) : null;
}
