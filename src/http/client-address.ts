/**
 * Who a client is by its address: the key that its requests and connections are counted under, and what trusted proxies report
 * of it. Nothing that a client merely claims affects either.
 */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** An address, for IPv6 its network of 64 bits, which is what one customer of a provider gets. */
export const addressKey = (address: string): string => normalizeIP(address);

export interface TrustedProxies {
  readonly isProxy: (address: string) => boolean;
  /** The address that the trusted proxies in front of the server report. */
  readonly clientOf: (request: IncomingMessage) => string;
}

/** From addresses and networks, which Fastify is told as well; undefined if there are none. */
export function trustProxies(networks: readonly string[] = []): TrustedProxies | undefined {
  if (networks.length === 0) return undefined;
  const isTrusted = proxyAddress.compile([...networks]);
  return {
    isProxy: (address) => isTrusted(address, 0),
    clientOf: (request) => proxyAddress(request, isTrusted),
  };
}
