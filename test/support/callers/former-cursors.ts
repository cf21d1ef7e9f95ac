/** Cursors as version 0.3 sealed them: signed by HMAC, and encrypted in counter mode from the MAC on. */
import { createCipheriv, createHmac } from 'node:crypto';
import { writeParts } from '../../../src/gateway/ids/seal.ts';
import { sealKey } from './id-keys.ts';

const codes = { page: 10, changes: 11 } as const;

export function formerCursor(type: keyof typeof codes, parts: readonly string[], { id, secret } = sealKey(1)): string {
  const signed = Buffer.concat([Buffer.of(1, id, codes[type]), writeParts(parts)]);
  const mac = createHmac('sha256', secret).update(signed).digest().subarray(0, 16);
  const key = createHmac('sha256', secret).update('encryption of cursors').digest();
  const encrypted = createCipheriv('aes-256-ctr', key, mac).update(signed.subarray(3));
  return Buffer.concat([signed.subarray(0, 3), encrypted, mac]).toString('base64url');
}
