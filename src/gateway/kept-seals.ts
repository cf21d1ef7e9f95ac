/**
 * Ids that were sealed before, kept by what they are made of: an id is deterministic, and stands in every answer that shows
 * its object. Cursors and links are sealed each time, because they seldom come back. Opening is proved each time.
 */
import { LRUCache } from 'lru-cache';
import type { SealedType, Sealer } from './seal.ts';

const MAX_KEPT = 4_096;
const ids: ReadonlySet<SealedType> = new Set(['account', 'transaction', 'file']);

/** The same sealer, for which an id that is shown again costs no sealing. */
export function keepSeals(sealer: Sealer, max = MAX_KEPT): Sealer {
  const kept = new LRUCache<string, string>({ max });
  return {
    ...sealer,
    seal(type, parts) {
      if (!ids.has(type)) return sealer.seal(type, parts);
      const name = nameOf(type, parts);
      let token = kept.get(name);
      if (token === undefined) {
        token = sealer.seal(type, parts);
        kept.set(name, token);
      }
      return token;
    },
  };
}

/** Others for other parts: before each stands its length, as one character, since a name is put together for every id. */
function nameOf(type: SealedType, parts: readonly string[]): string {
  let name: string = type;
  for (const part of parts) name = name + String.fromCharCode(part.length) + part;
  return name;
}
