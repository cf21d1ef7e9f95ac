/**
 * Redis for state that several replicas share: atomic scripts, the server's information about itself, and messages. A command
 * without a connection fails at once, and none is ever sent twice.
 */
import { Redis } from 'ioredis';

export type RedisConnection = Readonly<Awaited<ReturnType<typeof openRedis>>>;

const CONNECT_MS = 3_000;
const COMMAND_MS = 2_000;
const MAX_RETRY_DELAY_MS = 2_000;
/** What can be done without is not waited for as long. */
const SOFT_COMMAND_MS = 500;
/** After how much silence a connection is probed, which would otherwise wait for messages for ever. */
const PROBE_MS = 10_000;

function createClient(url: string, commandMs: number): Redis {
  return new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: commandMs,
    keepAlive: PROBE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 6), MAX_RETRY_DELAY_MS),
  });
}

/** Connects to `redis://user:password@host:port/database`, or rediss; rejects if the server cannot be reached. */
export async function openRedis(url: string) {
  const redis = createClient(url, COMMAND_MS);
  let lastError: Error | null = null;
  // A caller gets the error from its command; an 'error' event without a listener would be printed.
  redis.on('error', (error: Error) => {
    lastError = error;
  });
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw lastError ?? error;
  }
  const commands = new Map<string, string>();
  const commandOf = (script: string): string => {
    const cached = commands.get(script);
    if (cached !== undefined) return cached;
    const name = `step${commands.size}`;
    redis.defineCommand(name, { lua: script, numberOfKeys: 0 });
    commands.set(script, name);
    return name;
  };
  return {
    /** Runs a Lua script; `values` become its ARGV. */
    run(script: string, values: readonly (string | number)[]): Promise<unknown> {
      const command = Reflect.get(redis, commandOf(script)) as (...values: (string | number)[]) => Promise<unknown>;
      return command.apply(redis, [...values]).catch((error: Error) => {
        // The client's own errors carry the command with all of its values, so only the message is kept.
        throw new Error(error.message);
      });
    },
    /** The fields of `INFO`, by name. */
    async info(): Promise<ReadonlyMap<string, string>> {
      const rows = (await redis.info()).split(/\r?\n/).map((line) => line.split(':'));
      return new Map(rows.map(([name = '', ...value]) => [name, value.join(':')]));
    },
    /** A setting of the server; null if the server does not disclose it. */
    async setting(name: string): Promise<string | null> {
      try {
        const [, value] = (await redis.config('GET', name)) as string[];
        return value ?? null;
      } catch {
        return null;
      }
    },
    async close(): Promise<void> {
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}

/**
 * For what can be done without: never rejects, and connects again whenever the server is back. `onMessage` gets what is published on
 * the channel meanwhile.
 */
export function openSoftRedis(url: string, channel: string, onMessage: (text: string) => void) {
  const commands = createClient(url, SOFT_COMMAND_MS);
  // Its own connection, because one that has subscribed takes no other commands.
  const messages = createClient(url, SOFT_COMMAND_MS);
  messages.on('ready', () => void messages.subscribe(channel).catch(() => messages.disconnect(true)));
  messages.on('message', (_, text: string) => onMessage(text));
  for (const redis of [commands, messages]) {
    // Whoever needs it learns that from its command.
    redis.on('error', () => {});
    redis.connect().catch(() => {});
  }
  return {
    /** Runs a Lua script on its keys. */
    run: (script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> =>
      commands.eval(script, keys.length, ...keys, ...values),
    publish: async (to: string, text: string): Promise<void> => void (await commands.publish(to, text)),
    async close(): Promise<void> {
      messages.disconnect();
      await commands.quit().catch(() => commands.disconnect());
    },
  };
}

/** The server's URL without its secrets. */
export function describeRedis(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
