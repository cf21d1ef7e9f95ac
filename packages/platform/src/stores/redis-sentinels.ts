/**
 * Hears from sentinels that they have made another server the master. Whoever is still connected to the old one, which may be cut off
 * from them but not from us, would otherwise go on there.
 */
import { Redis } from 'ioredis';
import { sentinelOptionsOf } from './redis-clients.ts';
import type { RedisPlace } from './redis-place.ts';

const SWITCHED = '+switch-master';

/** Returns a function that ends it. */
export function watchSentinels(place: RedisPlace, onSwitch: () => void): () => void {
  const { at } = place;
  if (!('sentinels' in at)) return () => {};
  const clients = at.sentinels.map((address) => new Redis({ ...sentinelOptionsOf(place), ...address }));
  for (const client of clients) {
    // One that is away is asked again; the others suffice.
    client.on('error', () => {});
    client.on('ready', () => void client.subscribe(SWITCHED).catch(() => client.disconnect(true)));
    client.on('message', (_, text: string) => {
      if (text.startsWith(`${at.master} `)) onSwitch();
    });
    client.connect().catch(() => {});
  }
  return () => {
    for (const client of clients) client.disconnect();
  };
}
