// The package's README names what there is: every export, every document, and the pauses between attempts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as apollo from '../../client/src/apollo/index.ts';
import { defaultRetryPolicy } from '../../client/src/core/retries.ts';
import * as core from '../../client/src/index.ts';
import * as urql from '../../client/src/urql/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../client/README.md'), 'utf8');
const exported = new Set([core, apollo, urql].flatMap(Object.keys));
const called = [
  ...page.matchAll(/\b((?:create|to|has|is|with|userError)[A-Z]\w*|[a-z]+(?:Of|Decimals|ById|Code))\b[(`]/g),
];
const documents = [...page.matchAll(/`(\w+Document)`/g)];

test('the functions and documents that it names are exported', () => {
  const names = [...called, ...documents].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !exported.has(name))).toEqual([]);
});

test('every operation of the package is named, and every fragment', () => {
  const operations = [...exported].filter((name) => name.endsWith('Document'));
  expect(new Set(documents.map(([, name]) => name))).toEqual(new Set(operations));
  const fragments = [...exported].flatMap((name) => /^(.*)FragmentDoc$/.exec(name)?.[1] ?? []);
  expect(fragments.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the bounds of retries are those it states', () => {
  expect(page).toContain('three times at most, after half a second and a second');
  expect(page).toContain('more than 30 seconds');
  expect(defaultRetryPolicy).toEqual({ maxAttempts: 3, firstDelayMs: 500, maxDelayMs: 30_000 });
});
