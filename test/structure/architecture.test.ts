// docs/architecture.md names files and words that exist, so that neither list rots.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placeOf } from './imports.ts';

const text = readFileSync('docs/architecture.md', 'utf8');
const rooms =
  /`((?:process|config|contract|upstream|gateway|graphql|http|webhooks|reference|doctor|platform)\/[\w./-]+)`/g;
const named = [...text.matchAll(rooms)].map(([, path = '']) => path);
const words = text.slice(text.indexOf('## Words'), text.indexOf('## A query'));
const explained = [...words.matchAll(/\*\*(\w+)\*\*/g)].map(([, word = '']) => word);

test('each file and folder that the page on architecture names exists', () => {
  const missing = named.filter((path) => !['', '.ts'].some((ending) => existsSync(placeOf(path) + ending)));
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('each word of the house is used in the code, as a name or in one', () => {
  const code = globSync(['src/**/*.ts', 'packages/*/src/**/*.ts'])
    .map((path) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
    .join('\n');
  const isUsed = (word: string) => {
    const rest = word.slice(1);
    const initial = word[0]?.toUpperCase();
    return new RegExp(`\\b[${word[0]}${initial}]${rest}|[a-z]${initial}${rest}`).test(code);
  };
  expect(explained.length).toBeGreaterThan(30);
  expect(explained.filter((word) => !isUsed(word))).toEqual([]);
});
