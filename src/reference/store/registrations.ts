/**
 * Registrations that wait for their token (4.12, 4.13). What is stored is a hash: the tokens are random and long enough that
 * one round tells nothing. A token works once and until it expires; then it and its letter are gone.
 */
import { createHash } from 'node:crypto';
import { underWriteLock } from './dialect.ts';
import type { MemberRow } from './member-tables.ts';
import type { Store } from './tables.ts';

interface NewRegistration {
  readonly clientId: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly expiresAt: number;
  /** What goes to the member; null where the caller hands the token over. */
  readonly letter: { readonly recipient: string; readonly link: string } | null;
}

export interface Registrations {
  readonly add: (registration: NewRegistration) => Promise<void>;
  /** The member whose token this is, and the token is used up; null where it is nobody's. */
  readonly consume: (token: string, now: number) => Promise<MemberRow | null>;
}

export function createRegistrations(store: Store): Registrations {
  return {
    add: ({ clientId, token, now, expiresAt, letter }) =>
      underWriteLock(store, async (connection) => {
        await connection.deleteFrom('registrations').where('expires_at', '<=', now).execute();
        const tokenHash = hash(token);
        await connection
          .insertInto('registrations')
          .values({ token_hash: tokenHash, client_id: clientId, expires_at: expiresAt })
          .execute();
        if (letter === null) return;
        await connection
          .insertInto('outbox')
          .values({ token_hash: tokenHash, ...letter, created_at: now })
          .execute();
      }),
    consume: (token, now) =>
      underWriteLock(store, async (connection) => {
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
