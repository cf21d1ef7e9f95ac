/**
 * Registrations whose token has not been redeemed yet (4.12, 4.13). Only a hash is stored; a single SHA-256 round suffices,
 * because tokens are random and long. A token works once and until it expires; then it is deleted with its message.
 */
import { createHash } from 'node:crypto';
import type { Store } from '../tables.ts';
import { withWriteLock } from '../write-lock.ts';

interface NewRegistration {
  readonly clientId: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly expiresAt: number;
  /** The message to the member; null if the caller passes the token on. */
  readonly message: { readonly recipient: string; readonly link: string } | null;
}

export type Registrations = Readonly<ReturnType<typeof createRegistrations>>;

export function createRegistrations(store: Store) {
  return {
    add: ({ clientId, token, now, expiresAt, message }: NewRegistration) =>
      withWriteLock(store, async (connection) => {
        await connection.deleteFrom('registrations').where('expires_at', '<=', now).execute();
        const tokenHash = hash(token);
        await connection
          .insertInto('registrations')
          .values({ token_hash: tokenHash, client_id: clientId, expires_at: expiresAt })
          .execute();
        if (message === null) return;
        await connection
          .insertInto('outbox')
          .values({ token_hash: tokenHash, ...message, created_at: now })
          .execute();
      }),
    /** Uses up the token and returns its member; null if the token is unknown or expired. */
    consume: (token: string, now: number) =>
      withWriteLock(store, async (connection) => {
        const consumed = await connection
          .deleteFrom('registrations')
          .where('token_hash', '=', hash(token))
          .where('expires_at', '>', now)
          .returning('client_id')
          .executeTakeFirst();
        if (consumed === undefined) return null;
        const member = connection.selectFrom('members').selectAll().where('client_id', '=', consumed.client_id);
        return (await member.executeTakeFirst()) ?? null;
      }),
  };
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
