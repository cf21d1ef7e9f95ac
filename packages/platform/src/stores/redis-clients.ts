/**
 * Makes the clients of a place, whichever of its three forms it has. A command without a connection fails at once, none is ever sent
 * twice, and a connection is made again for as long as the client is open: after silence too, and after an answer that only comes
 * from the wrong server.
 */
import { Cluster, Redis } from 'ioredis';
import type { RedisPlace } from './redis-place.ts';
import { connectorToOwner } from './redis-slot.ts';

const CONNECT_MS = 3_000;
const MAX_RETRY_DELAY_MS = 2_000;
/** After how much silence a connection is probed, which would otherwise wait for messages forever. */
const PROBE_MS = 10_000;
/** How long a connection may leave a command unanswered before another one is made. */
const SILENCE_MS = 2_000;
const SLOTS_REFRESH_MS = 5_000;

/** The server is a replica, still reads its files, or does not have our keys: another one is asked for. */
const WRONG_SERVER = /^(READONLY|LOADING|MASTERDOWN|MOVED|CLUSTERDOWN)\b/;

const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), MAX_RETRY_DELAY_MS);

export type OneConnection = ReturnType<typeof clientFor>;

/** How long a command may take. */
interface Patience {
  readonly commandMs: number;
}

/**
 * A client with one connection, to the server that has the key: the only one, the master that the sentinels name, or the master of
 * the key's slot in a cluster.
 */
export function clientFor(place: RedisPlace, key: string, { commandMs }: Patience): Redis {
  const { at } = place;
  const options = {
    ...optionsOf(place, commandMs),
    enableOfflineQueue: false,
    retryStrategy,
    reconnectOnError: ({ message }: Error) => WRONG_SERVER.test(message),
  };
  if ('url' in at) return new Redis(at.url, options);
  if ('cluster' in at) {
    return new Redis({ ...options, Connector: connectorToOwner(at.cluster, key, optionsOf(place, CONNECT_MS)) });
  }
  return new Redis({
    ...options,
    sentinels: at.sentinels.map((address) => ({ ...address })),
    name: at.master,
    db: at.database,
    sentinelPassword: at.sentinelPassword,
    sentinelTLS: options.tls,
    enableTLSForSentinelMode: options.tls !== undefined,
    sentinelCommandTimeout: CONNECT_MS,
    sentinelRetryStrategy: retryStrategy,
  });
}

/** A client for keys of any slot, and for channels; follows a cluster's redirections, which exact state must not do. */
export function clientForAll(place: RedisPlace, patience: Patience): Redis | Cluster {
  const { at } = place;
  if (!('cluster' in at)) return clientFor(place, '', patience);
  return new Cluster(
    at.cluster.map((address) => ({ ...address })),
    {
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshInterval: SLOTS_REFRESH_MS,
      slotsRefreshTimeout: CONNECT_MS,
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      // Names are resolved where the connection is made, so that certificates are compared with names.
      dnsLookup: (address, callback) => callback(null, address),
      redisOptions: optionsOf(place, patience.commandMs),
    },
  );
}

/** For connections to the sentinels themselves. */
export function sentinelOptionsOf(place: RedisPlace) {
  const { username: _user, password: _password, ...options } = optionsOf(place, CONNECT_MS);
  const password = 'sentinels' in place.at ? place.at.sentinelPassword : undefined;
  return { ...options, ...(password !== undefined && { password }), retryStrategy };
}

/** What connections to any server have in common. */
export type NodeOptions = ReturnType<typeof optionsOf>;

function optionsOf({ username, password, tls }: RedisPlace, commandMs: number) {
  return {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: commandMs,
    socketTimeout: Math.max(SILENCE_MS, commandMs),
    keepAlive: PROBE_MS,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls != null && { tls: { ...tls } }),
  };
}
