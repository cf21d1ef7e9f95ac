/** Tickets of members and of people who want to become one (4.15, 4.16): stored as they were sent, numbered in order. */
import type { Store } from '../tables.ts';

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

export type Tickets = Readonly<ReturnType<typeof createTickets>>;

export function createTickets(store: Store) {
  return {
    /** Stores the ticket and returns its number. */
    async add(ticket: NewTicket): Promise<number> {
      const { kind, userName, name = '', email = '', phone = '', title = '', description, now } = ticket;
      const { id } = await store
        .insertInto('tickets')
        .values({ kind, user_name: userName, name, email, phone, title, description, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return Number(id);
    },
  };
}
