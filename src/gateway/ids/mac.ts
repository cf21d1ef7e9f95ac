/**
 * What ids and links are signed with: HMAC-SHA256 (RFC 2104). The results are those of `createHmac`, which allocates objects of
 * OpenSSL's for each call: for the hundred ids of a page, that would take three times as long as the computation.
 */
import { hash } from 'node:crypto';

export const MAC_BYTES = 16;
/** Of SHA-256: what it reads at a time, and what it returns. */
const HASH_BLOCK = 64;
const HASH_BYTES = 32;

/** Computes the first 128 bits of HMAC-SHA256, as a text with one character per byte. */
export type Mac = (message: Uint8Array) => string;

export function createMac(secret: Uint8Array): Mac {
  const key = secret.length > HASH_BLOCK ? hash('sha256', secret, 'buffer') : secret;
  const inner = padded(key, 0x36, HASH_BLOCK);
  const outer = padded(key, 0x5c, HASH_BLOCK + HASH_BYTES);
  return (message) => {
    outer.write(hash('sha256', Buffer.concat([inner, message]), 'binary'), HASH_BLOCK, HASH_BYTES, 'latin1');
    return hash('sha256', outer, 'binary').slice(0, MAC_BYTES);
  };
}

/** The key, filled up with zeros to a block in which each byte is combined with `pad`. */
function padded(key: Uint8Array, pad: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set(key);
  for (let at = 0; at < HASH_BLOCK; at += 1) bytes[at] = (bytes[at] as number) ^ pad;
  return bytes;
}
