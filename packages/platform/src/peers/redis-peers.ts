/**
 * Replicas as peers of each other, through a Redis server that may be away at any time. Leases are keys that expire by the server's
 * clock, so the replicas' clocks need not agree; what they tell each other goes over one channel.
 */
import { randomUUID } from 'node:crypto';
import type { SoftRedis } from '../stores/redis.ts';
import type { Peers } from './peers.ts';
import { shareThrough } from './redis-sharing.ts';

/** Replies 0 if the lease is ours, otherwise its rest in milliseconds. */
const LEASE = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 0`;

const RELEASE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', ARGV[2], ARGV[3])`;

type Message = readonly [sender: string, name: string, text: string | null];

/** The connection is its owner's to close. */
export function openRedisPeers(redis: SoftRedis): Peers {
  const prefix = `${redis.prefix}peers:`;
  const listeners: ((name: string, text: string | null) => void)[] = [];
  const channel = `${prefix}told`;
  const self = randomUUID();
  const messageOf = (name: string, text: string | null): string => JSON.stringify([self, name, text] satisfies Message);
  redis.subscribe(channel, (message) => {
    const read = readMessage(message);
    if (read === null) return;
    const [sender, name, text] = read;
    if (sender !== self) for (const listener of listeners) listener(name, text);
  });
  const keyOf = (name: string): string => `${prefix}lease:${name}`;
  return {
    lease: async (name, ms) => Number(await redis.run(LEASE, [keyOf(name)], [self, Math.ceil(ms)])),
    release: (name) => void redis.run(RELEASE, [keyOf(name)], [self, channel, messageOf(name, null)]).catch(ignore),
    publish: (name, text) => void redis.publish(channel, messageOf(name, text)).catch(ignore),
    listen: (listener) => void listeners.push(listener),
    ...shareThrough(redis, self),
    close: async () => {},
  };
}

/** Null for what is none: whoever reaches the server can publish, and nothing that is heard may end a process. */
function readMessage(message: string): Message | null {
  try {
    const parsed: unknown = JSON.parse(message);
    if (!Array.isArray(parsed)) return null;
    const [sender, name, text] = parsed;
    const isMessage = typeof name === 'string' && (typeof text === 'string' || text === null);
    return isMessage ? [String(sender), name, text] : null;
  } catch {
    return null;
  }
}

/** Whoever waits for it waits until the lease ends, or for the next message. */
function ignore(): void {}
