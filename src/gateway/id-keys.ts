/**
 * The keys that ids and cursors are sealed with: read from their configured text, or, where nothing is configured, made once
 * and kept in a file of mode 0600 under the data folder.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing, SealKey } from './seal.ts';

const MIN_SECRET_BYTES = 32;

/** `id:secret` pairs joined by commas, the first one seals; id 0 to 255, secret base64url of 32 bytes or more. */
export function parseIdKeys(text: string): KeyRing {
  const keys = text.split(',').map((pair): SealKey => {
    const [id = '', secret = '', more] = pair.trim().split(':');
    const bytes = Buffer.from(secret, 'base64url');
    // Decoding passes over characters that are not of its alphabet, and would so make another secret of a mistyped one.
    const isReadable = /^\d{1,3}$/.test(id) && Number(id) <= 255 && /^[\w-]+$/.test(secret) && more === undefined;
    if (!isReadable || bytes.length < MIN_SECRET_BYTES) {
      throw new RangeError(
        `each key is id:secret, with an id from 0 to 255 and base64url of ${MIN_SECRET_BYTES} bytes or more`,
      );
    }
    return { id: Number(id), secret: bytes };
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new RangeError('each key needs an id of its own');
  return keys as [SealKey, ...SealKey[]];
}

/** The keys of the data folder; two processes that start at once end up with the same ones. */
export function loadOrCreateIdKeys(dataDir: string): KeyRing {
  const file = join(dataDir, 'id-keys');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const text = readFileSync(file, 'utf8');
    // A copy or a backup may have come back readable by others.
    chmodSync(file, 0o600);
    return parseIdKeys(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(draft, `1:${randomBytes(MIN_SECRET_BYTES).toString('base64url')}`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return parseIdKeys(readFileSync(file, 'utf8'));
}
