/**
 * One connection for exact state. Every server that it comes to, also after a failover, is checked before it gets a command; until
 * then, and while the check fails, commands are refused. It is checked again now and then, since settings change while it runs.
 */
import { clientFor, type OneConnection } from './redis-clients.ts';
import type { RedisPlace } from './redis-place.ts';

/** What a server says of itself. */
export interface ServerFacts {
  /** The fields of `INFO`, by name. */
  readonly info: ReadonlyMap<string, string>;
  /** A setting; null if the server does not disclose it. */
  readonly setting: (name: string) => Promise<string | null>;
}

/** When a server that failed the check is left, and the address asked again. */
const RECHECK_MS = 1_000;
/** How often a server that has passed the check is checked again. */
const CHECK_MS = 60_000;

/** Rejects if the server cannot be reached, or fails the check. */
export async function checkedConnection(
  place: RedisPlace,
  key: string,
  commandMs: number,
  check: (server: ServerFacts) => Promise<void>,
) {
  const redis = clientFor(place, key, { commandMs });
  const onServer: ((server: ServerFacts) => void)[] = [];
  const onLost: (() => void)[] = [];
  let server: ServerFacts | null = null;
  let problem: Error | null = new Error('the server is not checked yet');
  let recheck: NodeJS.Timeout | undefined;
  let connections = 0;

  const examine = async (): Promise<void> => {
    connections += 1;
    const connection = connections;
    try {
      const facts = await factsOf(redis);
      await check(facts);
      if (connection !== connections) return;
      server = facts;
      problem = null;
      for (const tell of onServer) tell(facts);
    } catch (error) {
      if (connection !== connections) return;
      problem = error as Error;
      recheck = setTimeout(() => redis.disconnect(true), RECHECK_MS).unref();
    }
  };
  const examined = firstConnection(redis).then(examine);
  redis.on('close', () => {
    connections += 1;
    clearTimeout(recheck);
    problem = new Error('the server is not checked yet');
    for (const tell of onLost) tell();
  });
  try {
    await examined;
    if (problem !== null) throw problem;
  } catch (error) {
    redis.disconnect();
    clearTimeout(recheck);
    throw error;
  }
  redis.on('ready', () => void examine());
  const checks = setInterval(() => {
    if (redis.status === 'ready' && problem === null) void examine();
  }, CHECK_MS).unref();

  const commands = new Map<string, string>();
  const commandOf = (script: string): string =>
    commands.getOrInsertComputed(script, () => {
      const name = `step${commands.size}`;
      redis.defineCommand(name, { lua: script, numberOfKeys: 1 });
      return name;
    });
  /** The client's own errors carry the command with all of its values, so only the message is kept. */
  const bare = (error: Error): never => {
    throw new Error(error.message);
  };
  return {
    async run(script: string, key: string, values: readonly (string | number)[]): Promise<unknown> {
      if (problem !== null) throw problem;
      const command = Reflect.get(redis, commandOf(script)) as (...values: (string | number)[]) => Promise<unknown>;
      return await command.apply(redis, [key, ...values]).catch(bare);
    },
    /** The reply, and how many replicas have acknowledged what it has done. */
    async runAndWait(script: string, key: string, values: readonly (string | number)[], replicas: number, ms: number) {
      if (problem !== null) throw problem;
      // The script as it is: one that the server has forgotten would be sent again, after WAIT.
      const pipeline = redis
        .pipeline()
        .eval(script, 1, key, ...values)
        .wait(replicas, ms);
      const [ran, waited] = (await pipeline.exec().catch(bare)) ?? [];
      const error = ran?.[0] ?? waited?.[0];
      if (error) return bare(error);
      return { reply: ran?.[1], acknowledged: Number(waited?.[1]) };
    },
    /** Calls the listener with each server that has passed the check, the present one included. */
    onServer(listener: (server: ServerFacts) => void): void {
      onServer.push(listener);
      if (server !== null) listener(server);
    },
    onLost: (listener: () => void): void => void onLost.push(listener),
    reconnect(): void {
      if (redis.status === 'ready') redis.disconnect(true);
    },
    async close(): Promise<void> {
      clearInterval(checks);
      await redis.quit().catch(() => redis.disconnect());
      clearTimeout(recheck);
    },
  };
}

/** Rejects at the first failure: later ones are retried, but whoever starts is told. */
async function firstConnection(redis: OneConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Later on, whoever needs the connection learns from its command; an 'error' without a listener would be printed.
  redis.on('error', reject);
  redis.connect().then(resolve, reject);
  await promise;
}

async function factsOf(redis: OneConnection): Promise<ServerFacts> {
  const rows = (await redis.info()).split(/\r?\n/).map((line) => line.split(':'));
  return {
    info: new Map(rows.map(([name = '', ...value]) => [name, value.join(':')])),
    async setting(name) {
      try {
        const [, value] = (await redis.config('GET', name)) as string[];
        return value ?? null;
      } catch {
        return null;
      }
    },
  };
}
