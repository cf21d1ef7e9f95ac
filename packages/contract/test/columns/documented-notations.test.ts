// Each row of docs/notations.md is what the kinds make of the value, so the page and the code cannot differ.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { codeTables } from '../../src/columns/codes.ts';
import { compileKinds, type KindName, UNREADABLE } from '../../src/columns/kinds.ts';

const kinds = compileKinds({ timeZone: 'America/New_York' });
const codeKinds = Object.keys(codeTables) as KindName[];
const numbersAndCodes: readonly KindName[] = ['decimal', 'integer', 'timestamp', 'date', ...codeKinds];
/** By section, the kinds of each column after the first. */
const sections: Readonly<Record<string, readonly (readonly KindName[])[]>> = {
  Decimals: [['decimal']],
  Integers: [['integer']],
  'Dates and times': [['timestamp'], ['date']],
  Codes: [['propertyStatus']],
  Blanks: [numbersAndCodes, ['text']],
};

const page = readFileSync('docs/notations.md', 'utf8');
const rows = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const title = section.split('\n', 1)[0] ?? '';
    const cells = [...section.matchAll(/^\| (`.*?`) \| (.*) \|$/gm)].flatMap(([, all = '', shown = '']) =>
      [...all.matchAll(/`(.*?)`/g)].map(([, sent = '']) => ({ title, sent, shown: shown.split(' | ') })),
    );
    return cells.flatMap(({ shown, ...row }) => shown.map((cell, at) => ({ ...row, at, cell })));
  });

test('the page has a table for each kind', () => {
  expect(new Set(rows.map(({ title }) => title))).toEqual(new Set(Object.keys(sections)));
  expect(rows.length).toBeGreaterThan(120);
});

describe.each(Object.keys(sections))('%s', (title) => {
  const own = rows.filter((row) => row.title === title);
  test.each(own.map(({ sent, cell, at }) => [sent, cell, at] as const))('%s: %s', (sent, cell, at) => {
    const named: Readonly<Record<string, unknown>> = { null: null, 'as sent': JSON.parse(sent) };
    const shown = cell in named ? named[cell] : cell.slice(1, -1);
    const expected = cell.startsWith('unreadable') ? UNREADABLE : shown;
    for (const kind of sections[title]?.[at] ?? []) {
      const value = kinds[kind].parse(JSON.parse(sent));
      expect(typeof value === 'number' ? String(value) : value).toBe(expected);
    }
  });
});
