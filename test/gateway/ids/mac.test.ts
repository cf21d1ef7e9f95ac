// What ids are signed with computes what OpenSSL's own objects compute.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMac } from '../../../src/gateway/ids/mac.ts';

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
