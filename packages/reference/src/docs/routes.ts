/**
 * The service's documentation: the OpenAPI document, and a page to read and try it. Both are served without a token, and the page loads
 * everything from this server: its policy forbids other origins. Links are relative, since a proxy may remove the beginning of the path.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import type { Examples } from '../openapi/endpoint.ts';
import { demoAgentNrdsId } from '../seed/agents.ts';
import { FIRST_TRANS_ID } from '../seed/files.ts';
import type { Service } from '../service.ts';

const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));
const look = dirname(fileURLToPath(import.meta.resolve('@realty-forms/platform/web/look/look.css')));
/** The page's files, and the folders that they are in. */
const files = {
  'swagger-ui-bundle.js': swaggerUi,
  'swagger-ui.css': swaggerUi,
  'boot.js': import.meta.dirname,
  'page.css': import.meta.dirname,
  'look.css': look,
  'icon.svg': look,
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

  const document = openApiDocument(examplesFor(service));
  app.get('/openapi.json', (_request, reply) => protect(reply).header('cache-control', 'no-store').send(document));
}

function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', pagePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}

/**
 * Scripts only from this origin, and none inline, so the boot script reads its settings from a block of JSON. Swagger UI needs inline
 * styles and `data:` images.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Anyone who can open the page can read the client's secret, if it has one. */
function docsPage(client: Service['suggestedClient']): string {
  const settings = JSON.stringify({ clientId: client?.id, clientSecret: client?.secret }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Forms and transactions: the POST API</title>
    <link rel="icon" href="docs/icon.svg">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/look.css">
    <link rel="stylesheet" href="docs/page.css">
    <script type="application/json" id="settings">${settings}</script>
    <script defer src="docs/swagger-ui-bundle.js"></script>
    <script defer src="docs/boot.js"></script>
  </head>
  <body>
    <header class="masthead">
      <img src="docs/icon.svg" alt="" width="24" height="24">
      <p class="name">Realty forms</p>
      <p class="part">POST API</p>
    </header>
    <div id="docs"><noscript>This page needs JavaScript; the document itself is <a href="openapi.json">here</a>.</noscript></div>
  </body>
</html>
`;
}

/** Of the demo agent and its first transaction, which are the same in all seeded data. */
export const demoExamples: Examples = {
  client: { id: 'client', secret: undefined },
  userId: 'vendor@vendor.example',
  agentNRDSID: demoAgentNrdsId,
  emailId: 'zoe.o.example.1@agents.example',
  transId: String(FIRST_TRANS_ID),
  member: { userName: 'zoe.o.example.1', email: 'zoe.o.example.1@agents.example' },
  mobileUrl: '',
};

function examplesFor({ mobileUrls: [mobileUrl = ''], suggestedClient: client }: Service): Examples {
  return { ...demoExamples, mobileUrl, ...(client && { client, userId: client.vendorEmail }) };
}
