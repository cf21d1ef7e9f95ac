import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSigningKey } from '../../src/tokens/keys.ts';
import { temporaryDir } from '../running.ts';

test('creates the folder and the key, readable only by the owner, and leaves no draft behind', () => {
  const dataDir = join(temporaryDir(), 'new', 'folder');
  loadSigningKey(dataDir);
  expect(readdirSync(dataDir)).toEqual(['signing-key.json']);
  expect(statSync(join(dataDir, 'signing-key.json')).mode & 0o777).toBe(0o600);
});

test('loads the same key again', () => {
  const dataDir = temporaryDir();
  expect(loadSigningKey(dataDir).kid).toBe(loadSigningKey(dataDir).kid);
});

test.each(['', 'not json', '{"kty":"RSA"}', '{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA"}'])(
  'rejects a key file that holds %j, and does not replace it',
  (text) => {
    const dataDir = temporaryDir();
    writeFileSync(join(dataDir, 'signing-key.json'), text);
    expect(() => loadSigningKey(dataDir)).toThrow(expect.objectContaining({ code: 'KEY_UNREADABLE' }));
  },
);

test('reports a data folder that cannot be written, and why', () => {
  const file = join(temporaryDir(), 'file');
  writeFileSync(file, '');
  expect(() => loadSigningKey(join(file, 'folder'))).toThrow(
    expect.objectContaining({ code: 'DATA_DIR_UNWRITABLE', message: expect.stringContaining('(E') }),
  );
});
