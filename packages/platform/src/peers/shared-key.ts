/** Keys that all processes have, and nobody else: derived from a secret that is theirs alone. */
import { hkdfSync } from 'node:crypto';

const BYTES = 32;

/** One per purpose, so that what is known of one says nothing of another. */
export function sharedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, BYTES));
}
