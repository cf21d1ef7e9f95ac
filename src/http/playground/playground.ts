/**
 * GraphiQL at `/graphiql`, served entirely from here: page, scripts, workers, queries. The page contains a development token, so it is
 * meant for developers' machines; the caller decides whether it is served.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TOKEN_HEADER } from '@realty-forms/platform/web/bearer.ts';
import { GRAPHQL_PATH } from '@realty-forms/platform/web/paths.ts';
import { StaticFiles } from '@realty-forms/platform/web/static-files.ts';
import type { Route } from '../middleware/routing.ts';
import type { RequestContext } from '../request-context.ts';
import type { HttpResponse } from '../response.ts';
import type { DevelopmentSignIn } from '../routes/development.ts';
import { PASTE_AN_ID, readTabs } from './tabs.ts';

type Bundle = typeof import('@graphql-yoga/render-graphiql/graphiql');

const javascript = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';

const bundled = (pick: (bundle: Bundle) => string) => () => import('@graphql-yoga/render-graphiql/graphiql').then(pick);
const ownFile = (name: string) => () => readFile(new URL(`./${name}`, import.meta.url), 'utf8');

/** Scripts and workers from this server only, and inline styles, which the editor sets. The last three have no default. */
const policy = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const lookFile = (name: string) => () =>
  readFile(fileURLToPath(import.meta.resolve(`@realty-forms/platform/web/look/${name}`)), 'utf8');

/** GraphiQL's files: from the package's bundle, which is 9 MB, and our own next to this file. */
const createAssets = (): StaticFiles =>
  new StaticFiles({
    'graphiql.js': { type: javascript, load: bundled(({ js }) => js) },
    'graphiql.css': { type: css, load: bundled(({ css }) => css) },
    'worker-editor.js': { type: javascript, load: bundled(({ editorWorkerService }) => editorWorkerService) },
    'worker-graphql.js': { type: javascript, load: bundled(({ graphqlWorker }) => graphqlWorker) },
    'worker-json.js': { type: javascript, load: bundled(({ jsonWorker }) => jsonWorker) },
    'boot.js': { type: javascript, load: ownFile('boot.js') },
    'page.css': { type: css, load: ownFile('page.css') },
    'look.css': { type: css, load: lookFile('look.css') },
    'icon.svg': { type: 'image/svg+xml', load: lookFile('icon.svg') },
  });

export function playgroundRoutes(
  issue: () => Promise<readonly DevelopmentSignIn[]> = async () => [],
): readonly Route[] {
  const assets = createAssets();

  async function showPage(): Promise<HttpResponse> {
    // The browser requests the assets next, so they start to load while it reads the page.
    assets.prepare();
    // Each visit has tokens, dates and idempotency keys of its own: the gateway may run for longer than these are of use.
    const body = await playgroundPage(await issue());
    return { status: 200, headers: policy, type: 'text/html; charset=utf-8', body };
  }

  async function sendAsset(name: string, { request }: RequestContext): Promise<HttpResponse> {
    const response = await assets.reply(name, request.headers);
    // A worker obeys the policy of its own script.
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

const title = 'Realty forms';

/**
 * The page has no inline script, since the content security policy allows none; the boot script reads its settings from a block of JSON.
 * All links are relative, since the page may be below a path that a proxy removes.
 */
async function playgroundPage(callers: readonly DevelopmentSignIn[]): Promise<string> {
  const settings = {
    endpoint: `.${GRAPHQL_PATH}`,
    tokens: Object.fromEntries(callers.map(({ role, token }) => [role, token])),
    tokenHeader: TOKEN_HEADER,
    transactionMark: PASTE_AN_ID,
    tabs: await readTabs(callers),
  };
  return html(JSON.stringify(settings));
}

function html(settings: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – GraphiQL</title>
    <link rel="icon" href="graphiql/icon.svg">
    <link rel="stylesheet" href="graphiql/graphiql.css">
    <link rel="stylesheet" href="graphiql/look.css">
    <link rel="stylesheet" href="graphiql/page.css">
    <script type="application/json" id="settings">${settings.replaceAll('<', '\\u003c')}</script>
    <script type="module" src="graphiql/boot.js"></script>
    <script defer src="graphiql/graphiql.js"></script>
  </head>
  <body>
    <header class="masthead">
      <img src="graphiql/icon.svg" alt="" width="24" height="24">
      <h1 class="name">${title}</h1>
      <p class="part">GraphiQL</p>
    </header>
    <main id="graphiql"><noscript>GraphiQL needs JavaScript.</noscript></main>
  </body>
</html>
`;
}
