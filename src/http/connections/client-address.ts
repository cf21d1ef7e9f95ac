/**
 * The address of a client: the key that its requests are counted under, and the address that trusted proxies report. Headers
 * that no trusted proxy has set affect neither.
 */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** An address; for IPv6 its /64 network, since providers give each customer one. */
export function addressKey(address: string): string {
  const found = bareAddress(address);
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
/** Zones such as `eth0.100` or `br-lan`, which the parser of addresses does not know. */
const UNREADABLE_ZONE = /%.*[^a-z\d].*$/i;

/**
 * Some proxies report a port with each address, the client's and those of the proxies before them: counted with it, each connection
 * would be another client, and no proxy would be a trusted one.
 */
function bareAddress(text: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  return (ipv4 ?? ipv6 ?? text).replace(UNREADABLE_ZONE, '');
}

/** The address of the client that sent a request; undefined if it has already disconnected. */
export type ClientOf = (request: IncomingMessage) => string | undefined;

/** The address that trusted proxies in front of the server report; that of the peer if it is none of them. */
export function clientBehind(proxies: readonly string[] = []): ClientOf {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress;
  const isListed = proxyAddress.compile([...proxies]);
  const isProxy = (address: string | undefined) => address !== undefined && isListed(bareAddress(address), 0);
  return (request) => proxyAddress(request, isProxy);
}
