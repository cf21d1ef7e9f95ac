// Which clients get a static file compressed.
import { expect, test } from 'vitest';
import { StaticFiles } from '../../../src/platform/web/static-files.ts';

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
