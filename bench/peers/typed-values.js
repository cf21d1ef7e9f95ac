/**
 * What the guarded server does with values, as the gateway does: it reads times and prints them, and makes ids and cursors that
 * no one else can make. Enums have names in all servers.
 */
import { createCipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { GraphQLError, GraphQLScalarType } from 'graphql';

const macKey = createSecretKey(randomBytes(32));
const cipherKey = createSecretKey(randomBytes(32));
const TAG_BYTES = 16;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Ids are signed. Cursors tell something of a record, so they are encrypted too; equal ones are equal, for clients' caches. */
export function sealedId(type, ...parts) {
  const plain = Buffer.from(JSON.stringify([type, ...parts]));
  const tag = createHmac('sha256', macKey).update(plain).digest().subarray(0, TAG_BYTES);
  if (type !== 'cursor') return Buffer.concat([tag, plain]).toString('base64url');
  const cipher = createCipheriv('aes-256-ctr', cipherKey, tag);
  return Buffer.concat([tag, cipher.update(plain), cipher.final()]).toString('base64url');
}

/** A day stays one. */
export function timeOf(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new GraphQLError('A time cannot be read.');
  return DAY.test(text) ? text : time;
}

export const Timestamp = new GraphQLScalarType({
  name: 'Timestamp',
  serialize: (value) => (value instanceof Date ? value.toISOString() : value),
});
