/** Checks that a key is reused only with the same input: the same request and the same content. */
import type { Entry } from './entries/entry.ts';
import { incomparable, mismatch } from './faults.ts';
import type { Hasher } from './key.ts';
import type { Content } from './write-command.ts';

/** Both throw IDEMPOTENCY_MISMATCH if the input is a different one, or if that can no longer be determined. */
export function createSameInput(hasher: Hasher) {
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
