/**
 * The servers that are compared, each a process of its own in front of the same upstream: the gateway as it runs in production,
 * the floor, and naive Apollo. And the callers, whose tokens are real ones that the gateway verifies.
 */
import { join } from 'node:path';
import { settings } from '../src/config/settings.ts';
import { allScopes } from '../src/development.ts';
import { issuer, keySetDocument, sign } from '../test/support/caller-tokens.ts';
import { type Server, startServer } from './processes.ts';
import { agents } from './upstream-answers.ts';

export const serverNames = ['gateway', 'floor', 'naive Apollo'] as const;
export type ServerName = (typeof serverNames)[number];

const READY = /^ready (\S+)/m;
const LIFETIME_SECONDS = 24 * 3600;

export const startUpstream = (listMax = 100): Promise<Server> =>
  startServer({
    file: 'bench/upstream.ts',
    announces: READY,
    environment: { KEY_SET: JSON.stringify(keySetDocument), LIST_MAX: String(listMax) },
  });

/** The gateway's settings: those of production; only the rate limit is out of the way. */
export function gatewayEnvironment(upstreamUrl: string): Readonly<Record<string, string>> {
  // An empty key is one that is not set, and keeps a developer's `.env` out.
  const empty = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, '']));
  return {
    ...empty,
    PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT: '10000000',
    // Connections that all ask at once make a queue of the load's own, which is no reason to turn any away.
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

/** `more` stands in for settings of the same name. */
export const startGateway = (
  upstreamUrl: string,
  switches: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Server> =>
  startServer({
    file: join('src', 'start.js'),
    announces: /^GraphQL {5}(\S+)/m,
    environment: { ...gatewayEnvironment(upstreamUrl), ...more },
    switches,
  });

export const starters: Readonly<Record<ServerName, (upstreamUrl: string) => Promise<Server>>> = {
  gateway: (upstreamUrl) => startGateway(upstreamUrl),
  floor: (upstreamUrl) =>
    startServer({ file: 'bench/floor.ts', announces: READY, environment: { UPSTREAM_URL: upstreamUrl } }),
  'naive Apollo': (upstreamUrl) =>
    startServer({ file: 'bench/naive-apollo.ts', announces: READY, environment: { UPSTREAM_URL: upstreamUrl } }),
};

/** A token a connection: each connection is the agent that its variables name, or one of as many services. */
export function tokensOf(caller: 'agent' | 'service', connections: number): Promise<string[]> {
  const scope = allScopes.join(' ');
  const exp = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  return Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const nrds = caller === 'agent' ? [agents[index % agents.length]!.nrds_id] : undefined;
      return sign({ role: caller, sub: `${caller}-${index}`, scope, exp, ...(nrds && { nrds }) });
    }),
  );
}
