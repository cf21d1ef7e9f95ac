/** Who requests a write, and under which idempotency key; keys are scoped to the caller. Rejects malformed keys. */

import type { Principal } from '../callers/principal.ts';
import { badInput } from '../fault.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

export interface Author {
  readonly subject: string;
  /** Null for a write without a key. */
  readonly key: string | null;
}

/** The caller as an author. Throws BAD_USER_INPUT for a malformed key. */
export function authorOf({ subject }: Pick<Principal, 'subject'>, key: string | null | undefined): Author {
  if (typeof key === 'string' && !KEY.test(key)) {
    throw badInput('idempotencyKey', 'must be 1 to 255 printable ASCII characters');
  }
  return { subject, key: key ?? null };
}
