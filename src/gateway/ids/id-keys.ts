/**
 * The keys that seal ids and cursors: parsed from the configuration or, if none are configured, generated once and stored in
 * the data folder.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ensureFolder } from '@realty-forms/platform/stores/folder.ts';
import { createSecretFile, readSecretFile } from '@realty-forms/platform/stores/secret-file.ts';
import type { KeyRing, SealKey } from './seal.ts';

const MIN_SECRET_BYTES = 32;

/** Parses comma-separated `id:secret` pairs, the first of which seals: id 0 to 255, secret base64url of at least 32 bytes. */
export function parseIdKeys(text: string): KeyRing {
  const keys = text.split(',').map((pair): SealKey => {
    const [id = '', secret = '', more] = pair.trim().split(':');
    const bytes = Buffer.from(secret, 'base64url');
    // Decoding skips characters that are not base64url, so a mistyped secret would become a different one without an error.
    const isReadable = /^\d{1,3}$/.test(id) && Number(id) <= 255 && /^[\w-]+$/.test(secret) && more === undefined;
    if (!isReadable || bytes.length < MIN_SECRET_BYTES) {
      throw new RangeError(
        `each key is id:secret, with an id from 0 to 255 and a secret of at least ${MIN_SECRET_BYTES} bytes in base64url`,
      );
    }
    return { id: Number(id), secret: bytes };
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new RangeError('each key needs a unique id');
  return keys as [SealKey, ...SealKey[]];
}

/** The keys in the data folder, generated if there are none. */
export function loadOrCreateIdKeys(dataDir: string): KeyRing {
  ensureFolder(dataDir);
  const file = join(dataDir, 'id-keys');
  const generate = () => `1:${randomBytes(MIN_SECRET_BYTES).toString('base64url')}`;
  return parseIdKeys(readSecretFile(file) ?? createSecretFile(file, generate()));
}
