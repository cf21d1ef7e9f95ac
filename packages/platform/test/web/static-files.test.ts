// Which clients get a static file compressed, and what happens when it cannot be read.
import { expect, test, vi } from 'vitest';
import { StaticFiles } from '../../src/web/static-files.ts';

const files = new StaticFiles({ 'page.js': { type: 'text/javascript', load: () => 'export const page = 1;' } });

async function encodingFor(accepted: string | undefined): Promise<string> {
  const { headers } = await files.reply('page.js', accepted === undefined ? {} : { 'accept-encoding': accepted });
  return headers['content-encoding'] ?? 'identity';
}

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'deflate,GZIP ; q=0.001', '*'])(
  'a file is compressed for a client that accepts %j',
  async (accepted) => expect(await encodingFor(accepted)).toBe('gzip'),
);

test.each([
  undefined,
  '',
  'identity',
  'br, deflate',
  'gzip;q=0',
  'br, gzip; q=0.000',
  'gzip;q=0, identity',
  'gzip;q=0, *',
  'identity, gzip;q=0.5',
  'gzipped',
])('it is sent as it is to one that accepts %j', async (accepted) =>
  expect(await encodingFor(accepted)).toBe('identity'),
);

test('a file that could not be read is read again for the next request', async () => {
  const load = vi.fn(async () => 'text').mockRejectedValueOnce(new Error('too many open files'));
  const page = new StaticFiles({ 'page.txt': { type: 'text/plain', load } });
  await expect(page.reply('page.txt', {})).rejects.toThrow('too many open files');
  for (const _ of [1, 2]) expect(await page.reply('page.txt', {})).toMatchObject({ status: 200, body: 'text' });
  expect(load).toHaveBeenCalledTimes(2);
});
