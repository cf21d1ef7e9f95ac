/**
 * The keys that seal ids and cursors. They are parsed from the configuration or, if none are configured, generated once and stored in the
 * data folder. Processes announce them to each other by a hash, which does not reveal them.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import { createSecretFile, ensureFolder, readSecretFile } from '@realty-forms/platform/stores/private-files.ts';
import type { KeyRing, SealKey } from './seal.ts';

const MIN_SECRET_BYTES = 32;

/** Parses comma-separated `id:secret` pairs: id 0 to 255, secret base64url of at least 32 bytes. The first pair seals. */
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

/** The keys in the data folder; generates them if there are none. */
export function loadOrCreateIdKeys(dataDir: string): KeyRing {
  ensureFolder(dataDir);
  const file = join(dataDir, 'id-keys');
  const generate = () => `1:${randomBytes(MIN_SECRET_BYTES).toString('base64url')}`;
  return parseIdKeys(readSecretFile(file) ?? createSecretFile(file, generate()));
}

interface AnnouncedKeysOptions {
  readonly replicas: Pick<Replicas, 'publish' | 'listen'>;
  readonly idKeys: KeyRing;
  /** Processes in front of different services need not share keys. */
  readonly service: string;
  readonly log: Log;
}

/** Keys are announced again and again, because messages can be lost, and processes that start later miss earlier ones. */
const INTERVAL_MS = 60_000;
const HASH_CHARACTERS = 12;

/**
 * Tells other processes which id key this one seals with, and warns if another process in front of the same service seals with a key that
 * this one lacks. Clients then get INVALID_ID and INVALID_CURSOR, depending on the process that they reach.
 */
export function announceKeys({ replicas, idKeys, service, log }: AnnouncedKeysOptions): void {
  const name = `id-key:${service}`;
  const hashes = idKeys.map(hashOf);
  let hasWarned = false;
  const announce = (): void => replicas.publish(name, hashes[0] ?? '');
  replicas.listen((heard, hash) => {
    if (heard !== name || hasWarned || hashes.includes(hash)) return;
    hasWarned = true;
    log.warn(
      {},
      'another replica seals ids with a key that is not in the ID_KEYS of this one, which rejects them; give all replicas the same keys',
    );
  });
  announce();
  setInterval(announce, INTERVAL_MS).unref();
}

function hashOf({ id, secret }: SealKey): string {
  return createHmac('sha256', secret).update(`which id key ${id} is`).digest('base64url').slice(0, HASH_CHARACTERS);
}
