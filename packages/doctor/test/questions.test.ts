// The doctor's rows are rows of docs/assumptions.md, in its own words, and docs/doctor.md lists all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { questions } from '../src/questions.ts';

const docs = join(import.meta.dirname, '../../../docs');
const rowsOf = (file: string) =>
  readFileSync(join(docs, file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

const asked = Object.values<{ spec: string; text: string; about: string }>(questions).filter(({ text }) => text !== '');

test.each(asked)('"$text" is an open question of section $spec', ({ spec, text }) => {
  const rows = rowsOf('assumptions.md').map(([, section, question]) => `${section}: ${question}`);
  expect(rows).toContain(`${spec}: ${text}`);
});

test('docs/doctor.md lists every row, and no other', () => {
  const rows = rowsOf('doctor.md');
  const listed = rows
    .slice(rows.findIndex(([, cell]) => cell === 'spec') + 1)
    .map(([, section, label]) => `${section}: ${label}`);
  expect(listed).toEqual(asked.map(({ spec, text, about }) => `${spec}: ${about || text}`));
});
