/**
 * The ledger's hashes, and the comparison of inputs by them. A key is scoped to its caller, one agent and one operation; the entry id is
 * an unkeyed hash of these, the same on every replica. Inputs can be guessed, so their hashes are HMACs with a separate key, derived from
 * the id keys.
 */
import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { KeyRing } from '../ids/seal.ts';
import type { Entry, InputHashes, StoredResult } from './entries/entry.ts';
import { incomparable, mismatch } from './faults.ts';
import type { Content, WriteCommand } from './write-command.ts';

type KeyScope = Pick<WriteCommand<unknown>, 'author' | 'agent' | 'operation'>;

/** The agent has the directory's notation, in which replicas of all versions name their entries. Random if there is no key. */
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
    /** By each key of the ring, for replicas that have only one of them; `match` is undefined if there is nothing to search for. */
    inputHashes(request: unknown, match: unknown): Pick<Entry, keyof InputHashes | 'otherHashes'> {
      const [hashes, ...otherHashes] = [...keys].map(([keyId, key]) => ({
        keyId,
        inputHash: textWith(key, request),
        matchHash: match === undefined ? null : textWith(key, match),
      }));
      return { ...(hashes as InputHashes), otherHashes };
    },
    /** By the key that made the entry's other hashes, unless it is gone by now, and by the others. */
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

/**
 * A key that was used before may only be used again with the same input: the same request and the same content. Both checks throw
 * IDEMPOTENCY_MISMATCH if the input is a different one, or if that can no longer be determined.
 */
export function createInputChecks(hasher: Hasher) {
  return {
    requireRequest(entry: Entry, request: unknown): void {
      const hashes = hasher.comparable(entry);
      if (hashes === null) throw incomparable();
      if (!hasher.matches(hashes.inputHash, hashes.keyId, request)) throw mismatch();
    },
    /** `read` is called only if the entry has a hash to compare with; undefined for a write without content. */
    async requireContent(entry: Entry, read: (() => Promise<string>) | undefined): Promise<void> {
      if (read === undefined) return;
      const hashes = { ...entry.result?.otherContents, [entry.keyId]: entry.contentHash };
      const [keyId, hash = null] =
        Object.entries(hashes).find(([id, each]) => each !== null && hasher.hasKey(Number(id))) ?? [];
      if (hash === null) {
        // Without a hash, the content of a COMMITTED write is unknown. Any other outcome holds for every content: a further attempt
        // takes a new key.
        if (entry.state === 'COMMITTED') throw incomparable();
        return;
      }
      if (!hasher.matches(hash, Number(keyId), await read())) throw mismatch();
    },
  };
}

/** A body can be read only once, but may be compared several times. */
export function readOnce({ read }: Content): () => Promise<string> {
  let digest: Promise<string> | null = null;
  return () => {
    digest ??= read();
    return digest;
  };
}

/** JSON with the fields of each object sorted by name. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
