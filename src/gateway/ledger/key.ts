/**
 * The ledger's hashes. A key is its caller's, for one agent and one operation; the id of its entry is a plain hash of these, the
 * same on every replica. Inputs can be guessed, so that their hashes are made with a key of their own, derived
 * from the id keys.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '../../contract/json.ts';
import type { KeyRing } from '../seal.ts';
import type { Operation } from './entry.ts';

export interface KeyScope {
  readonly issuer: string;
  readonly subject: string;
  /** The NRDS id, empty for what no agent stands behind. */
  readonly agent: string;
  readonly operation: Operation;
  readonly key: string;
}

export function entryIdOf({ issuer, subject, agent, operation, key }: KeyScope): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject, agent, operation, key]))
    .digest('base64url');
}

export interface Hasher {
  /** The key that new hashes are made with. */
  readonly keyId: number;
  readonly hash: (value: unknown) => string;
  readonly hasKey: (keyId: number) => boolean;
  /** Whether a hash made with the key `keyId` is that of the value; false where that key is gone. */
  readonly isOf: (hash: string, keyId: number, value: unknown) => boolean;
}

export function createHasher(ring: KeyRing): Hasher {
  const [current] = ring;
  const keys = new Map(
    ring.map(({ id, secret }) => [id, createHmac('sha256', secret).update('write ledger').digest()]),
  );
  const hashWith = (key: Buffer, value: unknown) => createHmac('sha256', key).update(canonical(value)).digest();
  return {
    keyId: current.id,
    hash: (value) => hashWith(keys.get(current.id) as Buffer, value).toString('base64url'),
    hasKey: (keyId) => keys.has(keyId),
    isOf(hash, keyId, value) {
      const key = keys.get(keyId);
      const given = Buffer.from(hash, 'base64url');
      if (key === undefined) return false;
      const own = hashWith(key, value);
      return own.length === given.length && timingSafeEqual(own, given);
    },
  };
}

/** JSON with the fields of each object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
