/**
 * Redis for what several replicas share: exact state, on servers that are checked first, and soft state, which can be done without.
 */
import { randomUUID } from 'node:crypto';
import { checkedConnection, type ServerFacts } from './redis-checked.ts';
import { clientForAll } from './redis-clients.ts';
import type { RedisPlace } from './redis-place.ts';
import { watchSentinels } from './redis-sentinels.ts';

export type RedisConnection = Readonly<Awaited<ReturnType<typeof openRedis>>>;
export type SoftRedis = Readonly<ReturnType<typeof openSoftRedis>>;

const COMMAND_MS = 2_000;
/** What can be done without is not waited for as long. */
const SOFT_COMMAND_MS = 500;
/** How often a connection that waits for messages has to hear one of its own. */
const PROBE_MS = 5_000;
/** WAIT blocks its connection, so whoever waits for replicas needs several. */
const WAITING_CONNECTIONS = 4;

export interface ExactOptions {
  /** Rejects if the server must not be used. Each server that a connection comes to is checked before it gets a command. */
  readonly check: (server: ServerFacts) => Promise<void>;
  /** Commands that wait are only done when so many replicas have them; 0: none waits. */
  readonly wait?: { readonly replicas: number; readonly ms: number; readonly onFailure: () => void } | undefined;
}

/** For exact state whose keys are all in the slot of one key. Rejects if the server cannot be reached, or fails the check. */
export async function openRedis(place: RedisPlace, key: string, { check, wait }: ExactOptions) {
  const main = await checkedConnection(place, key, COMMAND_MS, check);
  const replicas = wait?.replicas ?? 0;
  const waitMs = wait?.ms ?? 0;
  const pool = await Promise.all(
    Array.from({ length: replicas === 0 ? 0 : WAITING_CONNECTIONS }, () =>
      checkedConnection(place, key, COMMAND_MS + waitMs, check),
    ),
  );
  let turn = 0;
  // What ends a connection, such as a failover, mostly ends what the others are good for.
  main.onLost(() => {
    for (const each of pool) each.reconnect();
  });
  const endWatch = watchSentinels(place, main.reconnect);
  return {
    /** Runs a Lua script; the key becomes its KEYS[1], `values` its ARGV. */
    run: (script: string, values: readonly (string | number)[]): Promise<unknown> => main.run(script, key, values),
    /** The same, and waits for the replicas; rejects if too few have acknowledged what it has done. */
    async runAndWait(script: string, values: readonly (string | number)[]): Promise<unknown> {
      turn = (turn + 1) % WAITING_CONNECTIONS;
      const connection = pool[turn];
      if (connection === undefined) return main.run(script, key, values);
      const { reply, acknowledged } = await connection.runAndWait(script, key, values, replicas, waitMs);
      if (acknowledged >= replicas) return reply;
      wait?.onFailure();
      throw new Error(`${acknowledged} of ${replicas} replicas acknowledged the write within ${waitMs} ms`);
    },
    /** Calls the listener with each server that has passed the check, the present one included; it may run scripts. */
    onServer: main.onServer,
    async close(): Promise<void> {
      endWatch();
      await Promise.all([main, ...pool].map((each) => each.close()));
    },
  };
}

/**
 * For soft state, which can be done without: opening it waits for nothing, and it connects again whenever the server is back. A
 * command without a connection rejects at once, one without an answer after half a second.
 */
export function openSoftRedis(place: RedisPlace, { probeMs = PROBE_MS } = {}) {
  const open = () => {
    const client = clientForAll(place, { commandMs: SOFT_COMMAND_MS });
    // Whoever needs it learns that from its command.
    client.on('error', () => {});
    client.connect().catch(() => {});
    return client;
  };
  const commands = open();
  const subscriptions: (() => void)[] = [];
  return {
    /** For whoever makes keys and names of channels: it stands in front of them. */
    prefix: place.prefix,
    /** Runs a Lua script on its keys, which a cluster must have in one slot. */
    run: (script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> =>
      commands.eval(script, keys.length, ...keys, ...values),
    publish: async (channel: string, text: string): Promise<void> => void (await commands.publish(channel, text)),
    /** Calls the listener with what is published on the channel while the server can be reached. */
    subscribe(channel: string, listener: (text: string) => void): void {
      // Its own connection, because one that has subscribed takes no other commands.
      const messages = open();
      const own = `${channel}:${randomUUID()}`;
      let isHeard = true;
      // A node of a cluster that hangs, or is cut off from the others, sends nothing, as if nobody had told anything.
      const probe = setInterval(() => {
        if (!isHeard && messages.status === 'ready') messages.disconnect(true);
        isHeard = false;
        commands.publish(own, '').catch(() => {
          isHeard = true;
        });
      }, probeMs).unref();
      messages.on('ready', () => {
        isHeard = true;
        messages.subscribe(channel, own).catch(() => messages.disconnect(true));
      });
      messages.on('message', (to: string, text: string) => {
        if (to === own) isHeard = true;
        else listener(text);
      });
      subscriptions.push(() => {
        clearInterval(probe);
        messages.disconnect();
      });
    },
    async close(): Promise<void> {
      for (const end of subscriptions) end();
      await commands.quit().catch(() => commands.disconnect());
    },
  };
}
