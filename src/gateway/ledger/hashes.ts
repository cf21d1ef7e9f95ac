/**
 * The ledger's hashes. A key is scoped to its caller, one agent and one operation; the entry id is an unkeyed hash of these, the same on
 * every replica. Inputs can be guessed, so their hashes are HMACs with a separate key, which is derived from the id keys.
 */
import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { KeyRing } from '../ids/seal.ts';
import type { Entry, InputHashes, StoredResult } from './entry.ts';
import type { WriteCommand } from './write-command.ts';

type KeyScope = Pick<WriteCommand<unknown>, 'author' | 'agent' | 'operation'>;

/** `agent` is written as in the directory, because replicas of all versions name their entries that way. Random if there is no key. */
export function entryIdOf(issuer: string, { author: { subject, key }, agent, operation }: KeyScope): string {
  if (key === null) return randomUUID();
  return hash('sha256', JSON.stringify([issuer, subject, agent, operation, key]), 'base64url');
}

export type Hasher = Readonly<ReturnType<typeof createHasher>>;

export function createHasher(ring: KeyRing) {
  const keys: ReadonlyMap<number, Buffer> = new Map(
    ring.map(({ id, secret }) => [id, createHmac('sha256', secret).update('write ledger').digest()]),
  );
  const hashWith = (key: Buffer, value: unknown) => createHmac('sha256', key).update(canonical(value)).digest();
  const textWith = (key: Buffer, value: unknown) => hashWith(key, value).toString('base64url');
  return {
    /**
     * Hashes with each key of the ring, for replicas that have only one of them. `match` is undefined if there is nothing to search for.
     */
    inputHashes(request: unknown, match: unknown): Pick<Entry, keyof InputHashes | 'otherHashes'> {
      const [hashes, ...otherHashes] = [...keys].map(([keyId, key]) => ({
        keyId,
        inputHash: textWith(key, request),
        matchHash: match === undefined ? null : textWith(key, match),
      }));
      return { ...(hashes as InputHashes), otherHashes };
    },
    /** Hashes with the key that made the entry's other hashes, unless it has been removed, and with the others. */
    contentHashes(digest: string, keyId: number): Pick<Entry, 'contentHash'> & Pick<StoredResult, 'otherContents'> {
      const { [keyId]: contentHash = null, ...otherContents } = Object.fromEntries(
        [...keys].map(([id, key]) => [id, textWith(key, digest)]),
      );
      return { contentHash, ...(Object.keys(otherContents).length > 0 && { otherContents }) };
    },
    hasKey: (id: number) => keys.has(id),
    /** The hashes that can be compared; null if none of their keys is in the ring. */
    comparable: (entry: Pick<Entry, keyof InputHashes | 'otherHashes'>): InputHashes | null =>
      [entry, ...entry.otherHashes].find(({ keyId }) => keys.has(keyId)) ?? null,
    /** Whether the hash, made with the key `by`, matches the value; false if that key is no longer in the ring. */
    matches(hash: string, by: number, value: unknown): boolean {
      const key = keys.get(by);
      const actual = Buffer.from(hash, 'base64url');
      if (key === undefined) return false;
      const expected = hashWith(key, value);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}

/** JSON with the fields of each object sorted by name. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
