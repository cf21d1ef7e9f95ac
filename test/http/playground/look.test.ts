// One look: the pages of the gateway and of the embedded service have the colors and the icon of the example page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const colorsIn = (path: string) =>
  Object.fromEntries([...read(path).matchAll(/^ {2}(--[\w-]+): (light-dark\(.*\));$/gm)].map(([, ...entry]) => entry));

test('each color is that of the example page in both themes, and so is the icon', () => {
  const look = colorsIn('packages/platform/src/web/look/look.css');
  expect(Object.keys(look)).toContain('--accent');
  expect(colorsIn('examples/transactions-page/src/styles/base.css')).toMatchObject(look);
  expect(read('packages/platform/src/web/look/icon.svg')).toBe(read('examples/transactions-page/public/icon.svg'));
});
