/**
 * Redis for state that several replicas share: atomic scripts, the server's information about itself, and messages. A command
 * without a connection fails at once, and none is ever sent twice.
 */
import { Redis } from 'ioredis';
import type { RedisPlace } from './redis-place.ts';

export type RedisConnection = Readonly<Awaited<ReturnType<typeof openRedis>>>;
export type SoftRedis = Readonly<ReturnType<typeof openSoftRedis>>;

const CONNECT_MS = 3_000;
const COMMAND_MS = 2_000;
const MAX_RETRY_DELAY_MS = 2_000;
/** What can be done without is not waited for as long. */
const SOFT_COMMAND_MS = 500;
/** After how much silence a connection is probed, which would otherwise wait for messages for ever. */
const PROBE_MS = 10_000;

function createClient({ at }: RedisPlace, commandMs: number): Redis {
  return new Redis(at.url, {
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

/** For exact state. Rejects if the server cannot be reached. */
export async function openRedis(place: RedisPlace) {
  const redis = createClient(place, COMMAND_MS);
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
    redis.defineCommand(name, { lua: script, numberOfKeys: 1 });
    commands.set(script, name);
    return name;
  };
  return {
    /** Runs a Lua script; `key` becomes its KEYS[1], `values` its ARGV. */
    run(script: string, key: string, values: readonly (string | number)[]): Promise<unknown> {
      const command = Reflect.get(redis, commandOf(script)) as (...values: (string | number)[]) => Promise<unknown>;
      return command.apply(redis, [key, ...values]).catch((error: Error) => {
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
 * For soft state, which can be done without: opening it waits for nothing, and it connects again whenever the server is back. A
 * command without a connection rejects at once, one without an answer after half a second.
 */
export function openSoftRedis(place: RedisPlace) {
  const commands = createClient(place, SOFT_COMMAND_MS);
  const clients = [commands];
  const start = (redis: Redis): void => {
    // Whoever needs it learns that from its command.
    redis.on('error', () => {});
    redis.connect().catch(() => {});
  };
  start(commands);
  return {
    /** For whoever makes keys and names of channels: it stands in front of them. */
    prefix: place.prefix,
    /** Runs a Lua script on its keys. */
    run: (script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> =>
      commands.eval(script, keys.length, ...keys, ...values),
    publish: async (channel: string, text: string): Promise<void> => void (await commands.publish(channel, text)),
    /** Calls the listener with what is published on the channel while the server can be reached. */
    subscribe(channel: string, listener: (text: string) => void): void {
      // Its own connection, because one that has subscribed takes no other commands.
      const messages = createClient(place, SOFT_COMMAND_MS);
      clients.push(messages);
      messages.on('ready', () => void messages.subscribe(channel).catch(() => messages.disconnect(true)));
      messages.on('message', (_, text: string) => listener(text));
      start(messages);
    },
    async close(): Promise<void> {
      for (const messages of clients.slice(1)) messages.disconnect();
      await commands.quit().catch(() => commands.disconnect());
    },
  };
}
