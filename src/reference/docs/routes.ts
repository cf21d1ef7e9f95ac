/**
 * The service explained by itself: the OpenAPI document, and a page to read and try it. Whole from this server, without a
 * token; the page may load from here and from nowhere else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import type { Service } from '../service.ts';
import { type AssetName, assetNames, loadAsset } from './assets.ts';
import { docsPage, pagePolicy } from './page.ts';

/** The identity in the examples where no client may be shown. */
const PLACEHOLDER_EMAIL = 'vendor@vendor.example';

export function serveDocs(app: FastifyInstance, { trialClient }: Pick<Service, 'trialClient'>): void {
  const page = docsPage(trialClient);
  let document: string | undefined;

  app.get('/', (_request, reply) => reply.redirect('/docs'));

  app.get('/docs', (_request, reply) =>
    protect(reply).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  );

  for (const name of assetNames) app.get(`/docs/${name}`, (request, reply) => sendAsset(name, request, reply));

  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument({ vendorEmail: trialClient?.vendorEmail ?? PLACEHOLDER_EMAIL }));
    return protect(reply).header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });
}

function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', pagePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}

async function sendAsset(name: AssetName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asset = await loadAsset(name);
  protect(reply).header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', asset.etag);
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
  void reply.type(asset.type);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(asset.content);
  return reply.header('content-encoding', 'gzip').send(asset.gzipped);
}
