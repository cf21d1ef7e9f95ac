/**
 * A cache of verified tokens, keyed by their full text, so that the next request need not verify them again. An entry counts
 * from the token's begin to its end, clock skew included, and only with the keys that it was verified with: once others
 * have been fetched, every token is verified again, so that a withdrawn key ends its tokens. Rejected tokens are never cached.
 */
import { LRUCache } from 'lru-cache';
import type { Keys } from './key-set.ts';

const MAX_TOKENS = 2_000;

interface Verified<Principal> {
  /** The caller that the token identifies. */
  readonly principal: Principal;
  readonly keys: Keys;
  /** Milliseconds since the epoch, skew included; valid at `from`, no longer valid at `until`. */
  readonly from: number;
  readonly until: number;
}

export function createTokenCache<Principal>(max = MAX_TOKENS) {
  const entries = new LRUCache<string, Verified<Principal>>({ max });
  return {
    has: (token: string) => entries.has(token),
    get(token: string, keys: Keys, now: number): Principal | null {
      const verified = entries.get(token);
      if (verified === undefined) return null;
      if (verified.keys === keys && now >= verified.from && now < verified.until) return verified.principal;
      entries.delete(token);
      return null;
    },
    /** The end of a token's validity; null if it is not cached. */
    expiry: (token: string) => entries.peek(token)?.until ?? null,
    set: (token: string, verified: Verified<Principal>) => void entries.set(token, verified),
  };
}
