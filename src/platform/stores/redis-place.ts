/** Where a Redis is and how it is spoken to, as the configuration says; a plain value, so whoever holds it needs no client. */
export interface RedisPlace {
  readonly at: { readonly url: string };
  /** In front of every key and channel, so that several gateways can share one Redis; empty for none. */
  readonly prefix: string;
}

/** For messages: the address without its secrets. */
export function describeRedis({ at }: RedisPlace): string {
  const { protocol, host, pathname } = new URL(at.url);
  return `${protocol}//${host}${pathname}`;
}
