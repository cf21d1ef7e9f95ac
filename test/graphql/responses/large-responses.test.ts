// Large responses over real connections: how much of them a caller and the gateway hold until they are read, and what happens to
// those that turn out larger than estimated.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import {
  countCharacters,
  createMemoryBudget,
  createResponseLimits,
} from '../../../src/graphql/responses/response-limits.ts';
import { agentToken, serviceToken, sign } from '../../support/callers/caller-tokens.ts';
import { aliasedPage } from '../../support/gateways/full-selection.ts';
import { listen, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';

const LIST = '/fsforms/listTrans';
const LONG = 'x'.repeat(9_000);
/** In a response of more than the operating system takes off the gateway's hands for a connection. */
const LONGER = 'x'.repeat(36_000);
const full = { NRDSID: '100', transId: '1', transName: LONG, realtorName: LONG };
const page = (record: object) => ({
  json: [{ meta: { total: 100, max: 101 }, data: Array.from({ length: 100 }, () => record) }],
});
const allScopes = 'transactions.read';
const tokenOf = (sub: string) => sign({ sub, role: 'agent', nrds: ['100'], scope: allScopes });
const query = '{ transactions(first: 100) { nodes { id transId name realtorName } } }';

async function start(maxHeldBytes: number) {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const answerList = vi.fn(() => page({ ...full, transName: LONGER, realtorName: LONGER }));
  stub.answer(LIST, answerList);
  const url = await listen({ baseUrl: stub.url }, { maxBytes: 8_000_000, maxHeldBytes });
  const ask = async (sub: string, text = query) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(sub)}` },
      body: JSON.stringify({ query: text }),
    });
    const { errors = [] } = JSON.parse(await response.text());
    const { message, extensions } = errors[0] ?? {};
    return { status: response.status, retryAfter: response.headers.get('retry-after'), message, ...extensions };
  };
  /** A connection with a request whose response has begun, and is never read to its end. */
  const hold = async (sub: string) => {
    const body = JSON.stringify({ query });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\nauthorization: Bearer ${await tokenOf(sub)}`;
    socket.write(`POST /graphql HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n${body}`);
    await once(socket, 'readable');
    return socket;
  };
  return { ask, hold, reads: () => answerList.mock.calls.length };
}

test('responses that are not read count toward what their caller may hold, until their connections are closed', async () => {
  const { ask, hold } = await start(64_000_000);
  const sockets = [await hold('slow'), await hold('slow')];
  expect(await ask('slow')).toEqual({
    status: 503,
    retryAfter: '1',
    code: 'OVERLOADED',
    retryable: true,
    message: expect.stringMatching(/^Your undelivered responses take \d+ bytes; the maximum is 16000000\./),
  });
  expect((await ask('quick')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask('slow')).status).toBe(200);
});

test('there is no call for a response that is estimated to find no room', async () => {
  const { ask, hold, reads } = await start(8_000_000);
  await hold('slow');
  expect(reads()).toBe(1);
  const refused = await ask('quick', '{ transactions(first: 100) { nodes { flat } } }');
  expect(refused).toMatchObject({
    status: 503,
    code: 'OVERLOADED',
    message: expect.stringMatching(/no room for another large response/),
  });
  expect(reads()).toBe(1);
});

describe('the budget', () => {
  const create = () => createMemoryBudget({ maxBytes: 100, maxCallerBytes: 40 });

  test('is of each caller, and of all', () => {
    const reserve = create();
    const [a, b, c, d] = [reserve('a'), reserve('b'), reserve('c'), reserve('d')];
    expect([a.growTo(40), b.growTo(40)]).toEqual([null, null]);
    expect(reserve('a').growTo(1)).toMatchObject({ code: 'CALLER_RESPONSES_FULL' });
    expect(c.growTo(30)).toMatchObject({ code: 'RESPONSES_FULL' });
    expect([c.growTo(20), d.growTo(1)?.code]).toEqual([null, 'RESPONSES_FULL']);
    a.set(10);
    expect([d.growTo(30), a.growTo(11)?.code]).toEqual([null, 'RESPONSES_FULL']);
    for (const each of [a, b, c, d]) each.set(0);
    expect(['e', 'f'].map((caller) => reserve(caller).growTo(40))).toEqual([null, null]);
  });

  test('is exceeded by what is never refused, and by nothing else', () => {
    const reserve = create();
    const write = reserve('a');
    write.set(300);
    expect(reserve('b').growTo(1)).toMatchObject({ code: 'RESPONSES_FULL' });
    write.set(0);
    expect(reserve('b').growTo(40)).toBeNull();
  });
});

describe('a response that is larger than estimated', () => {
  test('is QUERY_TOO_COSTLY in place of the response of a query', async () => {
    const { ask, stub } = await startStubbedGraph({}, { maxBytes: 1_000_000 });
    stub.answer(LIST, () => page(full));
    const { status, data, errors } = await ask(query, { token: await agentToken() });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toEqual([
      {
        message: 'The response is larger than 1000000 bytes, the maximum. Request less at a time.',
        extensions: { code: 'QUERY_TOO_COSTLY', retryable: false },
      },
    ]);
  });

  test('is measured with the escapes of its text', async () => {
    const { ask, stub } = await startStubbedGraph({}, { maxBytes: 1_000_000 });
    stub.answer(LIST, () => page({ ...full, transName: '"'.repeat(9_000) }));
    const { errors } = await ask('{ transactions(first: 100) { nodes { name } } }', { token: await agentToken() });
    expect(errors?.[0]?.extensions['code']).toBe('QUERY_TOO_COSTLY');
  });

  test('is never withheld if it is the outcome of a write', async () => {
    const { ask, stub } = await startStubbedGraph({}, { maxBytes: 100_000, maxHeldBytes: 100_000 });
    const title = '"'.repeat(300_000);
    stub.answer('/thlmobile/createTicket', () => ({ json: { status: 200, title, detail: title } }));
    const { status, data } = await ask(
      'mutation { createTicket(input: { userName: "u", title: "t", description: "d" }) { outcome title detail } }',
      { token: await serviceToken() },
    );
    expect([status, data.createTicket]).toEqual([200, { outcome: 'COMMITTED', title, detail: title }]);
  });
});

test('a large response is complete and in order', async () => {
  const { ask, stub } = await startStubbedGraph({}, { maxBytes: 10_000_000 });
  const records = Array.from({ length: 100 }, (_, at) => ({
    ...full,
    transId: `${at}`,
    transName: `name ${at}`,
    sellerParty1Name: 'é "ü"',
  }));
  stub.answer(LIST, () => ({ json: [{ meta: { total: 100, max: 101 }, data: records }] }));
  const { text, data } = await ask(aliasedPage(4), { token: await agentToken() });
  for (const list of ['n0', 'n1', 'n2', 'n3']) {
    const nodes = data.transactions[list] as { name: string; seller: { parties: object[] } }[];
    expect(nodes.map(({ name }) => name)).toEqual(records.map(({ transName }) => transName));
    expect(nodes[99]?.seller.parties).toMatchObject([{ slot: 1, name: 'é "ü"' }]);
  }
  expect(text).toBe(`${JSON.stringify({ data })}\n`);
});

test('a result that is small, as it was estimated, is gone through once', () => {
  const { write } = createResponseLimits({ maxBytes: 1_000_000 });
  let reads = 0;
  const data = {
    get name() {
      reads += 1;
      return 'Elm';
    },
  };
  const context = { reservation: null, response: { destroyed: false }, requestLog: {} } as unknown as Context;
  expect(write(context, { data })).toBe('{"data":{"name":"Elm"}}');
  expect(reads).toBe(1);
});

describe('the count of characters', () => {
  test('is that of the text, but for escapes and the length of numbers', () => {
    const plain = { data: { list: [{ a: 'one', b: null, c: true }, { a: 'two' }], d: {} } };
    expect(Math.abs(countCharacters(plain, 1_000) - JSON.stringify(plain).length)).toBeLessThan(10);
  });

  test('stops soon after its maximum', () => {
    const reads = { count: 0 };
    const list = Array.from({ length: 1_000 }, () => ({
      get text() {
        reads.count += 1;
        return 'x'.repeat(100);
      },
    }));
    expect(countCharacters({ data: { list } }, 1_000)).toBeGreaterThan(1_000);
    expect(reads.count).toBeLessThan(15);
  });
});
