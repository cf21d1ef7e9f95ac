/**
 * Verified tokens, kept by their full text so that the next request need not verify them again. One counts from its begin to
 * its end, skew included, and only under the very key set document that it was verified with: a set that was fetched anew has
 * every token verified anew, so that a withdrawn key ends its tokens. What was refused is never kept.
 */
import { LRUCache } from 'lru-cache';
import type { KeySetDocument } from './key-set.ts';

const MAX_TOKENS = 2_000;

interface Verified<Principal> {
  /** Who the token speaks for. */
  readonly principal: Principal;
  readonly document: KeySetDocument;
  /** Milliseconds since 1970, skew included: from the first on, and before the second. */
  readonly from: number;
  readonly until: number;
}

export interface TokenCache<Principal> {
  readonly has: (token: string) => boolean;
  readonly get: (token: string, document: KeySetDocument, now: number) => Principal | null;
  readonly keep: (token: string, verified: Verified<Principal>) => void;
}

export function createTokenCache<Principal>(max = MAX_TOKENS): TokenCache<Principal> {
  const kept = new LRUCache<string, Verified<Principal>>({ max });
  return {
    has: (token) => kept.has(token),
    get(token, document, now) {
      const verified = kept.get(token);
      if (verified === undefined) return null;
      if (verified.document === document && now >= verified.from && now < verified.until) return verified.principal;
      kept.delete(token);
      return null;
    },
    keep: (token, verified) => {
      kept.set(token, verified);
    },
  };
}
