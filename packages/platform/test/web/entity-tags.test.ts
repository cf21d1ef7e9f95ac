// Entity tags in the headers of conditional requests.
import { expect, test } from 'vitest';
import { namesTag, namesTagWeakly } from '../../src/web/entity-tags.ts';

test.each([
  ['the tag alone', '"a"', true],
  ['the tag in a list', '"b",  "a"', true],
  ['any tag', ' * ', true],
  ['another tag', '"b"', false],
  ['a tag that contains it', '"xa"', false],
  ['nothing', '', false],
])('%s names a version as it should', (_, list, expected) => {
  expect(namesTag(list, '"a"')).toBe(expected);
  expect(namesTagWeakly(list, '"a"')).toBe(expected);
  expect(namesTagWeakly(list, 'W/"a"')).toBe(expected);
});

test('a weak tag equals a strong one only where weak ones count', () => {
  expect([namesTag('W/"a"', '"a"'), namesTagWeakly('W/"a"', '"a"')]).toEqual([false, true]);
  expect(namesTagWeakly('W/"a"', 'W/"a"')).toBe(true);
});

test('a request without a list names no version', () => {
  expect(namesTagWeakly(undefined, '"a"')).toBe(false);
});
