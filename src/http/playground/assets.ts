/** GraphiQL's files: from the package's bundle, which is 9 MB, and our own beside this one. */
import { readFile } from 'node:fs/promises';
import { StaticFiles } from '@realty-forms/platform/web/static-files.ts';

type Bundle = typeof import('@graphql-yoga/render-graphiql/graphiql');

const javascript = 'text/javascript; charset=utf-8';

const bundled = (pick: (bundle: Bundle) => string) => () => import('@graphql-yoga/render-graphiql/graphiql').then(pick);
const ownFile = (name: string) => () => readFile(new URL(`./${name}`, import.meta.url), 'utf8');

export const createAssets = (): StaticFiles =>
  new StaticFiles({
    'graphiql.js': { type: javascript, load: bundled(({ js }) => js) },
    'graphiql.css': { type: 'text/css; charset=utf-8', load: bundled(({ css }) => css) },
    'worker-editor.js': { type: javascript, load: bundled(({ editorWorkerService }) => editorWorkerService) },
    'worker-graphql.js': { type: javascript, load: bundled(({ graphqlWorker }) => graphqlWorker) },
    'worker-json.js': { type: javascript, load: bundled(({ jsonWorker }) => jsonWorker) },
    'boot.js': { type: javascript, load: ownFile('boot.js') },
    'icon.svg': { type: 'image/svg+xml', load: ownFile('icon.svg') },
  });
