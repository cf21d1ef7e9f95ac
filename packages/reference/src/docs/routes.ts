/**
 * The service's documentation: the OpenAPI document, and a page for reading and trying it. Both are served without a token,
 * and the page loads everything from this server: its policy forbids other origins. Links are relative, since a proxy may remove a path
 * before them.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import type { Service } from '../service.ts';
import { findExamples } from './examples.ts';
import { docsPage, pagePolicy } from './page.ts';

const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));
/** The page's files, and the folders that they are in. */
const files = {
  'swagger-ui-bundle.js': swaggerUi,
  'swagger-ui.css': swaggerUi,
  'favicon-32x32.png': swaggerUi,
  'boot.js': import.meta.dirname,
};

export function serveDocs(app: FastifyInstance, service: Service): void {
  const page = docsPage(service.suggestedClient);

  app.get('/', (_request, reply) => reply.redirect('docs'));

  app.get('/docs', (_request, reply) =>
    protect(reply).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page),
  );

  for (const [name, root] of Object.entries(files))
    app.get(`/docs/${name}`, async (request, reply) => {
      const { statusCode, headers, stream } = await send(request.raw, name, { root });
      return protect(reply).code(statusCode).headers(headers).send(stream);
    });

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
