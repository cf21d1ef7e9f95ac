/**
 * The service's documentation: the OpenAPI document, and a page for reading and trying it. Both are served without a token,
 * and the page loads everything from this server: its policy forbids other origins. Links are relative, since a proxy may remove a path
 * before them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import type { Service } from '../service.ts';
import { assets } from './assets.ts';
import { findExamples } from './examples.ts';
import { docsPage, pagePolicy } from './page.ts';

export function serveDocs(app: FastifyInstance, service: Service): void {
  const page = docsPage(service.suggestedClient);

  app.get('/', (_request, reply) => reply.redirect('docs'));

  app.get('/docs', (_request, reply) =>
    protect(reply).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page),
  );

  for (const name of assets.names) app.get(`/docs/${name}`, (request, reply) => sendAsset(name, request, reply));

  app.get('/openapi.json', async (_request, reply) => {
    const document = openApiDocument(await findExamples(service), service.faultInjection);
    return protect(reply).header('cache-control', 'no-store').send(document);
  });
}

function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', pagePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}

async function sendAsset(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { status, headers, type, body } = await assets.reply(name, request.headers);
  protect(reply).code(status).headers(headers);
  return type === undefined ? reply.send() : reply.type(type).send(body);
}
