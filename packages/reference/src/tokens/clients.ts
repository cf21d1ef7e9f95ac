/**
 * The clients that may request tokens (4.1): those in the configuration, which are never stored. A client without its own secret gets one
 * at the first start, which is kept in the data folder like the signing key.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { isSameToken } from '@realty-forms/platform/web/bearer.ts';
import type { ClientOptions, ReferenceFaultCode } from '../options.ts';
import { loadSecretFile } from './secret-file.ts';

export type Clients = Readonly<ReturnType<typeof createClients>>;

export function createClients(configured: readonly KnownClient[]) {
  const byId = new Map(configured.map((client) => [client.id, client]));
  return {
    find: (id: string): KnownClient | null => byId.get(id) ?? null,
    /** The client with this id and secret, or null; an unknown id takes as long as a wrong secret. */
    verify(id: string, secret: string): KnownClient | null {
      const client = byId.get(id) ?? null;
      return isSameToken(secret, client?.secret ?? '') ? client : null;
    },
  };
}

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
