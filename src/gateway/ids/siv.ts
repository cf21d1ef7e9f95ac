/**
 * AES-SIV (RFC 5297) of many texts at once: encryption whose tag also is the initial value of its counter, so that equal texts are
 * equal when sealed. OpenSSL's own takes ten times as long, most of it for an object per text; here, one call of the block cipher
 * does one step of all texts.
 */
import { type Cipheriv, createCipheriv, timingSafeEqual } from 'node:crypto';

export const BLOCK_BYTES = 16;
export const TAG_BYTES = 16;
const BLOCK_WORDS = 4;

/** Texts that begin at whole blocks, each right after a block for its tag. What follows a text in its last block is zero. */
export interface Page {
  /** Whole blocks of an ArrayBuffer of its own. */
  readonly bytes: Buffer;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly start: number;
  readonly end: number;
}

export interface Siv {
  /** Encrypts each text in place and writes its tag. What follows it in its last block is lost. */
  readonly seal: (page: Page) => void;
  /** Decrypts a page of one text in place; false if it was not sealed with this key and associated data. */
  readonly open: (page: Page) => boolean;
}

/** Half of the key is for tags and half for the encryption: for AES-256, it has 64 bytes. */
export function createSiv(key: Uint8Array, ...associated: Uint8Array[]): Siv {
  const tagsOf = createTags(blockCipher(key.subarray(0, key.length / 2)), associated);
  const crypt = createCrypt(blockCipher(key.subarray(key.length / 2)));
  return {
    seal(page) {
      const tags = tagsOf(page);
      const words = wordsOf(page.bytes);
      for (const [at, { start }] of page.rows.entries())
        for (let word = 0; word < BLOCK_WORDS; word += 1)
          words[start / 4 - BLOCK_WORDS + word] = tags[at * BLOCK_WORDS + word] as number;
      crypt(page);
    },
    open(page) {
      crypt(page);
      const [{ start, end }] = page.rows as [Row];
      page.bytes.fill(0, end);
      return timingSafeEqual(tagsOf(page), page.bytes.subarray(start - TAG_BYTES, start));
    },
  };
}

/** The cipher alone, which has no state: each block is encrypted by itself. */
function blockCipher(key: Uint8Array): Cipheriv {
  return createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
}

/** Counter mode. Two bits of the tag are left out of its initial value, so that counting changes the last four bytes only. */
function createCrypt(cipher: Cipheriv) {
  return ({ bytes, rows }: Page): void => {
    const words = wordsOf(bytes);
    const counters = new Int32Array(rows.reduce((sum, row) => sum + blocksOf(row), 0) * BLOCK_WORDS);
    const view = new DataView(counters.buffer);
    let to = 0;
    for (const row of rows) {
      const tag = row.start / 4 - BLOCK_WORDS;
      for (let block = 0; block < blocksOf(row); block += 1) {
        for (let word = 0; word < BLOCK_WORDS; word += 1) counters[to + word] = words[tag + word] as number;
        view.setUint32(to * 4 + 8, view.getUint32(to * 4 + 8) & 0x7fffffff);
        view.setUint32(to * 4 + 12, (view.getUint32(to * 4 + 12) & 0x7fffffff) + block);
        to += BLOCK_WORDS;
      }
    }
    const stream = wordsOf(cipher.update(counters));
    let from = 0;
    for (const row of rows) {
      const length = blocksOf(row) * BLOCK_WORDS;
      add(words, row.start / 4, stream, from, length);
      from += length;
    }
  };
}

/** S2V: a CMAC of each text, to whose end the CMACs of the associated data are added. */
function createTags(cipher: Cipheriv, associated: readonly Uint8Array[]) {
  const whole = doubled(cipher.update(Buffer.alloc(BLOCK_BYTES)));
  const partial = doubled(whole);
  let data = macOf(Buffer.alloc(BLOCK_BYTES));
  for (const each of associated) {
    const [more, mac] = [doubled(data), macOf(each)];
    add(more, 0, mac, 0, BLOCK_BYTES);
    data = more;
  }
  const dataOfShort = doubled(data);

  /** CMAC (RFC 4493) of one message. */
  function macOf(message: Uint8Array): Buffer {
    const row = { start: 0, end: message.length };
    const bytes = Buffer.alloc(Math.max(1, blocksOf(row)) * BLOCK_BYTES);
    bytes.set(message);
    finish(bytes, row);
    return Buffer.from(chain(bytes, [row]).buffer);
  }

  /** Fills a message up to whole blocks, and adds the subkey for it to the last one. */
  function finish(bytes: Buffer, { start, end }: Row): void {
    const rest = (end - start) % BLOCK_BYTES;
    const isWhole = rest === 0 && end > start;
    if (!isWhole) bytes[end] = 0x80;
    add(bytes, isWhole ? end - BLOCK_BYTES : end - rest, isWhole ? whole : partial, 0, BLOCK_BYTES);
  }

  /** The CMACs of finished messages. */
  function chain(bytes: Buffer, rows: readonly Row[]): Int32Array {
    const words = wordsOf(bytes);
    const counts = rows.map((row) => Math.max(1, blocksOf(row)));
    const steps = Math.max(...counts);
    let macs = new Int32Array(rows.length * BLOCK_WORDS);
    for (let step = 0; step < steps; step += 1) {
      for (let at = 0; at < rows.length; at += 1)
        if (step < (counts[at] as number))
          add(macs, at * BLOCK_WORDS, words, (rows[at] as Row).start / 4 + step * BLOCK_WORDS, BLOCK_WORDS);
      const next = wordsOf(cipher.update(macs));
      for (let at = 0; at < rows.length; at += 1)
        if (step >= (counts[at] as number))
          for (let word = 0; word < BLOCK_WORDS; word += 1)
            next[at * BLOCK_WORDS + word] = macs[at * BLOCK_WORDS + word] as number;
      macs = next;
    }
    return macs;
  }

  return ({ bytes, rows }: Page): Int32Array => {
    const messages = Buffer.from(new Uint8Array(bytes).buffer);
    const finished = rows.map((row) => {
      const { start, end } = row;
      if (end - start >= BLOCK_BYTES) {
        add(messages, end - BLOCK_BYTES, data, 0, BLOCK_BYTES);
        finish(messages, row);
        return row;
      }
      messages[end] = 0x80;
      add(messages, start, dataOfShort, 0, BLOCK_BYTES);
      const block = { start, end: start + BLOCK_BYTES };
      finish(messages, block);
      return block;
    });
    return chain(messages, finished);
  };
}

function blocksOf({ start, end }: Row): number {
  return Math.ceil((end - start) / BLOCK_BYTES);
}

function wordsOf({ buffer, byteOffset, byteLength }: Buffer): Int32Array<ArrayBuffer> {
  return new Int32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4);
}

/** Multiplied by x in the field of 128 bits. */
function doubled(block: Uint8Array): Buffer {
  const result = Buffer.alloc(BLOCK_BYTES);
  let carry = ((block[0] as number) >> 7) * 0x87;
  for (let at = BLOCK_BYTES - 1; at >= 0; at -= 1) {
    const shifted = ((block[at] as number) << 1) ^ carry;
    result[at] = shifted;
    carry = shifted >> 8;
  }
  return result;
}

/** Adds some bytes, or words, to others, bit by bit without carry. */
function add<Some extends Uint8Array | Int32Array>(to: Some, at: number, from: Some, start: number, length: number) {
  for (let each = 0; each < length; each += 1)
    to[at + each] = (to[at + each] as number) ^ (from[start + each] as number);
}
