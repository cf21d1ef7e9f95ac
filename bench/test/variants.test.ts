// Each variant of `npm run bench -- engine` and `-- bounds` still replaces something in the program, or it would measure the product itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tricks } from '../engine-variants.ts';
import { editedText, variantTables } from '../variants.ts';

const src = join(import.meta.dirname, '../../src');
const textOf = (file: string) => readFileSync(join(src, file), 'utf8');
const edits = Object.values(variantTables)
  .flat()
  .flatMap(({ name, edits: all = [] }) => all.map((edit) => ({ name, ...edit })));

test.each(edits)('$name fits $file', ({ file, from, to }) => {
  expect(editedText(textOf(file), { file, from, to })).toContain(to);
});

test('a variant whose text is gone is refused', () => {
  expect(() => editedText('a', { file: 'a.ts', from: 'b', to: 'c' })).toThrow('a.ts');
});

test('the flags that variants lack are those that the program sets', () => {
  const texts = ['start.js', '../packages/platform/src/v8/flags.ts'].map(textOf).join('\n');
  const set = [...texts.matchAll(/setFlagsFromString\('(.*)'\)/g)].map(([, flag]) => flag);
  expect(tricks.flatMap(({ flags = [] }) => flags).sort()).toEqual(set.sort());
});
