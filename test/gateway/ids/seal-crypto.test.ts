// What tokens are sealed with computes what OpenSSL's own objects compute.
import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCrypt, createMac } from '../../../src/gateway/ids/seal-crypto.ts';

const bytes = (length: number, minLength = 0) => fc.uint8Array({ minLength, maxLength: length });

test('a MAC is the first half of an HMAC-SHA256, whatever the length of the key and the message', () => {
  fc.assert(
    fc.property(bytes(200, 1), bytes(300), bytes(300), (secret, first, second) => {
      const mac = createMac(secret);
      for (const message of [first, second, first])
        expect(Buffer.from(mac(message), 'latin1')).toEqual(
          createHmac('sha256', secret).update(message).digest().subarray(0, 16),
        );
    }),
  );
});

/** Many counters are about to overflow. */
const counter = fc.oneof(
  bytes(16, 16),
  fc.nat(16).map((zeros) => new Uint8Array(16).fill(255).fill(0, 0, zeros)),
);

test('bytes are encrypted as in counter mode, and decrypted, however many there are and wherever the counter begins', () => {
  const head = 3;
  fc.assert(
    fc.property(bytes(32, 32), fc.array(fc.tuple(bytes(700), counter), { maxLength: 6 }), (key, rows) => {
      const crypt = createCrypt(key);
      const plain = rows.map(([body, initial]) => Buffer.concat([Buffer.alloc(head, 7), body, initial]));
      const expected = rows.map(([body, initial]) => {
        const encrypted = createCipheriv('aes-256-ctr', key, initial).update(body);
        return Buffer.concat([Buffer.alloc(head, 7), encrypted, initial]);
      });
      const crypted = plain.map((each) => Buffer.from(each));
      crypt(crypted, head);
      expect(crypted).toEqual(expected);
      crypt(crypted, head);
      expect(crypted).toEqual(plain);
    }),
  );
});
