/**
 * The clients that may request tokens (4.1). A secret is stored as its scrypt hash. The configuration overrides what is
 * stored: a client that is no longer configured is deleted at the next start.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { UpstreamScope } from '../../contract/calls/endpoints.ts';
import type { KnownClient } from '../tokens/client-secret.ts';
import type { ClientRow, Store } from './tables.ts';

interface Client {
  readonly id: string;
  readonly vendorEmail: string;
  readonly scopes: readonly UpstreamScope[];
}

export type Clients = Readonly<ReturnType<typeof createClients>>;

const HASH_BYTES = 32;
const hash = promisify<string, string, number, Buffer>(scrypt);

/** Replaces the stored clients with the configured ones. */
export async function replaceClients(store: Store, clients: readonly KnownClient[]): Promise<void> {
  const rows = await Promise.all(
    clients.map(async ({ id, secret, vendorEmail, scopes }): Promise<ClientRow> => {
      const salt = randomBytes(16).toString('base64url');
      const secretHash = (await hash(secret, salt, HASH_BYTES)).toString('base64url');
      return { id, salt, secret_hash: secretHash, vendor_email: vendorEmail, scopes: scopes.join(' ') };
    }),
  );
  await store.deleteFrom('clients').execute();
  if (rows.length > 0) await store.insertInto('clients').values(rows).execute();
}

export function createClients(store: Store) {
  // scrypt is slow by design. A secret that was verified once is cached as a keyed digest, in memory only; the key is random and
  // lives as long as the process.
  const digestKey = randomBytes(32);
  const digest = (secret: string) => createHmac('sha256', digestKey).update(secret).digest();
  const verifiedSecrets = new Map<string, { readonly row: ClientRow; readonly digest: Buffer }>();

  const read = async (id: string) =>
    await store.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    async find(id: string): Promise<Client | null> {
      const row = await read(id);
      return row ? toClient(row) : null;
    },
    /** The client with this id and secret, or null; an unknown id takes as long as a wrong secret. */
    async verify(id: string, secret: string): Promise<Client | null> {
      const cached = verifiedSecrets.get(id);
      if (cached && timingSafeEqual(cached.digest, digest(secret))) return toClient(cached.row);
      const row = await read(id);
      const actual = await hash(secret, row?.salt ?? 'no such client', HASH_BYTES);
      const expected = row ? Buffer.from(row.secret_hash, 'base64url') : randomBytes(HASH_BYTES);
      if (!timingSafeEqual(actual, expected) || !row) return null;
      verifiedSecrets.set(id, { row, digest: digest(secret) });
      return toClient(row);
    },
  };
}

function toClient({ id, vendor_email, scopes }: ClientRow): Client {
  return { id, vendorEmail: vendor_email, scopes: scopes.split(' ').filter(Boolean) as UpstreamScope[] };
}
