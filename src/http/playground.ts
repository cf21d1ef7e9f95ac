/**
 * GraphiQL at `/graphiql`, served entirely from here: page, scripts, workers, queries. The page contains a development token,
 * so it is meant for developers' machines; the caller decides whether it is served.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AssetName, assetNames, createAssets } from './playground-assets.ts';
import { playgroundPage } from './playground-page.ts';
import type { PlaygroundTokens } from './playground-tabs.ts';
import { playgroundPolicy } from './security-headers.ts';

export interface PlaygroundOptions extends PlaygroundTokens {
  readonly enabled: boolean;
}

export async function servePlayground(app: FastifyInstance, options: PlaygroundOptions): Promise<void> {
  const assets = createAssets();
  const page = await playgroundPage(options);

  app.get('/', (_request, reply) => reply.redirect('/graphiql'));

  app.get('/graphiql', async (_request, reply) => {
    // The browser requests the assets next, so they start to load while it reads the page.
    assets.prepare();
    return reply
      .header('content-security-policy', playgroundPolicy)
      .type('text/html; charset=utf-8')
      .send(await page);
  });

  for (const name of assetNames) app.get(`/graphiql/${name}`, (request, reply) => sendAsset(name, request, reply));

  async function sendAsset(name: AssetName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asset = await assets.get(name);
    // A worker obeys the policy that came with its own script.
    void reply
      .header('content-security-policy', playgroundPolicy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('etag', asset.etag);
    if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
    void reply.type(asset.type);
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(asset.content);
    return reply.header('content-encoding', 'gzip').send(asset.gzipped);
  }
}
