/**
 * A cache of sealed ids, keyed by their parts: sealing an id is deterministic, and an id is in every response that shows its
 * object. Cursors and links are sealed each time, because they seldom recur. Opening verifies the token each time.
 */
import type { SealedType, Sealer } from './seal.ts';

const MAX_CACHED = 32_768;
const cachedTypes: ReadonlySet<SealedType> = new Set(['account', 'transaction', 'file']);

/**
 * Tokens by the last part, under branches by the parts before it: following the parts is cheaper than joining them into one
 * key. The engine copies a string that becomes a Map's key, so no key retains the response body that it is a slice of.
 */
class Branch {
  readonly tokens = new Map<string, string>();
  readonly branches = new Map<string, Branch>();
}

/** The same sealer, but an id that was sealed before comes from the cache. */
export function withIdCache(sealer: Sealer, max = MAX_CACHED): Sealer {
  let types = new Map<SealedType, Branch>();
  let count = 0;

  function add(type: SealedType, parts: readonly string[], token: string): void {
    if (count === max) {
      // All at once: tracking which entry was used last would cost each lookup more than sealing again now and then.
      types = new Map();
      count = 0;
    }
    let branch = types.getOrInsertComputed(type, newBranch);
    for (const part of parts.slice(0, -1)) branch = branch.branches.getOrInsertComputed(part, newBranch);
    branch.tokens.set(parts.at(-1) ?? '', token);
    count += 1;
  }

  function find(type: SealedType, parts: readonly string[]): string | undefined {
    let branch = types.get(type);
    const last = parts.length - 1;
    for (let index = 0; index < last; index += 1) branch = branch?.branches.get(parts[index] as string);
    return branch?.tokens.get(parts[last] as string);
  }

  return {
    ...sealer,
    seal(type, parts) {
      if (!cachedTypes.has(type)) return sealer.seal(type, parts);
      let token = find(type, parts);
      if (token === undefined) {
        token = sealer.seal(type, parts);
        add(type, parts, token);
      }
      return token;
    },
    rotate(ring) {
      sealer.rotate(ring);
      types = new Map();
      count = 0;
    },
  };
}

function newBranch(): Branch {
  return new Branch();
}
