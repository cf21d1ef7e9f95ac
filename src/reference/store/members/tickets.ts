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

export interface Tickets {
  /** Stores the ticket and returns its number. */
  readonly add: (ticket: NewTicket) => Promise<number>;
}

export function createTickets(store: Store): Tickets {
  return {
    async add({ kind, userName, name = '', email = '', phone = '', title = '', description, now }) {
      const { id } = await store
        .insertInto('tickets')
        .values({ kind, user_name: userName, name, email, phone, title, description, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return Number(id);
    },
  };
}
