/**
 * AES-SIV (RFC 5297) of many texts of one length at once: encryption whose tag also is the initial value of its counter, so that
 * equal texts are equal when sealed. OpenSSL's own takes ten times as long, most of it for an object per text; here, one call of the
 * block cipher does one step of all texts. No text is shorter than a block, and no associated data are empty.
 */
import { createCipheriv, timingSafeEqual } from 'node:crypto';

const BLOCK_BYTES = 16;
const BLOCK_WORDS = 4;

type Words = Int32Array<ArrayBuffer>;

/** Texts that each begin at a whole block, in an ArrayBuffer of their own. What follows a text in its last block is zero. */
interface Texts {
  readonly words: Words;
  /** The bytes of each text. */
  readonly length: number;
}

export interface Siv {
  /** Encrypts the texts in place and returns their tags. What follows a text in its last block is lost. */
  readonly seal: (texts: Texts, ...associated: readonly Uint8Array[]) => Words;
  /** Decrypts one text in place; false if it was not sealed with this key, tag and associated data. */
  readonly open: (text: Texts, tag: Words, ...associated: readonly Uint8Array[]) => boolean;
}

/** Half of the key is for tags and half for the encryption: for AES-256, it has 64 bytes. */
export function createSiv(key: Uint8Array): Siv {
  const tagsOf = createTags(blockCipher(key.subarray(0, key.length / 2)));
  const crypt = createCrypt(blockCipher(key.subarray(key.length / 2)));
  return {
    seal(texts, ...associated) {
      const tags = tagsOf(texts, associated);
      crypt(texts.words, tags);
      return tags;
    },
    open(text, tag, ...associated) {
      crypt(text.words, tag);
      new Uint8Array(text.words.buffer).fill(0, text.length);
      return timingSafeEqual(tagsOf(text, associated), tag);
    },
  };
}

export function wholeBlocks(length: number): number {
  return Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES;
}

/** The cipher alone, which has no state: each block is encrypted by itself. */
function blockCipher(key: Uint8Array): (blocks: Words) => Words {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  return (blocks) => wordsOf(cipher.update(blocks));
}

/** Counter mode. Two bits of the tag are left out of its initial value, so that counting changes the last four bytes only. */
function createCrypt(encrypt: (blocks: Words) => Words) {
  return (words: Words, tags: Words): void => {
    const textWords = (words.length / tags.length) * BLOCK_WORDS;
    const counters = new Int32Array(words.length);
    const view = new DataView(counters.buffer);
    for (let at = 0; at < words.length; at += BLOCK_WORDS) {
      const text = Math.floor(at / textWords);
      const block = (at - text * textWords) / BLOCK_WORDS;
      for (let word = 0; word < BLOCK_WORDS; word += 1) counters[at + word] = tags[text * BLOCK_WORDS + word] as number;
      view.setUint32(at * 4 + 8, view.getUint32(at * 4 + 8) & 0x7fffffff);
      view.setUint32(at * 4 + 12, (view.getUint32(at * 4 + 12) & 0x7fffffff) + block);
    }
    add(words, encrypt(counters));
  };
}

/** S2V: the CMAC (RFC 4493) of each text, to whose end the CMACs of the associated data are added. */
function createTags(encrypt: (blocks: Words) => Words) {
  const zero = new Int32Array(BLOCK_WORDS);
  const whole = doubled(encrypt(zero));
  const partial = doubled(whole);
  const first = macsOf(zero, paddingOf(BLOCK_BYTES));

  /** What completes a message of this length: the padding of its last block, and the subkey for it. */
  function paddingOf(length: number): Uint8Array<ArrayBuffer> {
    const padding = new Uint8Array(wholeBlocks(length));
    padding.set(length === padding.length ? whole : partial, padding.length - BLOCK_BYTES);
    if (length < padding.length) padding[length] = (padding[length] as number) ^ 0x80;
    return padding;
  }

  /** The CMACs of messages of one length, completed by these bytes. */
  function macsOf(messages: Words, completion: Uint8Array<ArrayBuffer>): Words {
    const more = wordsOf(completion);
    let macs = new Int32Array((messages.length / more.length) * BLOCK_WORDS);
    for (let block = 0; block < more.length; block += BLOCK_WORDS) {
      for (let at = 0, from = block; at < macs.length; at += BLOCK_WORDS, from += more.length)
        for (let word = 0; word < BLOCK_WORDS; word += 1)
          macs[at + word] =
            (macs[at + word] as number) ^ (messages[from + word] as number) ^ (more[block + word] as number);
      macs = encrypt(macs);
    }
    return macs;
  }

  return ({ words, length }: Texts, associated: readonly Uint8Array[]): Words => {
    let data = first;
    for (const each of associated) {
      const message = new Uint8Array(wholeBlocks(each.length));
      message.set(each);
      data = wordsOf(doubled(data));
      add(data, macsOf(wordsOf(message), paddingOf(each.length)));
    }
    const completion = paddingOf(length);
    add(completion.subarray(length - BLOCK_BYTES), new Uint8Array(data.buffer));
    return macsOf(words, completion);
  };
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Words {
  return new Int32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4);
}

/** Multiplied by x in the field of 128 bits. */
function doubled({ buffer, byteOffset }: Words | Uint8Array): Uint8Array {
  const block = new Uint8Array(buffer, byteOffset, BLOCK_BYTES);
  const result = new Uint8Array(BLOCK_BYTES);
  let carry = ((block[0] as number) >> 7) * 0x87;
  for (let at = BLOCK_BYTES - 1; at >= 0; at -= 1) {
    const shifted = ((block[at] as number) << 1) ^ carry;
    result[at] = shifted;
    carry = shifted >> 8;
  }
  return result;
}

/** Adds bytes, or words, bit by bit without carry. */
function add<Some extends Uint8Array | Words>(to: Some, from: Some): void {
  for (let at = 0; at < from.length; at += 1) to[at] = (to[at] as number) ^ (from[at] as number);
}
