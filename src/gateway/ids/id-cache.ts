/**
 * A cache of sealed ids, keyed by their parts: sealing an id is deterministic, and an id is in every response that shows its
 * object. Cursors and links are sealed each time, because they seldom recur. Opening verifies the token each time.
 */
import type { SealedType, Sealer } from './seal.ts';

const MAX_CACHED = 8_192;
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
  /** Where the last token was found: on a page, ids that differ in their last part follow each other. */
  let recent: { readonly type: SealedType; readonly parts: readonly string[]; readonly branch: Branch } | null = null;

  function add(type: SealedType, parts: readonly string[], token: string): void {
    if (count === max) {
      // All at once: tracking which entry was used last would cost each lookup more than sealing again now and then.
      clear();
    }
    let branch = types.getOrInsertComputed(type, newBranch);
    for (const part of parts.slice(0, -1)) branch = branch.branches.getOrInsertComputed(part, newBranch);
    branch.tokens.set(parts.at(-1) ?? '', token);
    count += 1;
  }

  function find(type: SealedType, parts: readonly string[]): string | undefined {
    const last = parts.at(-1) ?? '';
    if (recent !== null && recent.type === type && areSiblings(recent.parts, parts))
      return recent.branch.tokens.get(last);
    let branch = types.get(type);
    for (let index = 0; index < parts.length - 1; index += 1) branch = branch?.branches.get(parts[index] as string);
    if (branch !== undefined) recent = { type, parts, branch };
    return branch?.tokens.get(last);
  }

  function clear(): void {
    types = new Map();
    count = 0;
    recent = null;
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
      clear();
    },
  };
}

/** Whether all parts but the last are equal. */
function areSiblings(one: readonly string[], other: readonly string[]): boolean {
  const last = one.length - 1;
  if (other.length - 1 !== last) return false;
  for (let index = 0; index < last; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

function newBranch(): Branch {
  return new Branch();
}
