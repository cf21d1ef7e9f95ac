import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSigningKey } from '../../../src/reference/tokens/keys.ts';
import { temporaryDir } from '../running.ts';

test('creates the folder and the key, readable only by the owner, and leaves no draft behind', async () => {
  const dataDir = join(temporaryDir(), 'new', 'folder');
  await loadSigningKey(dataDir);
  expect(readdirSync(dataDir)).toEqual(['signing-key.json']);
  expect(statSync(join(dataDir, 'signing-key.json')).mode & 0o777).toBe(0o600);
});

test('loads the same key again', async () => {
  const dataDir = temporaryDir();
  expect((await loadSigningKey(dataDir)).kid).toBe((await loadSigningKey(dataDir)).kid);
});

test('creates one key even if several starts run at once', async () => {
  const dataDir = temporaryDir();
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(dataDir)));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['signing-key.json']);
});

test.each(['', 'not json', '{"kty":"RSA"}', '{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA"}'])(
  'rejects a key file that holds %j, and does not replace it',
  async (text) => {
    const dataDir = temporaryDir();
    writeFileSync(join(dataDir, 'signing-key.json'), text);
    await expect(loadSigningKey(dataDir)).rejects.toMatchObject({ code: 'KEY_UNREADABLE' });
  },
);

test('reports a data folder that cannot be written', async () => {
  const file = join(temporaryDir(), 'file');
  writeFileSync(file, '');
  await expect(loadSigningKey(join(file, 'folder'))).rejects.toMatchObject({ code: 'DATA_DIR_UNWRITABLE' });
});
