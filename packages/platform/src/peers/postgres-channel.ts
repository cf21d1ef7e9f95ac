/** What replicas tell each other, through the PostgreSQL database that they have in common (NOTIFY). A replica that is not connected does not hear it. */
import type { PostgresServers } from '../stores/postgres-servers.ts';
import type { SqlDatabase } from '../stores/sql.ts';
import type { Channel } from './peers.ts';

export function openPostgresChannel(
  { query }: Pick<SqlDatabase, 'query'>,
  servers: Pick<PostgresServers, 'listen'>,
  name: string,
): Channel {
  const listeners: ((message: string) => void)[] = [];
  void servers.listen(name, (message) => {
    for (const listener of listeners) listener(message);
  });
  return {
    send: (messages) =>
      query('select pg_notify($1, message) from unnest($2::text[]) as given (message)', [name, messages]),
    listen: (listener) => void listeners.push(listener),
  };
}
