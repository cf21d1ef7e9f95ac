/** The secret of the client that needs no configuration: made at the first start, and kept in the data folder like the signing key. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { ClientOptions, ReferenceFaultCode } from '../options.ts';
import { loadSecretFile } from './secret-file.ts';

export interface KnownClient extends ClientOptions {
  readonly secret: string;
}

const FILE_NAME = 'client-secret';
const SECRET_BYTES = 32;

export function loadClientSecret(dataDir: string): string {
  const text = loadSecretFile(dataDir, FILE_NAME, () => `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
  const secret = text.trim();
  if (/^[\w-]{32,}$/.test(secret)) return secret;
  throw new Fault<ReferenceFaultCode>('KEY_UNREADABLE', `${clientSecretFile(dataDir)} contains no client secret`);
}

/** Completes clients that have no secret of their own. */
export function withSecrets(clients: readonly ClientOptions[], dataDir: string): readonly KnownClient[] {
  return clients.map((client) => ({ ...client, secret: client.secret ?? loadClientSecret(dataDir) }));
}

export function clientSecretFile(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}
