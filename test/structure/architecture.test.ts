// docs/architecture.md names files that exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placeOf } from './imports.ts';

const text = readFileSync('docs/architecture.md', 'utf8');
const rooms =
  /`((?:process|config|contract|upstream|gateway|graphql|http|webhooks|reference|doctor|platform)\/[\w./-]+)`/g;
const named = [...text.matchAll(rooms)].map(([, path = '']) => path);

test('each file and folder that the page on architecture names exists', () => {
  const missing = named.filter((path) => !['', '.ts'].some((ending) => existsSync(placeOf(path) + ending)));
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
