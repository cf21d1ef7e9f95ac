/**
 * The signing key of all tokens: one file in the data folder, readable only by its owner. Two processes that start at the
 * same time end up with the same key. An unreadable file is never replaced, because that would invalidate every token.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  type webcrypto,
} from 'node:crypto';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../platform/fault.ts';
import type { ReferenceFaultCode } from './options.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public half, as published in the JWKS. */
  readonly publicJwk: Readonly<Record<string, string>>;
}

const FILE_NAME = 'signing-key.json';

/** Loads the key of this data folder; creates folder and key if they do not exist. */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const path = join(dataDir, FILE_NAME);
  await ensureDataDir(dataDir);
  const text = (await readKeyFile(path)) ?? (await createKeyFile(path));
  try {
    return toSigningKey(JSON.parse(text) as webcrypto.JsonWebKey);
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('KEY_UNREADABLE', `${path} contains no ES256 key in JWK format`, { cause });
  }
}

export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `the data folder ${dataDir} cannot be created`, {
      cause,
    });
  }
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8');
    await chmod(path, 0o600);
    return text;
  } catch (cause) {
    if (isErrno(cause, 'ENOENT')) return null;
    throw new Fault<ReferenceFaultCode>('KEY_UNREADABLE', `${path} cannot be read`, { cause });
  }
}

// Written completely under a temporary name, then linked: a link never overwrites, so the second process reads the first's key.
async function createKeyFile(path: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`;
  const temporaryPath = `${path}.${process.pid}.${crypto.randomUUID()}`;
  try {
    const file = await open(temporaryPath, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await link(temporaryPath, path);
      return text;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
      return await readFile(path, 'utf8');
    } finally {
      await unlink(temporaryPath);
    }
  } catch (cause) {
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `${path} cannot be written`, { cause });
  }
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

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
