/**
 * The servers to compare, each a separate process in front of the same upstream: the gateway as it runs in production, guarded
 * and bare Mercurius, the floor, and naive Apollo. Also the callers' tokens, which are signed so that the gateway verifies them as in production.
 */
import { join } from 'node:path';
import { settings } from '../src/config/settings.ts';
import { callerScopes } from '../src/process/development.ts';
import { issuer, keySetDocument, sign } from '../test/support/callers/caller-tokens.ts';
import { installPeers } from './peers/install.ts';
import { type Server, startServer } from './processes.ts';
import { agents } from './upstream-responses.ts';

export const serverNames = ['gateway', 'guarded Mercurius', 'bare Mercurius', 'floor', 'naive Apollo'] as const;
export type ServerName = (typeof serverNames)[number];
/** The servers whose packages are fetched for the comparison. */
export const peers: readonly ServerName[] = ['guarded Mercurius', 'bare Mercurius'];

/** What the servers of the benchmarks print once they listen. */
export const READY = /^ready (\S+)/m;
const LIFETIME_SECONDS = 24 * 3600;

export const startUpstream = (listMax = 250, environment: Readonly<Record<string, string>> = {}): Promise<Server> =>
  startServer({
    file: 'bench/upstream.ts',
    readyPattern: READY,
    environment: { KEY_SET: JSON.stringify(keySetDocument), LIST_MAX: String(listMax), ...environment },
  });

/** The gateway's settings, as in production except for a raised rate limit and load-shedding threshold. */
export function gatewayEnvironment(upstreamUrl: string): Readonly<Record<string, string>> {
  // An empty value counts as unset, and overrides a developer's `.env`.
  const unset = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, '']));
  return {
    ...unset,
    PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT: '10000000',
    MAX_REQUESTS_PER_CALLER: '100000',
    // Connections that all send at once form a queue of the load generator's own making, which must not cause rejections.
    SHED_QUEUE_DELAY_MS: '10000',
    UPSTREAM_URL: upstreamUrl,
    UPSTREAM_CLIENT_ID: 'bench',
    UPSTREAM_CLIENT_SECRET: 'bench',
    UPSTREAM_VENDOR_EMAIL: 'bench@vendor.example',
    ...issuer,
    AUTH_JWKS_URL: `${upstreamUrl}/.well-known/jwks.json`,
    ID_KEYS: `1:${Buffer.alloc(32, 7).toString('base64url')}`,
  };
}

/** `overrides` overrides settings of the same name. */
export const startGateway = (
  upstreamUrl: string,
  switches: readonly string[] = [],
  overrides: Readonly<Record<string, string>> = {},
): Promise<Server> =>
  startServer({
    file: join('src', 'start.js'),
    readyPattern: /"graphql":"(\S+?)"/,
    environment: { ...gatewayEnvironment(upstreamUrl), ...overrides },
    switches,
  });

export const startFloor = (upstreamUrl: string, environment: Readonly<Record<string, string>> = {}): Promise<Server> =>
  startServer({
    file: 'bench/floor.ts',
    readyPattern: READY,
    environment: { UPSTREAM_URL: upstreamUrl, ...environment },
  });

async function startPeer(name: string, upstreamUrl: string): Promise<Server> {
  installPeers();
  const environment = { UPSTREAM_URL: upstreamUrl, ...issuer };
  return await startServer({ file: `bench/peers/${name}.js`, readyPattern: READY, environment });
}

export const starters: Readonly<Record<ServerName, (upstreamUrl: string) => Promise<Server>>> = {
  gateway: (upstreamUrl) => startGateway(upstreamUrl),
  'guarded Mercurius': (upstreamUrl) => startPeer('guarded-mercurius', upstreamUrl),
  'bare Mercurius': (upstreamUrl) => startPeer('bare-mercurius', upstreamUrl),
  floor: (upstreamUrl) => startFloor(upstreamUrl),
  'naive Apollo': (upstreamUrl) =>
    startServer({ file: 'bench/naive-apollo.ts', readyPattern: READY, environment: { UPSTREAM_URL: upstreamUrl } }),
};

/** One token per connection: for the agent whose records that connection's variables name, or for a separate service. */
export function tokensOf(caller: 'agent' | 'service', connections: number): Promise<string[]> {
  const scope = callerScopes.join(' ');
  const exp = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  return Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const nrds = caller === 'agent' ? [agents[index % agents.length]!.nrds_id] : undefined;
      return sign({ role: caller, sub: `${caller}-${index}`, scope, exp, ...(nrds && { nrds }) });
    }),
  );
}
