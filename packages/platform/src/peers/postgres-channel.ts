/** What replicas tell each other, through the PostgreSQL database that they have in common (NOTIFY). Whoever is not connected does not hear it. */
import type { PostgresServers } from '../stores/postgres-servers.ts';
import type { SqlDatabase } from '../stores/sql.ts';
import type { Channel } from './peers.ts';

export function openPostgresChannel(
  { query }: Pick<SqlDatabase, 'query'>,
  servers: Pick<PostgresServers, 'listen'>,
  name: string,
): Channel {
  let waiting: string[] = [];
  let isSending = false;

  /** Together what has waited meanwhile; what cannot be sent is lost. */
  async function sendWaiting(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const messages = waiting;
      waiting = [];
      const notify = 'select pg_notify($1, message) from unnest($2::text[]) as given (message)';
      await query(notify, [name, messages]).catch(() => undefined);
    }
    isSending = false;
  }

  const listeners: ((message: string) => void)[] = [];
  void servers.listen(name, (message) => {
    for (const listener of listeners) listener(message);
  });
  return {
    send(message) {
      waiting.push(message);
      void sendWaiting();
    },
    listen: (listener) => void listeners.push(listener),
  };
}
