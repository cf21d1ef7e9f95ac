/**
 * The ledger's hashes, and the encryption of its texts. A key is scoped to its caller, one agent and one operation; the entry id is an
 * unkeyed hash of these, the same on every replica. Inputs can be guessed, so their hashes are HMACs with a separate key, which is derived
 * from the id key. The texts of an outcome may quote the input, so the key that encrypts them is derived from the input as well: a replay
 * has the same input.
 */
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { KeyRing } from '../ids/seal.ts';
import type { Entry } from './entry.ts';
import type { WriteCommand } from './write-command.ts';

type KeyScope = Pick<WriteCommand<unknown>, 'author' | 'agent' | 'operation'>;

/** `agent` is written as in the directory, because replicas of all versions name their entries that way. Random if there is no key. */
export function entryIdOf(issuer: string, { author: { subject, key }, agent, operation }: KeyScope): string {
  if (key === null) return randomUUID();
  return hash('sha256', JSON.stringify([issuer, subject, agent, operation, key]), 'base64url');
}

export type Hasher = Readonly<ReturnType<typeof createHasher>>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first key of the ring makes new hashes. While keys are rotated, each replica knows the first key of every other. */
export function createHasher(ring: KeyRing) {
  const keys: ReadonlyMap<number, Buffer> = new Map(
    ring.map(({ id, secret }) => [id, createHmac('sha256', secret).update('write ledger').digest()]),
  );
  const [[keyId, current]] = [...keys] as [[number, Buffer]];
  const hashWith = (key: Buffer, value: unknown) => createHmac('sha256', key).update(canonical(value)).digest();
  const textWith = (key: Buffer, value: unknown) => hashWith(key, value).toString('base64url');
  const textKeyOf = (key: Buffer, request: unknown) => hashWith(key, ['texts', request]);
  const matchHashes = (match: unknown): string[] => [...keys.values()].map((key) => textWith(key, match));
  return {
    /** The hashes by which the entries of writes with this match are found: while keys are rotated, one for each. */
    matchHashes,
    /**
     * The hashes of an entry. `match` is undefined if there is nothing to search for. Equal entries compete for what they have created, so
     * each key of the ring makes the hash of a match.
     */
    inputHashes(request: unknown, match: unknown): Pick<Entry, 'keyId' | 'inputHash' | 'matchHash' | 'matches'> {
      const matches = match === undefined ? [] : matchHashes(match);
      return { keyId, inputHash: textWith(current, request), matchHash: matches[0] ?? null, matches };
    },
    /** The hash of a body's digest. */
    contentHash: (digest: string): string => textWith(current, digest),
    hasKey: (id: number) => keys.has(id),
    /** Whether the hash, made with the key `by`, matches the value; false if that key is no longer in the ring. */
    matches(hash: string, by: number, value: unknown): boolean {
      const key = keys.get(by);
      return key !== undefined && textWith(key, value) === hash;
    },
    /** Encrypts texts of the outcome of this request. */
    seal(request: unknown, texts: unknown): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, textKeyOf(current, request), nonce);
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(texts)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    /** The texts that were sealed with the key `by`, which is in the ring, for the same request. */
    open(request: unknown, by: number, sealed: string): unknown {
      const bytes = Buffer.from(sealed, 'base64url');
      const cipher = createDecipheriv(
        CIPHER,
        textKeyOf(keys.get(by) as Buffer, request),
        bytes.subarray(0, NONCE_BYTES),
      ).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return JSON.parse(`${cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))}${cipher.final()}`);
    },
  };
}

/** JSON with the fields of each object sorted by name. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
