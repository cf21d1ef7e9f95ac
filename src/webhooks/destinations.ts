/**
 * Where webhooks may be sent: https, or http to this machine; public addresses, or those in the allowed
 * networks. Addresses are checked when a connection is made, because a name can resolve to another address each time.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createTurns } from '@realty-forms/platform/turns.ts';
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import ipaddr from 'ipaddr.js';

export interface DestinationOptions {
  /** Addresses and networks that are allowed although they are not public. */
  readonly networks: readonly string[];
  readonly resolve?: Resolve | undefined;
}

/** All addresses of a name. */
type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export interface Destinations {
  /** Why nothing may be sent to the URL, whatever its name resolves to; null if it may be sent. */
  readonly problemOf: (url: URL) => string | null;
  /** Resolves a name to the addresses that are allowed; fails if there are none. */
  readonly lookup: LookupFunction;
}

export function createDestinations({ networks, resolve = resolveAll }: DestinationOptions): Destinations {
  const allowed = networks.map((network) => ipaddr.parseCIDR(network.includes('/') ? network : wholeAddress(network)));

  const addressesOf = oneByOne(resolve);
  const isAllowed = (text: string): boolean => {
    const address = ipaddr.process(text);
    return isPublic(address) || allowed.some((range) => range[0].kind() === address.kind() && address.match(range));
  };

  return {
    problemOf(url) {
      const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(name)))
        return 'it is not an https URL (http is allowed for loopback only)';
      return isIP(name) === 0 || isAllowed(name) ? null : refusal(name);
    },
    lookup(name, { all }, callback) {
      const usableOf = async (): Promise<readonly LookupAddress[]> => {
        const found = await addressesOf(name);
        const usable = found.filter(({ address }) => isAllowed(address));
        if (usable.length > 0) return usable;
        throw new RefusedAddress(found[0] ? refusal(found[0].address) : `${name} has no address`);
      };
      usableOf().then(
        (usable) => {
          if (all === true) callback(null, [...usable]);
          else callback(null, usable[0]?.address ?? '', usable[0]?.family);
        },
        (error: Error) => callback(error, ''),
      );
    },
  };
}

/** Its message names the address, or the host name if there is no address. */
export class RefusedAddress extends Error {}

function refusal(address: string): string {
  return `the address ${address} is not public, and not in WEBHOOKS_NETWORKS`;
}

/** What the address registries call global unicast. For IPv6, only 2000::/3, apart from ranges that embed an IPv4 address. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalIPv6);
}

const globalIPv6 = ipaddr.IPv6.parseCIDR('2000::/3');

function wholeAddress(address: string): string {
  return `${address}/${isIP(address) === 4 ? 32 : 128}`;
}

/**
 * Resolves each name once for all who ask for it meanwhile, and one name at a time: a lookup holds a thread for as long as its name server
 * takes. Node.js gives lookups two threads, and connections to the POST API need one of them.
 */
function oneByOne(resolve: Resolve): Resolve {
  const wanted = new Map<string, Promise<readonly LookupAddress[]>>();
  const inTurn = createTurns();
  return (name) =>
    wanted.getOrInsertComputed(name, () => inTurn(() => resolve(name)).finally(() => wanted.delete(name)));
}

function resolveAll(name: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(name, { all: true });
}
