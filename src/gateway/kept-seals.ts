/**
 * Ids that were sealed before, kept by what they are made of: an id is deterministic, and stands in every answer that shows
 * its object. Cursors and links are sealed each time, because they seldom come back. Opening is proved each time.
 */
import type { SealedType, Sealer } from './seal.ts';

const MAX_KEPT = 8_192;
const ids: ReadonlySet<SealedType> = new Set(['account', 'transaction', 'file']);

/**
 * Tokens by the last part, below branches by the parts before it: to follow the parts costs less than to join them. The engine
 * makes a map's keys texts of their own, so none keeps alive the body that it was cut from.
 */
class Branch {
  readonly tokens = new Map<string, string>();
  readonly branches = new Map<string, Branch>();
}

/** The same sealer, for which an id that is shown again costs no sealing. */
export function keepSeals(sealer: Sealer, max = MAX_KEPT): Sealer {
  let types = new Map<SealedType, Branch>();
  let count = 0;

  function keep(type: SealedType, parts: readonly string[], token: string): void {
    if (count === max) {
      // All at once: to know which of them was asked for last would cost each of them more than a sealing now and then.
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
      if (!ids.has(type)) return sealer.seal(type, parts);
      let token = find(type, parts);
      if (token === undefined) {
        token = sealer.seal(type, parts);
        keep(type, parts, token);
      }
      return token;
    },
  };
}

function newBranch(): Branch {
  return new Branch();
}
