/**
 * Who a client is by its address: the key that its requests and connections are counted under, and what trusted proxies report
 * of it. Nothing that a client merely claims affects either.
 */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/**
 * An address, for IPv6 its network of 64 bits, which is what one customer of a provider gets. Some proxies report a port with the
 * address: counted with it, each of a client's connections would be another client.
 */
export function addressKey(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const found = ipv4 ?? ipv6 ?? address;
  if (!ipaddr.isValid(found)) return found.toLowerCase();
  // An IPv4 address within IPv6 is that address.
  const parsed = ipaddr.process(found);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::`;
}

/** Of 16 bits each. */
const NETWORK_PARTS = 4;

const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/;

export interface TrustedProxies {
  readonly isProxy: (address: string) => boolean;
  /** The address that the trusted proxies in front of the server report; that of the peer if it is none of them. */
  readonly clientOf: (request: IncomingMessage) => string;
}

/** From addresses and networks; undefined if there are none. */
export function trustProxies(networks: readonly string[] = []): TrustedProxies | undefined {
  if (networks.length === 0) return undefined;
  const isTrusted = proxyAddress.compile([...networks]);
  return {
    isProxy: (address) => isTrusted(address, 0),
    clientOf: (request) => proxyAddress(request, isTrusted),
  };
}
