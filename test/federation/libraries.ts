/**
 * The libraries and routers of supergraphs, which only the tests in this folder need: a package of its own, with locked versions, that
 * is fetched by `npm ci --prefix test/federation --ignore-scripts`. Without it, these tests are skipped.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const areInstalled = existsSync(join(import.meta.dirname, 'node_modules/.package-lock.json'));
if (!areInstalled)
  console.warn(
    'Tests behind routers are skipped; `npm ci --prefix test/federation --ignore-scripts` fetches what they need.',
  );

/** Their types are not installed with them everywhere, so nothing here depends on them. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export const library = (name: string): Promise<any> => import(name);
