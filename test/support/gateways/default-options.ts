/** The options of the gateway's parts under the default settings, for tests and benchmarks that assemble the parts. */
import type { Dialect } from '@realty-forms/reference/dialect/dialect.ts';
import { type Config, readConfig } from '../../../src/config/config.ts';
import type { IndexSettings } from '../../../src/gateway/search/filling/indexing.ts';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import type { Federation } from '../../../src/graphql/federation/subgraph.ts';
import { createGraph, type Graph } from '../../../src/graphql/server.ts';
import type { StreamLimits } from '../../../src/http/streams/streams.ts';
import {
  costLimits,
  federationOptions,
  gatewayOptions,
  httpOptions,
  upstreamOptions,
} from '../../../src/process/serve-options.ts';
import { activeDialect, settingsOf, TEST_ZONE } from '../upstreams/disguise.ts';

const idKeys = `1:${Buffer.alloc(32, 7).toString('base64url')}`;
const config = read({});

export const upstreamDefaults = formOfCalls(config);

/** With a key of the tests. */
export const gatewayDefaults = gatewayOptions(config);

/** An index that nothing fills unless a test starts that. */
export function indexingOf(index: SearchIndex): IndexSettings {
  return { index, agents: null, callsPerMinute: 1, closedDays: null };
}

/** What the settings of a gateway in front of a disguised upstream change, and the zone of upstream times without an offset. */
export function disguisedDefaults() {
  const dialect = activeDialect();
  if (dialect === null) return { upstreamDefaults, gatewayDefaults, timeZone: TEST_ZONE };
  const defaults = disguised.get(dialect) ?? defaultsOf(read(settingsOf(dialect)));
  disguised.set(dialect, defaults);
  return defaults;
}

const disguised = new Map<Dialect, ReturnType<typeof defaultsOf>>();

function defaultsOf(of: Config) {
  const options = gatewayOptions(of);
  return { upstreamDefaults: formOfCalls(of), gatewayDefaults: options, timeZone: options.timeZone };
}

function read(settings: Readonly<Record<string, string>>): Config {
  const result = readConfig({ ID_KEYS: idKeys, ...settings });
  if ('faults' in result) throw new Error(result.faults.join('\n'));
  return result.config;
}

function formOfCalls(of: Config) {
  const { tokenBody, tokenHeader, uploadEncoding } = upstreamOptions(of, { upstreamUrl: '', clientSecret: '' });
  return { tokenBody, tokenHeader, uploadEncoding } as const;
}

/** The graph is made once, since it takes most of the time that a gateway needs to start. */
export const graphqlDefaults = {
  graph: createGraph(),
  costLimits: costLimits(config),
  introspection: config.INTROSPECTION === 'on',
} as const;

const subgraphs = new Map<string, Graph>();

/** The graph as a subgraph under the default settings, but for these; made once for each choice. */
export function subgraphWith(choice: Partial<Federation> = {}): Graph {
  const federation = { ...federationOptions({ ...config, FEDERATION: 'on' }), ...choice } as Federation;
  const name = JSON.stringify(federation);
  const made = subgraphs.get(name) ?? createGraph(federation);
  subgraphs.set(name, made);
  return made;
}

const { host, allowedHosts, bodyLimit, streams, drainDelayMs, graceMs } = httpOptions(config);
export const appDefaults = {
  host,
  allowedHosts,
  bodyLimit,
  streams: streams as StreamLimits,
  metricsAccess: { token: undefined },
} as const;
/** How a server stops. */
export const drainDefaults = { drainDelayMs, graceMs } as const;
