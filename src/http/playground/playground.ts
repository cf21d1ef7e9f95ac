/**
 * GraphiQL at `/graphiql`, served entirely from here: page, scripts, workers, queries. The page contains a development token,
 * so it is meant for developers' machines; the caller decides whether it is served.
 */
import type { Exchange, Reply, Route } from '../exchange/exchange.ts';
import { playgroundPolicy } from '../exchange/response-head.ts';
import { type AssetName, assetNames, createAssets } from './assets.ts';
import { playgroundPage } from './page.ts';
import type { PlaygroundTokens } from './tabs.ts';

export interface PlaygroundOptions extends PlaygroundTokens {
  readonly enabled: boolean;
}

const policy = { 'content-security-policy': playgroundPolicy };

export function playgroundRoutes(options: PlaygroundOptions): readonly Route[] {
  const assets = createAssets();
  const page = playgroundPage(options);
  // A failure is reported to the request for the page.
  page.catch(() => undefined);

  async function showPage(): Promise<Reply> {
    // The browser requests the assets next, so they start to load while it reads the page.
    assets.prepare();
    return { status: 200, headers: policy, type: 'text/html; charset=utf-8', body: await page };
  }

  async function sendAsset(name: AssetName, { request }: Exchange): Promise<Reply> {
    const { content, etag, gzipped, type } = await assets.get(name);
    // A worker obeys the policy that came with its own script.
    const headers = { ...policy, 'cache-control': 'no-cache', vary: 'accept-encoding', etag };
    if (request.headers['if-none-match']?.includes(etag)) return { status: 304, headers };
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'])))
      return { status: 200, headers, type, body: content };
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, type, body: gzipped };
  }

  return [
    { path: '/', methods: ['GET'], handle: () => ({ status: 302, headers: { location: '/graphiql' } }) },
    { path: '/graphiql', methods: ['GET'], handle: showPage },
    ...assetNames.map<Route>((name) => ({
      path: `/graphiql/${name}`,
      methods: ['GET'],
      handle: (exchange) => sendAsset(name, exchange),
    })),
  ];
}
