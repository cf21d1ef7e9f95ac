// The program as a developer starts it: no settings except free ports and a folder, everything over real sockets.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

/** The data folder holds keys and all agents' records: only its owner can read it. */
const modesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const entry = statSync(join(folder, name), { throwIfNoEntry: false });
      // A temporary file, which is gone again.
      if (entry === undefined) return [];
      return [[name, `${entry.isDirectory() ? 'd' : '-'}${(entry.mode & 0o777).toString(8)}`]];
    }),
  );

async function start(folder: string) {
  // Nothing listens at the proxy's address, and nothing needs it: the embedded service is on this machine. One agent is enough for an index.
  const settings = {
    OUTBOUND_PROXY: 'http://127.0.0.1:9',
    INDEX: '',
    INDEX_AGENTS: demoAgentNrdsId,
    LOG_LEVEL: 'info',
  };
  const main = startMain({ DATA_DIR: folder, ...settings });
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
  const indexed = async () => JSON.parse(await main.printed(/\{[^\n]*the search index is filled[^\n]*\}/));
  return { main, url, postApi, service, ask, indexed };
}

const COUNT = '{ transactions(first: 1) { totalCount } }';
const CREATE = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { outcome userErrors { message } transaction { id transId name } }
}`;
const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Transaction { name status transId } } }';

test('says that its service is the embedded one; reads, creates; fills its index; keeps its data and its index across a kill, for its owner alone; stops on SIGINT', async () => {
  const folder = seededFolder();
  chmodSync(join(folder, 'reference.sqlite'), 0o644);
  const first = await start(folder);

  expect(await first.ask('{ viewer { role nrdsIds } }')).toEqual({
    viewer: { role: 'AGENT', nrdsIds: [demoAgentNrdsId] },
  });
  expect(JSON.parse(first.main.stdout().split('\n', 1)[0] ?? '')).toMatchObject({ upstream: 'embedded' });
  const ready = { status: 'ready', upstream: 'embedded', upstreamState: 'up' };
  expect(await (await fetch(`${first.url}/readyz`)).json()).toEqual(ready);
  const { totalCount } = (await first.ask(COUNT)).transactions;
  expect(totalCount).toBeGreaterThan(100);

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

  const filled = await first.indexed();
  expect(filled).toMatchObject({ agents: 1, complete: 1 });
  expect(filled.transactions).toBeGreaterThan(100);
  const modes = modesOf(folder);
  const made = [
    'client-secret',
    'id-keys',
    'signing-key.json',
    'index.sqlite',
    'reference.sqlite',
    'reference.sqlite-wal',
  ];
  expect(Object.keys(modes)).toEqual(expect.arrayContaining(made));
  expect(new Set(Object.values(modes))).toEqual(new Set(['-600', 'd700']));
  first.main.signal('SIGKILL');
  await first.main.ended;

  const second = await start(folder);
  expect(await second.indexed()).toMatchObject({ agents: 1, complete: 1, calls: 0 });
  expect(await second.ask(NODE, { id })).toEqual({
    node: { id, transId, name: 'Created over sockets', status: 'PENDING' },
  });
  expect((await second.ask(COUNT)).transactions.totalCount).toBe(totalCount + 1);
  second.main.signal('SIGINT');
  expect(await second.main.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  for (const address of [second.url, second.postApi]) await expect(fetch(address)).rejects.toThrow();
  expect(new Set(Object.values(modesOf(folder)))).toEqual(new Set(['-600', 'd700']));
});

test('every file of Node’s compile cache is created with mode 0600 and every folder with 0700', async () => {
  const folder = join(temporaryFolder(), 'data');
  // What fails soon has compiled less, which a whole start would take seconds for.
  const { code } = await startMain({ DATA_DIR: folder, PORT: 'none', NODE_COMPILE_CACHE: undefined }).ended;
  expect(code).toBe(1);
  expect(readdirSync(join(folder, 'compiled'), { recursive: true }).length).toBeGreaterThan(20);
  expect(new Set(Object.values(modesOf(folder)))).toEqual(new Set(['-600', 'd700']));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
