/** The signing key of all tokens: one file in the data folder. Another key would invalidate every token. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  type webcrypto,
} from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { ReferenceFaultCode } from '../options.ts';
import { loadSecretFile } from './secret-file.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public half, as published in the JWKS. */
  readonly publicJwk: Readonly<Record<string, string>>;
}

const FILE_NAME = 'signing-key.json';

/** Loads the key of this data folder; creates folder and key if they do not exist. */
export function loadSigningKey(dataDir: string): SigningKey {
  const text = loadSecretFile(dataDir, FILE_NAME, createKey);
  try {
    return toSigningKey(JSON.parse(text) as webcrypto.JsonWebKey);
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>(
      'KEY_UNREADABLE',
      `${join(dataDir, FILE_NAME)} contains no ES256 key in JWK format`,
      { cause },
    );
  }
}

function createKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`;
}

function toSigningKey(jwk: webcrypto.JsonWebKey): SigningKey {
  const { kty, crv, x, y, d } = jwk;
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y || !d) throw new TypeError('not a private key on P-256');
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  // RFC 7638: the thumbprint covers the required members, in this order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return {
    kid,
    privateKey,
    publicKey: createPublicKey(privateKey),
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' },
  };
}
