/**
 * What replicas count, share out and keep for each other in Redis, by the server's clock. Counts go in one command for all, so their
 * keys have a tag in braces: in a cluster, one server has them all.
 */
import type { SoftRedis } from '../stores/redis.ts';
import { COUNT_MS, type Kept, type Peers } from './peers.ts';

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Replies the time, and the totals. */
const COUNT = `${NOW}
local reply = {now}
for at, key in ipairs(KEYS) do
  local total = redis.call('INCRBY', key, ARGV[at])
  if total == tonumber(ARGV[at]) then redis.call('PEXPIRE', key, ${COUNT_MS}) end
  reply[at + 1] = total
end
return reply`;

/** One field per replica, with what it has and until when; replies our share, and a fair one. `shareOf` is the same for workers. */
const SHARE = `${NOW}
local self, total, floor = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local hold, most, ms = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local fields = redis.call('HGETALL', KEYS[1])
local others, processes = 0, 1
for at = 1, #fields, 2 do
  local amount, ends = string.match(fields[at + 1], '(%d+) (%d+)')
  if fields[at] ~= self and tonumber(ends) > now then
    others = others + amount
    processes = processes + 1
  else redis.call('HDEL', KEYS[1], fields[at]) end
end
local fair = math.max(floor, math.floor(total / processes))
local free = total - others
if floor * processes > total then free = fair end
local mine = math.max(hold, math.min(fair, free, most))
if ms > 0 then
  redis.call('HSET', KEYS[1], self, string.format('%d %d', mine, now + ms))
  redis.call('PEXPIRE', KEYS[1], ms)
end
return {mine, fair}`;

const KEEP = `redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`;

const KEPT = `
local text = redis.call('GET', KEYS[1])
return text and {text, redis.call('PTTL', KEYS[1])}`;

const DISCARD = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

type Sharing = Pick<Peers, 'count' | 'share' | 'keep' | 'kept' | 'discard'>;

/** `self` names this process among its peers. */
export function shareThrough({ run, prefix }: Pick<SoftRedis, 'run' | 'prefix'>, self: string): Sharing {
  const countKey = (name: string): string => `{${prefix}rl}:${name}`;
  const keyOf = (kind: 'share' | 'kept', name: string): string => `${prefix}peers:${kind}:${name}`;
  return {
    async count(added) {
      const keys = added.map(({ name }) => countKey(name));
      const reply = (await run(
        COUNT,
        keys,
        added.map(({ by }) => by),
      )) as number[];
      const [now = 0, ...totals] = reply.map(Number);
      return { now, totals };
    },
    async share(name, { total, floor, hold, most, ms }) {
      const reply = (await run(SHARE, [keyOf('share', name)], [self, total, floor, hold, most, ms])) as number[];
      const [mine = 0, fair = 0] = reply.map(Number);
      return { mine, fair };
    },
    keep: async (name, text, ms) => void (await run(KEEP, [keyOf('kept', name)], [text, Math.ceil(ms)])),
    async kept(name) {
      const reply = (await run(KEPT, [keyOf('kept', name)], [])) as [text: string, restMs: number] | null;
      return reply === null ? null : ({ text: reply[0], restMs: Number(reply[1]) } satisfies Kept);
    },
    discard: async (name, text) => void (await run(DISCARD, [keyOf('kept', name)], [text])),
  };
}
