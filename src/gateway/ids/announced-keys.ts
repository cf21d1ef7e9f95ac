/**
 * Tells other processes with which id key this one seals, by a hash from which nobody learns it, and warns if another one in front of
 * the same service seals with a key that this one lacks: clients then get INVALID_ID and INVALID_CURSOR, depending on which they meet.
 */
import { createHmac } from 'node:crypto';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Peers } from '@realty-forms/platform/peers/peers.ts';
import type { KeyRing, SealKey } from './seal.ts';

export interface AnnouncedKeysOptions {
  readonly peers: Pick<Peers, 'publish' | 'listen'>;
  readonly idKeys: KeyRing;
  /** Processes in front of different services need no common keys. */
  readonly service: string;
  readonly log: Log;
}

/** A message may be lost, and those that start later have not heard the earlier ones. */
const INTERVAL_MS = 60_000;
const HASH_CHARACTERS = 12;

export function announceKeys({ peers, idKeys, service, log }: AnnouncedKeysOptions): void {
  const name = `id-key:${service}`;
  const hashes = idKeys.map(hashOf);
  let hasWarned = false;
  const announce = (): void => peers.publish(name, hashes[0] ?? '');
  peers.listen((heard, hash) => {
    if (heard !== name || hash === null || hasWarned || hashes.includes(hash)) return;
    hasWarned = true;
    log.warn(
      {},
      'another replica seals ids with a key that is not in the ID_KEYS of this one, which rejects them; give all replicas the same keys',
    );
  });
  announce();
  setInterval(announce, INTERVAL_MS).unref();
}

function hashOf({ id, secret }: SealKey): string {
  return createHmac('sha256', secret).update(`which id key ${id} is`).digest('base64url').slice(0, HASH_CHARACTERS);
}
