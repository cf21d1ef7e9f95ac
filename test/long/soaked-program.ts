/**
 * What the soak test runs: the POST API, whose tokens live for seconds, and the gateway in front of it, whose directory is refreshed and
 * reloaded every few minutes.
 */
import { readdirSync } from 'node:fs';
import { allScopes, issueCallerToken, loadClientSecret, startReference } from '@realty-forms/reference';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { collectedHeapMb, inspect, inspectorSwitches } from '../../bench/inspector.ts';
import { residentMb } from '../../bench/processes.ts';
import { startGateway } from '../../bench/servers.ts';
import { callerScopes } from '../../src/process/development.ts';

export const TOKEN_SECONDS = 20;
export const REFRESH_SECONDS = 5;
export const RELOAD_SECONDS = 12 * REFRESH_SECONDS;

const caller = { issuer: 'urn:soak', audience: 'soaked-gateway' };
const client = { id: 'soak', secret: undefined, vendorEmail: 'vendor@integration.example', scopes: allScopes };

export interface Sample {
  /** After collections of garbage. */
  readonly heapMb: number;
  readonly residentMb: number;
  readonly descriptors: number;
}

export async function startSoaked(dataDir: string) {
  const service = await startReference({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [client],
    seed: { agents: 16, offices: 3, transactions: 1_000, seed: 1 },
    tokenLifetimeSeconds: TOKEN_SECONDS,
    timeZone: 'UTC',
    logLevel: 'error',
  });
  const overrides = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    UPSTREAM_CLIENT_ID: client.id,
    UPSTREAM_CLIENT_SECRET: loadClientSecret(dataDir),
    UPSTREAM_VENDOR_EMAIL: client.vendorEmail,
    AUTH_ISSUER: caller.issuer,
    AUTH_AUDIENCE: caller.audience,
    DIRECTORY_REFRESH_SECONDS: String(REFRESH_SECONDS),
  };
  const gateway = await startGateway(service, { overrides, switches: inspectorSwitches });
  const inspector = await inspect(gateway);
  const token = await issueCallerToken({
    ...caller,
    ...{ dataDir, role: 'agent', subject: 'soak', scopes: callerScopes, nrdsIds: [demoAgentNrdsId] },
    lifetimeSeconds: 86_400,
  });
  return {
    url: new URL(gateway.url).origin,
    /** Of the demo agent. */
    token,
    sample: async (): Promise<Sample> => ({
      heapMb: await collectedHeapMb(inspector),
      residentMb: residentMb(gateway.pid),
      descriptors: readdirSync(`/proc/${gateway.pid}/fd`).length,
    }),
    /** Successful calls of the POST API, by endpoint. */
    async calls(): Promise<ReadonlyMap<string, number>> {
      const text = await (await fetch(new URL('/metrics', gateway.url))).text();
      const lines = text.matchAll(/^gateway_upstream_calls_total\{endpoint="(\w+)",outcome="ok"\} (\d+)$/gm);
      return new Map([...lines].map(([, endpoint = '', count]) => [endpoint, Number(count)]));
    },
    async end(): Promise<void> {
      inspector.close();
      await gateway.stop();
      await service.close();
    },
  };
}
