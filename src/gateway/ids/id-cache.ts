/**
 * A cache of sealed ids, keyed by their parts: sealing an id is deterministic, and an id is in every response that shows its
 * object. Cursors and links are sealed each time, because they seldom recur. Opening verifies the token each time.
 */
import type { Sealer } from './seal.ts';

const MAX_CACHED = 32_768;

/** The same sealer, but an id that was sealed before comes from the cache. */
export function withIdCache(sealer: Sealer, max = MAX_CACHED): Sealer {
  const tokens = new Map<string, string>();
  return {
    ...sealer,
    seal(type, parts) {
      if (type === 'link') return sealer.seal(type, parts);
      // With their lengths, no two lists of parts have one name.
      let name: string = type;
      for (const part of parts) name += ` ${part.length} ${part}`;
      const cached = tokens.get(name);
      if (cached !== undefined) return cached;
      const token = sealer.seal(type, parts);
      // All at once: tracking which entry was used last would cost each lookup more than sealing again now and then.
      if (tokens.size === max) tokens.clear();
      tokens.set(name, token);
      return token;
    },
  };
}
