/**
 * Limits the requests in flight of each client behind a trusted proxy: its connections are the proxy's, so that limiting those
 * per address would not tell one client from another.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressKey, type TrustedProxies } from './client-address.ts';

export interface ProxyClientsOptions extends TrustedProxies {
  /** Maximum number of requests in flight of one client. */
  readonly maxInFlight: number;
  /** Called for each request beyond it. */
  readonly onRejected: () => void;
}

export interface ProxyClients {
  /** Whether the client may have one more request in flight; if so, it leaves when its response closes. */
  readonly enter: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Maximum number of clients whose keys are kept, and the length of the header up to which they are. */
const MAX_CACHED = 10_000;
const MAX_HEADER_CHARACTERS = 200;

export function createProxyClients({ isProxy, clientOf, maxInFlight, onRejected }: ProxyClientsOptions): ProxyClients {
  const inFlight = new Map<string, number>();
  /** The client's key by what it is read from, or null for a peer that is no proxy: parsing addresses takes microseconds. */
  const keys = new Map<string, string | null>();

  function keyOf(request: IncomingMessage): string | null {
    const { remoteAddress } = request.socket;
    // The client has already disconnected.
    if (remoteAddress === undefined) return null;
    const forwarded = String(request.headers['x-forwarded-for'] ?? '');
    const source = `${remoteAddress} ${forwarded}`;
    const cached = keys.get(source);
    if (cached !== undefined) return cached;
    const key = isProxy(remoteAddress) ? addressKey(clientOf(request)) : null;
    if (keys.size >= MAX_CACHED) keys.clear();
    if (source.length <= MAX_HEADER_CHARACTERS) keys.set(source, key);
    return key;
  }

  function leave(key: string): void {
    const count = inFlight.get(key) ?? 0;
    if (count > 1) inFlight.set(key, count - 1);
    else inFlight.delete(key);
  }

  return {
    enter(request, response) {
      const key = keyOf(request);
      // A response that has closed is not announced again.
      if (key === null || response.destroyed) return true;
      const count = inFlight.get(key) ?? 0;
      if (count >= maxInFlight) {
        onRejected();
        return false;
      }
      inFlight.set(key, count + 1);
      response.on('close', () => leave(key));
      return true;
    },
  };
}
