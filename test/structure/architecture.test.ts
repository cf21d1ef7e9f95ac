// The pages that lead a reader through the code name files that exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placeOf } from './imports.ts';

const sources =
  /`((?:process|config|contract|upstream|gateway|graphql|http|webhooks|reference|doctor|platform)\/[\w./-]+)`/g;
const tests = /`((?:packages\/\w+\/)?test\/[\w./-]+)`/g;

const named = (page: string, pattern: RegExp) =>
  [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, path = '']) => path);

test('each file and folder that the page on architecture names exists', () => {
  const all = named('docs/architecture.md', sources);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((path) => !['', '.ts'].some((ending) => existsSync(placeOf(path) + ending)))).toEqual([]);
});

test('each test that the page on security names exists', () => {
  const endings = ['', '.ts', '.test.ts', '.property.test.ts'];
  expect(
    named('docs/security.md', tests).filter((path) => !endings.some((ending) => existsSync(path + ending))),
  ).toEqual([]);
});
