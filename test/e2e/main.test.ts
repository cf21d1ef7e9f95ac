// The program as a developer starts it: no settings except free ports and a folder, everything over real sockets.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { startMain } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

async function start(folder: string) {
  // Nothing listens at the proxy's address, and nothing needs it: the embedded service is on this machine.
  const main = startMain({ DATA_DIR: folder, OUTBOUND_PROXY: 'http://127.0.0.1:9' });
  const url = await main.printed(/"graphql":"(http:\/\/127\.0\.0\.1:\d+)\/graphql"/);
  const postApi = await main.printed(/"upstream":"(http:\S+?)"/);
  const agent = await developmentToken(main.dataDir);
  const service = await developmentToken(main.dataDir, 'service');
  const ask = async (query: string, variables: object = {}, token = agent): Promise<Json> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    expect(response.status).toBe(200);
    const { data, errors } = (await response.json()) as Json;
    expect(errors).toBeUndefined();
    return data;
  };
  return { main, url, postApi, service, ask };
}

const PAGE = `query ($after: String) {
  transactions(first: 40, after: $after) { totalCount nodes { id name } pageInfo { hasNextPage endCursor } }
}`;
const CREATE = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { outcome userErrors { message } transaction { id transId name } }
}`;
const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Transaction { name status transId } } }';

test('reads, pages, creates; stops on SIGTERM; keeps its data across a restart', async () => {
  const folder = seededFolder();
  const first = await start(folder);

  expect(await first.ask('{ viewer { role nrdsIds } }')).toEqual({
    viewer: { role: 'AGENT', nrdsIds: [demoAgentNrdsId] },
  });
  const walked: Json[] = [];
  let max = 0;
  for (let after: string | null = null; ; ) {
    const { transactions } = await first.ask(PAGE, { after });
    max = transactions.totalCount;
    walked.push(...transactions.nodes);
    after = transactions.pageInfo.endCursor;
    if (!transactions.pageInfo.hasNextPage) break;
  }
  expect(max).toBeGreaterThan(100);
  expect(walked).toHaveLength(max);
  expect(new Set(walked.map(({ id }) => id)).size).toBe(max);

  const { accounts } = await first.ask('{ accounts(first: 1) { totalCount } }', {}, first.service);
  expect(accounts.totalCount).toBeGreaterThan(10);

  const input = {
    agentNrdsId: demoAgentNrdsId,
    stateId: 'OR',
    name: 'Created over sockets',
    streetAddress: '1 Test Lane',
    propertyType: 'RESIDENTIAL',
    type: 'LEASE_RENTAL',
    status: 'PENDING',
  };
  const { createTransaction } = await first.ask(CREATE, { input });
  expect(createTransaction).toMatchObject({ outcome: 'COMMITTED', userErrors: [] });
  const { id, transId } = createTransaction.transaction;

  first.main.signal('SIGTERM');
  expect(await first.main.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  for (const address of [first.url, first.postApi]) await expect(fetch(address)).rejects.toThrow();
  // Which INDEX=off keeps from being made.
  expect(existsSync(join(folder, 'index.sqlite'))).toBe(false);

  const second = await start(folder);
  expect(await second.ask(NODE, { id })).toEqual({
    node: { id, transId, name: 'Created over sockets', status: 'PENDING' },
  });
  expect((await second.ask(PAGE)).transactions.totalCount).toBe(max + 1);
  second.main.signal('SIGINT');
  expect(await second.main.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});
