/** Where a Redis is and how it is spoken to, as the configuration says; a plain value, so whoever holds it needs no client. */
export interface RedisPlace {
  readonly at: OneServer | Sentinels | Cluster;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Null: not encrypted, unless the URL says so. */
  readonly tls?: RedisTls | null;
  /** In front of every key and channel, so that several gateways can share one Redis; empty for none. */
  readonly prefix: string;
}

/** Its user, password and database are in the URL. */
interface OneServer {
  readonly url: string;
}

interface Sentinels {
  readonly sentinels: readonly Address[];
  readonly master: string;
  readonly sentinelPassword?: string | undefined;
  readonly database: number;
}

interface Cluster {
  readonly cluster: readonly Address[];
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Texts in PEM; undefined: the system's authorities, no certificate of our own. */
interface RedisTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** For messages: the addresses without secrets. */
export function describeRedis({ at }: RedisPlace): string {
  if ('sentinels' in at) return `${at.master} of the sentinels ${namesOf(at.sentinels)}`;
  if ('cluster' in at) return `cluster ${namesOf(at.cluster)}`;
  const { protocol, host, pathname } = new URL(at.url);
  return `${protocol}//${host}${pathname}`;
}

function namesOf(addresses: readonly Address[]): string {
  return addresses.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ');
}
