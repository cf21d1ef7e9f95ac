/**
 * GraphiQL at `/graphiql`, served entirely from here: page, scripts, workers, queries. The page contains a development token,
 * so it is meant for developers' machines; the caller decides whether it is served.
 */
import type { Route } from '../middleware/routing.ts';
import type { RequestContext } from '../request-context.ts';
import type { HttpResponse } from '../responses/response.ts';
import { playgroundPolicy } from '../responses/response-head.ts';
import { createAssets } from './assets.ts';
import { playgroundPage } from './page.ts';
import type { PlaygroundTokens } from './tabs.ts';

const policy = { 'content-security-policy': playgroundPolicy };

export function playgroundRoutes(tokens: PlaygroundTokens): readonly Route[] {
  const assets = createAssets();
  const page = playgroundPage(tokens);
  // A failure is reported to the request for the page.
  page.catch(() => undefined);

  async function showPage(): Promise<HttpResponse> {
    // The browser requests the assets next, so they start to load while it reads the page.
    assets.prepare();
    return { status: 200, headers: policy, type: 'text/html; charset=utf-8', body: await page };
  }

  async function sendAsset(name: string, { request }: RequestContext): Promise<HttpResponse> {
    const response = await assets.reply(name, request.headers);
    // A worker obeys the policy that came with its own script.
    return { ...response, headers: { ...policy, ...response.headers } };
  }

  return [
    { path: '/', methods: ['GET'], handle: () => ({ status: 302, headers: { location: 'graphiql' } }) },
    { path: '/graphiql', methods: ['GET'], handle: showPage },
    ...assets.names.map<Route>((name) => ({
      path: `/graphiql/${name}`,
      methods: ['GET'],
      handle: (context) => sendAsset(name, context),
    })),
  ];
}
