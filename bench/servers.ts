/**
 * The servers to compare, each a separate process in front of the same upstream: the gateway as it runs in production, guarded
 * and bare Mercurius, and the floor. Also the callers' tokens, which are signed so that they are verified as in production.
 */
import { join } from 'node:path';
import { settings } from '../src/config/settings.ts';
import { callerScopes } from '../src/process/development.ts';
import { issuer, keySetDocument, sign } from '../test/support/callers/caller-tokens.ts';
import type { LoadOptions } from './generator.ts';
import { installPeers } from './peers/install.ts';
import { type Server, startServer } from './processes.ts';
import { agents } from './upstream-responses.ts';
import { bodyOf, type Workload } from './workloads.ts';

export const serverNames = ['gateway', 'guarded Mercurius', 'bare Mercurius', 'floor'] as const;
export type ServerName = (typeof serverNames)[number];

type Environment = Readonly<Record<string, string>>;

/** What the servers of the benchmarks print once they listen. */
const READY = /^ready (\S+)/m;
const LIFETIME_SECONDS = 24 * 3600;

export const startUpstream = (environment: Environment = {}): Promise<Server> =>
  startServer({
    file: 'bench/upstream.ts',
    readyPattern: READY,
    environment: { KEY_SET: JSON.stringify(keySetDocument), ...environment },
  });

/** The gateway's settings, as in production except for a raised rate limit and load-shedding threshold. */
function gatewayEnvironment(upstreamUrl: string): Environment {
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

export interface GatewayOptions {
  /** Overrides settings of the same name. */
  readonly overrides?: Environment;
  readonly switches?: readonly string[];
  /** The folder of another version of the project. */
  readonly folder?: string;
}

export const startGateway = (
  { url }: Pick<Server, 'url'>,
  { overrides = {}, switches = [], folder = '' }: GatewayOptions = {},
): Promise<Server> =>
  startServer({
    file: join(folder, 'src', 'start.js'),
    readyPattern: /"graphql":"(\S+?)"/,
    environment: { ...gatewayEnvironment(url), ...overrides },
    switches,
  });

const startWith = (file: string, { url }: Server, environment: Environment = {}): Promise<Server> =>
  startServer({ file, readyPattern: READY, environment: { UPSTREAM_URL: url, ...environment } });

export const startFloor = (upstream: Server, environment: Environment = {}): Promise<Server> =>
  startWith('bench/floor.ts', upstream, environment);

async function startPeer(name: string, upstream: Server): Promise<Server> {
  installPeers();
  return await startWith(`bench/peers/${name}.js`, upstream, issuer);
}

export const starters: Readonly<Record<ServerName, (upstream: Server) => Promise<Server>>> = {
  gateway: (upstream) => startGateway(upstream),
  'guarded Mercurius': (upstream) => startPeer('guarded-mercurius', upstream),
  'bare Mercurius': (upstream) => startPeer('bare-mercurius', upstream),
  floor: (upstream) => startFloor(upstream),
};

const tokens = new Map<string, Promise<string>>();

/** One token and one body per connection, the same ones at each call: the body names records of the token's agent. */
export function clientsOf(work: Workload, connections: number): Promise<LoadOptions['clients']> {
  const { caller } = work;
  return Promise.all(
    Array.from({ length: connections }, async (_, index) => ({
      token: await tokens.getOrInsertComputed(`${caller}-${index}`, (sub) => tokenOf(caller, sub, index)),
      body: bodyOf(work, index),
    })),
  );
}

function tokenOf(caller: Workload['caller'], sub: string, index: number): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS;
  const nrds = caller === 'agent' ? [agents[index % agents.length]!.nrds_id] : undefined;
  return sign({ role: caller, sub, scope: callerScopes.join(' '), exp, ...(nrds && { nrds }) });
}
