// Entity tags in the headers of conditional requests.
import { expect, test } from 'vitest';
import { namesTag } from '../../src/web/entity-tags.ts';

test.each([
  ['the tag alone', '"a"', true],
  ['the tag in a list', '"b",  "a"', true],
  ['the tag as a weak one', 'W/"a"', true],
  ['any tag', ' * ', true],
  ['another tag', '"b"', false],
  ['a tag that contains it', '"xa"', false],
  ['nothing', '', false],
  ['no list', undefined, false],
])('%s names a version as it should', (_, list, expected) => {
  expect(namesTag(list, '"a"')).toBe(expected);
});
