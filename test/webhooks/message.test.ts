// Signatures as the convention Standard Webhooks has them.
import { expect, test } from 'vitest';
import { keyOf, signedHeaders } from '../../src/webhooks/message.ts';

const key = (secret: string): Buffer => keyOf(secret) ?? Buffer.alloc(0);
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_999, body: '{"test":2432232314}' };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const signature = 'v1,Vif40peJBP7Iyl0XGmu61n4MwdrcHov5CFREBpE0svs=';

test('are those of the convention’s reference implementation', () => {
  expect(signedHeaders([key(secret)], message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

test('there is one for each secret, so that a secret can be replaced', () => {
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const both = signedHeaders([key(other), key(secret)], message)['webhook-signature'];
  const [first] = [other, secret].map((each) => signedHeaders([key(each)], message)['webhook-signature']);
  expect(both).toBe(`${first} ${signature}`);
});

test.each([
  ['without the prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['shorter than 24 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['longer than 64 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
  ['with a mistyped character', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS*'],
  ['with white space', `${secret} `],
  ['with another prefix', secret.replace('whsec_', 'whpub_')],
])('a secret %s is none', (_, text) => {
  expect(keyOf(text)).toBeNull();
});
