/** How the messages of replicas travel: through the database that they share. */
import type { PostgresServers } from '../stores/postgres-servers.ts';
import type { Query, SqlDatabase } from '../stores/sql.ts';
import type { Channel } from './replicas.ts';

export const messageTable =
  'create table if not exists messages (number integer primary key autoincrement, text text not null, sent_at integer not null)';

const LOOK_MS = 500;
/** In seconds: by then, every running process has looked. */
const KEPT_SECONDS = 60;

/**
 * For processes that share a SQLite file: rows of a table, which each of them reads twice a second. Receives what is sent from now on.
 * Messages that cannot be stored are lost.
 */
export function openSqliteChannel(query: Query): Channel {
  const listeners: ((message: string) => void)[] = [];
  let last: unknown = null;

  async function look(): Promise<void> {
    last ??= (await query('select coalesce(max(number), 0) as number from messages'))[0]?.['number'];
    for (const { number, text } of await query('select * from messages where number > $1 order by number', [last])) {
      last = number;
      for (const listener of listeners) listener(String(text));
    }
  }

  const lookAgain = (): void =>
    void look()
      .catch(() => undefined)
      .then(() => setTimeout(lookAgain, LOOK_MS).unref());
  lookAgain();
  return {
    async send(messages) {
      await query('delete from messages where sent_at < unixepoch() - $1', [KEPT_SECONDS]);
      await query('insert into messages (text, sent_at) select value, unixepoch() from json_each($1)', [
        JSON.stringify(messages),
      ]);
    },
    listen: (listener) => void listeners.push(listener),
  };
}

/** For processes that share a PostgreSQL database: NOTIFY. A replica that is not connected misses messages. */
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
