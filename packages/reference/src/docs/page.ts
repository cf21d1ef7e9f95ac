/** The page at /docs. Its policy forbids inline scripts, so the boot script reads its settings from a block of JSON. */
import type { Service } from '../service.ts';

/** Scripts only from this origin; Swagger UI needs inline styles and `data:` images. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Everyone who can open the page can read the client's secret, if it has one. */
export function docsPage(client: Service['suggestedClient']): string {
  const settings = JSON.stringify({ clientId: client?.id, clientSecret: client?.secret }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Forms and transactions: the POST API</title>
    <link rel="icon" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <style>body { margin: 0 }</style>
    <script type="application/json" id="settings">${settings}</script>
    <script defer src="docs/swagger-ui-bundle.js"></script>
    <script defer src="docs/boot.js"></script>
  </head>
  <body>
    <div id="docs"><noscript>This page needs JavaScript; the document itself is <a href="openapi.json">here</a>.</noscript></div>
  </body>
</html>
`;
}
