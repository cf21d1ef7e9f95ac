/** A key that was used before may only be used again with the same input: the same request, and the same content. */
import type { Entry } from './entries/entry.ts';
import { incomparable, mismatch } from './faults.ts';
import type { Content } from './intent.ts';
import type { Hasher } from './key.ts';

/** Both throw IDEMPOTENCY_MISMATCH if the input is a different one, or if that can no longer be determined. */
export function createSameInput(hasher: Hasher) {
  return {
    requireRequest({ keyId, inputHash }: Entry, request: unknown): void {
      if (!hasher.hasKey(keyId)) throw incomparable();
      if (!hasher.matches(inputHash, keyId, request)) throw mismatch();
    },
    /** `read` is called only if the entry has a hash to compare with; undefined for a write without content. */
    async requireContent(
      { state, contentHash, keyId }: Entry,
      read: (() => Promise<string>) | undefined,
    ): Promise<void> {
      if (read === undefined) return;
      if (contentHash === null) {
        // Without a hash, the content of a COMMITTED write is unknown. Any other outcome holds whatever the content is: a
        // further attempt takes a new key.
        if (state === 'COMMITTED') throw incomparable();
        return;
      }
      if (!hasher.matches(contentHash, keyId, await read())) throw mismatch();
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
