/**
 * GraphiQL at `/graphiql`, served entirely from here: page, scripts, workers, queries. The page contains a development token,
 * so it is meant for developers' machines; the caller decides whether it is served.
 */
import type { Exchange, Route } from '../exchange/exchange.ts';
import type { Reply } from '../exchange/reply.ts';
import { playgroundPolicy } from '../exchange/response-head.ts';
import { createAssets } from './assets.ts';
import { playgroundPage } from './page.ts';
import type { PlaygroundTokens } from './tabs.ts';

const policy = { 'content-security-policy': playgroundPolicy };

export function playgroundRoutes(tokens: PlaygroundTokens): readonly Route[] {
  const assets = createAssets();
  const page = playgroundPage(tokens);
  // A failure is reported to the request for the page.
  page.catch(() => undefined);

  async function showPage(): Promise<Reply> {
    // The browser requests the assets next, so they start to load while it reads the page.
    assets.prepare();
    return { status: 200, headers: policy, type: 'text/html; charset=utf-8', body: await page };
  }

  async function sendAsset(name: string, { request }: Exchange): Promise<Reply> {
    const reply = await assets.reply(name, request.headers);
    // A worker obeys the policy that came with its own script.
    return { ...reply, headers: { ...policy, ...reply.headers } };
  }

  return [
    { path: '/', methods: ['GET'], handle: () => ({ status: 302, headers: { location: 'graphiql' } }) },
    { path: '/graphiql', methods: ['GET'], handle: showPage },
    ...assets.names.map<Route>((name) => ({
      path: `/graphiql/${name}`,
      methods: ['GET'],
      handle: (exchange) => sendAsset(name, exchange),
    })),
  ];
}
