/** The files of the page at /docs: those of the Swagger UI package, and our boot script. */
import { readFile } from 'node:fs/promises';
import { StaticFiles } from '@realty-forms/platform/web/static-files.ts';

const javascript = 'text/javascript; charset=utf-8';

const read = (url: string) => () => readFile(new URL(url));

export const assets = new StaticFiles({
  'swagger-ui-bundle.js': {
    type: javascript,
    load: read(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  'swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    load: read(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  },
  'favicon-32x32.png': {
    type: 'image/png',
    load: read(import.meta.resolve('swagger-ui-dist/favicon-32x32.png')),
  },
  'boot.js': { type: javascript, load: read(import.meta.resolve('./boot.js')) },
});
