/**
 * What tokens are sealed with: HMAC-SHA256 (RFC 2104) and AES-256 in counter mode (NIST SP 800-38A). The results are those of
 * `createHmac` and `createCipheriv`, which allocate objects of OpenSSL's for each call: for the hundred cursors of a page, that would
 * take three times as long as the computation.
 */
import { createCipheriv, hash } from 'node:crypto';

export const MAC_BYTES = 16;
/** Of SHA-256: what it reads at a time, and what it returns. */
const HASH_BLOCK = 64;
const HASH_BYTES = 32;
const CIPHER_BLOCK = 16;

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

/** Encrypts or decrypts bytes in place, each from `start` to its last 16, which are the initial value of its counter. */
export type Crypt = (all: readonly Buffer[], start: number) => void;

export function createCrypt(key: Uint8Array): Crypt {
  // The block cipher alone: counter mode adds a key stream made of encrypted counters, here those of all tokens at once.
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return (all, start) => {
    const blocks = all.map(({ length }) => Math.ceil((length - MAC_BYTES - start) / CIPHER_BLOCK));
    const counters = Buffer.allocUnsafe(blocks.reduce((sum, count) => sum + count, 0) * CIPHER_BLOCK);
    let block = 0;
    for (const [at, bytes] of all.entries())
      for (let count = 0; count < (blocks[at] as number); count += 1) {
        writeCounter(counters, block, bytes, count);
        block += CIPHER_BLOCK;
      }
    const stream = cipher.update(counters);
    block = 0;
    for (const [at, bytes] of all.entries()) {
      const end = bytes.length - MAC_BYTES;
      for (let each = start; each < end; each += 1)
        bytes[each] = (bytes[each] as number) ^ (stream[block + each - start] as number);
      block += (blocks[at] as number) * CIPHER_BLOCK;
    }
  };
}

/** Writes the last 16 bytes, plus `count`, as a number of 128 bits whose first byte is the highest. */
function writeCounter(counters: Buffer, offset: number, bytes: Buffer, count: number): void {
  const last = bytes.length - 1;
  let carry = count;
  for (let at = CIPHER_BLOCK - 1; at >= 0; at -= 1) {
    const sum = (bytes[last - CIPHER_BLOCK + 1 + at] as number) + carry;
    counters[offset + at] = sum;
    carry = sum >> 8;
  }
}
