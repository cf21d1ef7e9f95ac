// Static files that are sent again, or not, and what happens when one cannot be read.
import { expect, test, vi } from 'vitest';
import { namesTag, StaticFiles } from '../../src/web/static-files.ts';

test('a file is not sent to a client that has it', async () => {
  const files = new StaticFiles({ 'page.js': { type: 'text/javascript', load: () => 'export const page = 1;' } });
  const { status, headers } = await files.reply('page.js', {});
  expect(status).toBe(200);
  const again = await files.reply('page.js', { 'if-none-match': `"other", W/${headers['etag']}` });
  expect(again).toEqual({ status: 304, headers });
});

test('a file that could not be read is read again for the next request', async () => {
  const load = vi.fn(async () => 'text').mockRejectedValueOnce(new Error('too many open files'));
  const page = new StaticFiles({ 'page.txt': { type: 'text/plain', load } });
  await expect(page.reply('page.txt', {})).rejects.toThrow('too many open files');
  for (const _ of [1, 2]) expect(await page.reply('page.txt', {})).toMatchObject({ status: 200, body: 'text' });
  expect(load).toHaveBeenCalledTimes(2);
});

// Entity tags in the headers of conditional requests.
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
