/** The MCP server of examples/mcp, asked by the official client, in front of a gateway that accepts its documents and nothing else. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, onTestFinished, test } from 'vitest';
import { load, row } from '../gateway/search/index-under-test.ts';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { openSearchIndex } from '../support/gateways/search-index.ts';
import { type SeededGateway, startSeededGateway } from './seeded-gateway.ts';

const root = join(import.meta.dirname, '../..');
const example = join(root, 'examples/mcp');
const main = join(example, 'src/main.ts');
const persistedDocuments = readFileSync(join(example, 'documents.json'), 'utf8');

/** How the README has an assistant start the server. */
const readme = readFileSync(join(example, 'README.md'), 'utf8');
const [, assistantsFile = ''] = /```json\n(.+?)```/s.exec(readme) ?? [];
const { command, args } = JSON.parse(assistantsFile.replaceAll('/path/to', root)).mcpServers['realty-forms'];

type Environment = Record<string, string>;

/** The client, with a server of its own that it has started as an assistant would. */
async function connect(
  { url }: Pick<SeededGateway, 'url'>,
  token: string,
  settings: Environment = {},
): Promise<Client> {
  // Wherever an assistant looks for programs, there may be an older Node, or none.
  const env = { PATH: '', GATEWAY_URL: url, GATEWAY_TOKEN: token, ...settings };
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ command, args, env }));
  return client;
}

/** Calls a tool; what its result says is JSON, unless it is the client's or the server's own message. */
async function call(client: Client, name: string, variables: Record<string, unknown> = {}) {
  const { isError = false, content } = await client.callTool({ name, arguments: variables });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  return { isError, text, body: text.startsWith('{') ? JSON.parse(text) : null };
}

test('over stdio, the tools are the queries of the manifest, which find transactions and what is due, and tell what goes wrong as the gateway does', async () => {
  const index = await openSearchIndex();
  const deal = { transName: 'Elm Street', dueDiligenceDate: '2026-04-02' };
  await load(index, demoAgentNrdsId, [row('1', deal), row('2', { transName: 'Oak Street' })]);
  const gateway = await startSeededGateway({ persistedDocuments, index });
  const client = await connect(gateway, gateway.token);
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['Changes', true],
    ['Deadlines', true],
    ['MyTransactions', true],
    ['Search', true],
    ['TransactionDetails', true],
    ['TransactionFiles', true],
  ]);
  const [, , list, , details] = tools;
  expect(details).toMatchObject({
    description: expect.stringContaining('Reads one transaction by its id'),
    inputSchema: { properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
  });
  expect(list?.inputSchema).toMatchObject({
    properties: {
      first: { type: 'integer', default: 10, description: expect.stringContaining('0 to 100') },
      filter: { $ref: '#/$defs/TransactionFilter' },
    },
    required: [],
    $defs: { TransactionFilter: { properties: { statuses: { items: { $ref: '#/$defs/PropertyStatus' } } } } },
  });

  const { isError, body } = await call(client, 'MyTransactions', { first: 2, filter: { statuses: ['ACTIVE'] } });
  expect(isError).toBe(false);
  const [first] = body.data.transactions.nodes;
  expect(body.data.transactions.nodes).toEqual([first, expect.anything()]);
  expect(first.status).toBe('ACTIVE');
  const read = await call(client, 'TransactionDetails', { id: first.id });
  expect(read.body.data.transaction).toMatchObject({ id: first.id, name: first.name });

  const found = await call(client, 'Search', { text: 'elm' });
  expect(found.body.data.search).toMatchObject({ totalCount: 1, isComplete: true, nodes: [{ name: 'Elm Street' }] });
  const due = await call(client, 'Deadlines', { from: '2026-04-01', to: '2026-04-30' });
  expect(due.body.data.deadlines.nodes).toMatchObject([
    { kind: 'DUE_DILIGENCE', date: '2026-04-02', transaction: { name: 'Elm Street' } },
  ]);

  const missing = await call(client, 'TransactionDetails', { id: 'no-such-id' });
  expect([missing.isError, missing.body.errors[0].extensions]).toMatchObject([
    true,
    { code: 'NOT_FOUND', retryable: false },
  ]);

  const before = gateway.lines.length;
  expect(before).toBeGreaterThan(0);
  for (const variables of [{ filter: { statuses: ['SOLD'] } }, { first: 'two' }, { nrdsId: '1' }]) {
    expect(await call(client, 'MyTransactions', variables)).toMatchObject({ isError: true, body: null });
  }
  expect(gateway.lines.length).toBe(before);
  await expect(client.callTool({ name: 'CreateTransaction', arguments: {} })).rejects.toThrow('CreateTransaction');
});

test('it writes only if it is told to, and once for each key', async () => {
  const gateway = await startSeededGateway({ persistedDocuments });
  const client = await connect(gateway, gateway.token, { MCP_WRITES: 'on' });
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'CreateTransaction')?.annotations?.readOnlyHint).toBe(false);
  const input = {
    stateId: 'CA',
    name: '12 Assistant Street',
    streetAddress: '12 Assistant Street',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING',
    status: 'NEW',
    idempotencyKey: randomUUID(),
  };
  const outcomes = [
    await call(client, 'CreateTransaction', { input }),
    await call(client, 'CreateTransaction', { input }),
  ];
  expect(outcomes.map(({ body }) => body.data.createTransaction)).toMatchObject([
    { outcome: 'COMMITTED', replayed: false },
    { outcome: 'COMMITTED', replayed: true },
  ]);
});

test('over HTTP, each request is made with its own token, and none without one', async () => {
  const gateway = await startSeededGateway({ persistedDocuments });
  const address = await startOverHttp(gateway);
  const countFor = async (token: string) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    const { isError, text, body } = await call(client, 'MyTransactions', { first: 1 });
    if (isError) throw new Error(text);
    return body.data.transactions.totalCount;
  };
  const [own, other] = [await countFor(gateway.token), await countFor(await agentToken(['999000002']))];
  expect([own > 0, other > 0, own === other]).toEqual([true, true, false]);

  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  await expect(countFor('forged')).rejects.toThrow('UNAUTHENTICATED');
  const denied = await fetch(address, init);
  expect([denied.status, denied.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const foreign = await fetch(address, { ...init, headers: { ...init.headers, origin: 'https://elsewhere.example' } });
  expect(foreign.status).toBe(403);
});

async function startOverHttp({ url }: Pick<SeededGateway, 'url'>): Promise<string> {
  const env = { ...process.env, GATEWAY_URL: url, MCP_PORT: '0' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the server did not start');
}
