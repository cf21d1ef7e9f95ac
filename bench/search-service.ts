/**
 * The index of a whole gateway in front of the POST API, in the given database: what it takes to fill it, and how long after a change in the
 * service a search finds it. Agents have as many transactions as in the large index, so that calls and CPU time per record are the same.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransaction } from '@realty-forms/contract/calls/requests.ts';
import { makeAgents } from '@realty-forms/reference/seed/agents.ts';
import { startReference } from '@realty-forms/reference/start.ts';
import { keySetDocument, sign } from '../test/support/callers/caller-tokens.ts';
import { createFolder, removeFolder } from '../test/support/programs/script-resources.ts';
import { client, connect } from './post-api.ts';
import { cpuMicros } from './processes.ts';
import { startGateway } from './servers.ts';

export interface FilledByService {
  readonly records: number;
  readonly calls: number;
  /** CPU time of the gateway, without its start. */
  readonly micros: number;
  /** From the service's answer to a write that the gateway knows nothing of until a search has the new transaction. */
  readonly lagSeconds: readonly number[];
}

const AGENTS = 5;
const PROBE_MS = 250;
const SEARCH = 'query ($text: String) { search(text: $text, first: 5) { totalCount isComplete } }';

export async function fillByService(
  transactions: number,
  settings: Readonly<Record<string, string>>,
): Promise<FilledByService> {
  const dataDir = createFolder('bench-service-');
  const service = await startReference({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [client],
    seed: { agents: AGENTS, offices: 1, transactions, seed: 42 },
    timeZone: 'UTC',
    logLevel: 'error',
  });
  const keys = createServer((_, response) => response.end(JSON.stringify(keySetDocument)));
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  const gateway = await startGateway(service, {
    overrides: {
      ...{ INDEX: 'on', INDEX_CALLS_PER_MINUTE: '6000', UPSTREAM_VENDOR_EMAIL: client.vendorEmail, DATA_DIR: dataDir },
      AUTH_JWKS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`,
      ...settings,
    },
  });
  try {
    const started = cpuMicros(gateway.pid);
    const token = await sign({ role: 'service', sub: 'bench', scope: 'transactions.read account.read' });
    const search = async (text: string | null): Promise<Found> => {
      const response = await fetch(gateway.url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: SEARCH, variables: { text } }),
      });
      const { data, errors } = (await response.json()) as { data?: { search: Found }; errors?: unknown };
      if (data == null) throw new Error(`the gateway responded with ${JSON.stringify(errors)}`);
      return data.search;
    };
    let found = await search(null);
    for (; !found.isComplete; found = await search(null)) await delay(PROBE_MS);
    const micros = cpuMicros(gateway.pid) - started;
    const calls = await callsOf(gateway.url);
    return { records: found.totalCount, calls, micros, lagSeconds: await measureLag(service.url, search) };
  } finally {
    await gateway.stop();
    await service.close();
    keys.close();
    removeFolder(dataDir);
  }
}

interface Found {
  readonly totalCount: number;
  readonly isComplete: boolean;
}

/** The lists that were read, as the gateway counts them. */
async function callsOf(url: string): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  const counts = [...metrics.matchAll(/^gateway_upstream_calls_total\{[^}]*endpoint="listTrans"[^}]*\} (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** One transaction of each agent, a while apart: each agent's list is polled at a time of its own. */
async function measureLag(url: string, search: (text: string) => Promise<Found>): Promise<readonly number[]> {
  const call = await connect(url);
  const create = (agentNrdsId: string, name: string) =>
    call(
      'addTrans',
      createTransaction({
        ...{ agentNrdsId, name, stateId: 'UT', streetAddress: '1 Elm Street' },
        ...{ propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' },
      }),
    );

  return await Promise.all(
    makeAgents(AGENTS, [], 42, Date.now()).map(async ({ nrds_id }, at) => {
      await delay(at * 5_000);
      const name = `Quokka${at}x`;
      await create(nrds_id, name);
      const changedAt = performance.now();
      while ((await search(name)).totalCount === 0) await delay(PROBE_MS);
      return Math.round((performance.now() - changedAt) / 100) / 10;
    }),
  );
}
