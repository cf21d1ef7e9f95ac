/** The records of the mobile endpoints (4.11 to 4.16): members, their registrations, and tickets. */
import { createHash } from 'node:crypto';
import { chunks, withWriteLock } from './database.ts';
import { foldText, type MemberRow, type Store } from './tables.ts';

/** The members that match all given criteria, in full and ignoring case; none if neither is given. */
export async function findMembers(
  store: Store,
  userName: string | undefined,
  email: string | undefined,
): Promise<readonly MemberRow[]> {
  if (userName === undefined && email === undefined) return [];
  let query = store.selectFrom('members').selectAll();
  if (userName !== undefined) query = query.where('user_name_folded', '=', foldText(userName));
  if (email !== undefined) query = query.where('email_folded', '=', foldText(email));
  return await query.orderBy('client_id').execute();
}

/** Adds members. Used only for seeding. */
export async function insertMembers(
  store: Store,
  members: readonly Omit<MemberRow, 'user_name_folded' | 'email_folded'>[],
): Promise<void> {
  for (const chunk of chunks(members)) {
    const rows = chunk.map((member) => ({
      ...member,
      user_name_folded: foldText(member.user_name),
      email_folded: foldText(member.email),
    }));
    await store.insertInto('members').values(rows).execute();
  }
}

interface NewRegistration {
  readonly clientId: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly expiresAt: number;
  /** The message to the member; null if the caller passes the token on. */
  readonly message: { readonly recipient: string; readonly link: string } | null;
}

/**
 * Registrations whose token has not been redeemed yet (4.12, 4.13). Only a hash is stored; a single SHA-256 round suffices, because
 * tokens are random and long. A token works once and until it expires; then it is deleted with its message.
 */
export function addRegistration(store: Store, { clientId, token, now, expiresAt, message }: NewRegistration) {
  return withWriteLock(store, async (connection) => {
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
  });
}

/** Uses up the token and returns its member; null if the token is unknown or expired. */
export function consumeToken(store: Store, token: string, now: number): Promise<MemberRow | null> {
  return withWriteLock(store, async (connection) => {
    const consumed = await connection
      .deleteFrom('registrations')
      .where('token_hash', '=', hash(token))
      .where('expires_at', '>', now)
      .returning('client_id')
      .executeTakeFirst();
    if (consumed === undefined) return null;
    const member = connection.selectFrom('members').selectAll().where('client_id', '=', consumed.client_id);
    return (await member.executeTakeFirst()) ?? null;
  });
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

export interface NewTicket {
  readonly kind: 'support' | 'registration';
  readonly userName: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly title?: string;
  readonly description: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Stores a ticket of a member, or of someone who wants to become one (4.15, 4.16), as it was sent. Returns its number; they are numbered
 * in order.
 */
export async function addTicket(store: Store, ticket: NewTicket): Promise<number> {
  const { kind, userName, name = '', email = '', phone = '', title = '', description, now } = ticket;
  const { id } = await store
    .insertInto('tickets')
    .values({ kind, user_name: userName, name, email, phone, title, description, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}
