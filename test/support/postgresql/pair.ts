/** A PostgreSQL server and its standby at fixed ports, which take each other's place. */
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { type PostgresServer, startPostgres } from './server.ts';

export interface Pair {
  /** Of both: whichever takes writes. */
  readonly url: string;
  /** Kills the primary and promotes the standby, which may have been cut off before; resolves when it has a standby again. */
  readonly failOver: (isCutBefore: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long the standby is cut off before its primary ends. */
const CUT_MS = 300;
const PAUSE_MS = 20;

/** No write is confirmed before the standby has it. */
export async function startPair(): Promise<Pair> {
  const start = async (port: string, primary: PostgresServer | null = null): Promise<PostgresServer> => {
    const server = await startPostgres({ port, synchronous_commit: 'on', synchronous_standby_names: '*' }, primary);
    if (primary === null) return server;
    const attached = 'select count(*) from pg_stat_replication where state = $$streaming$$';
    while (primary.run(attached) === '0') await wait(PAUSE_MS);
    return server;
  };
  const ports = [String(await freePort()), String(await freePort())] as const;
  let primary = await start(ports[0]);
  let standby = await start(ports[1], primary);
  return {
    url: `postgresql://postgres@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres`,
    async failOver(isCutBefore) {
      if (isCutBefore) {
        standby.run(`alter system set primary_conninfo = ''`);
        standby.run('select pg_reload_conf()');
        await wait(CUT_MS);
      }
      const killed = primary;
      killed.signal('SIGQUIT');
      standby.run('select pg_promote()');
      primary = standby;
      await killed.close();
      standby = await start(killed.port, primary);
    },
    close: async () => void (await Promise.all([primary.close(), standby.close()])),
  };
}
