/**
 * GraphiQL's page. It has no inline script, since the content security policy allows none; the boot script reads its settings
 * from a block of JSON. All links are relative, since the page may be below a path that a proxy removes.
 */
import { GRAPHQL_PATH } from '@realty-forms/platform/web/paths.ts';
import { PASTE_AN_ID, type PlaygroundTokens, readTabs } from './tabs.ts';

const title = 'Realty forms';

export async function playgroundPage(tokens: PlaygroundTokens): Promise<string> {
  const { headers, serviceHeaders } = tokens;
  const callers = { agent: headers, service: serviceHeaders };
  const settings = { endpoint: `.${GRAPHQL_PATH}`, headers: callers, transactionMark: PASTE_AN_ID };
  return page(JSON.stringify({ ...settings, tabs: await readTabs(tokens) }));
}

function page(settings: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – GraphiQL</title>
    <link rel="icon" href="graphiql/icon.svg">
    <link rel="stylesheet" href="graphiql/graphiql.css">
    <style>
      html, body, #graphiql { height: 100%; margin: 0 }
      .graphiql-tab { transform: none !important }
      /* A phone has no room for columns: the response goes below the query, the documentation above both. */
      @media (max-width: 700px) {
        .graphiql-main, #graphiql-session { flex-direction: column !important }
        .graphiql-plugin { min-width: 0 !important }
        .graphiql-plugin, .graphiql-sessions, .graphiql-editors, .graphiql-response { min-height: 0 }
        .graphiql-editors { overflow: hidden }
        .graphiql-horizontal-drag-bar { display: none }
      }
    </style>
    <script type="application/json" id="settings">${settings.replaceAll('<', '\\u003c')}</script>
    <script defer src="graphiql/graphiql.js"></script>
    <script type="module" src="graphiql/boot.js"></script>
  </head>
  <body>
    <div id="graphiql"><noscript>GraphiQL needs JavaScript.</noscript></div>
  </body>
</html>
`;
}
