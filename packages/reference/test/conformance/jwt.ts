/** Parses a JSON Web Token and forges others from it without a key: tokens that a service must reject (5). */
import assert from 'node:assert/strict';
import { type Fields, isFields } from './assertions.ts';

export interface Jwt {
  readonly header: Fields;
  readonly payload: Fields;
  readonly signature: string;
}

export function readJwt(token: string): Jwt {
  const parts = token.split('.');
  assert.equal(parts.length, 3, 'a JSON Web Token has three parts');
  const [header = '', payload = '', signature = ''] = parts;
  return { header: readPart(header), payload: readPart(payload), signature };
}

/** Tokens that resemble the given one but were never issued. */
export function forgeTokens(token: string): Readonly<Record<string, string>> {
  const { header, payload, signature } = readJwt(token);
  const [rawHeader = '', rawPayload = ''] = token.split('.');
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  return {
    'another signature': `${rawHeader}.${rawPayload}.${flipped}`,
    'no signature': `${rawHeader}.${rawPayload}.`,
    'algorithm none': `${printPart({ ...header, alg: 'none' })}.${rawPayload}.`,
    'a changed payload': `${rawHeader}.${printPart({ ...payload, exp: Number(payload['exp']) + 3600 })}.${signature}`,
    'two parts': `${rawHeader}.${rawPayload}`,
    'no token at all': 'not-a-token',
  };
}

function readPart(part: string): Fields {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  assert.ok(isFields(value), 'header and payload of a JSON Web Token are objects');
  return value;
}

function printPart(value: Fields): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
