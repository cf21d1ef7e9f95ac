// What the doctor reports can be looked up: docs/assumptions.md has a row for each of its questions.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { questions } from '../src/questions.ts';

test('each question that has a section of the specification is a row of the page on assumptions', () => {
  const page = readFileSync('docs/assumptions.md', 'utf8');
  const asked = Object.values(questions).filter(({ text }) => text !== '');
  expect(asked.length).toBeGreaterThan(25);
  expect(asked.filter(({ spec, text }) => !page.includes(`\n| ${spec} | ${text} |`))).toEqual([]);
});
