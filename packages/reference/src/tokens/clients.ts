/** The clients that may request tokens (4.1): those of the configuration, which are never stored. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KnownClient } from './client-secret.ts';

export type Clients = Readonly<ReturnType<typeof createClients>>;

export function createClients(configured: readonly KnownClient[]) {
  const byId = new Map(configured.map((client) => [client.id, client]));
  // Digests are of one length and under a random key, so how long a comparison takes says nothing of a secret.
  const key = randomBytes(32);
  const digest = (secret: string) => createHmac('sha256', key).update(secret).digest();

  return {
    find: (id: string): KnownClient | null => byId.get(id) ?? null,
    /** The client with this id and secret, or null; an unknown id takes as long as a wrong secret. */
    verify(id: string, secret: string): KnownClient | null {
      const client = byId.get(id) ?? null;
      const isSecret = timingSafeEqual(digest(secret), digest(client?.secret ?? ''));
      return isSecret ? client : null;
    },
  };
}
