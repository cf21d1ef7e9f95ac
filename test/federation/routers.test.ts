// Behind routers, with another team's graph: each query gives what the two graphs give directly, to whoever asks.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agentToken, serviceToken, sign } from '../support/callers/caller-tokens.ts';
import { listen } from '../support/gateways/graph-under-test.ts';
import { type HandTypedUpstream, startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';
import { areInstalled } from './libraries.ts';
import { type NotesGraph, startNotes } from './notes.ts';
import { type Ask, composed, routers } from './supergraph.ts';

interface Ids {
  readonly transactions: readonly string[];
  readonly account: string;
}

describe.skipIf(!areInstalled).each(Object.entries(routers))('behind %s', (router, start) => {
  let stub: HandTypedUpstream;
  let notes: NotesGraph;
  let url: string;
  let ask: Ask;

  async function direct(query: string, token: string) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return JSON.parse(await response.text());
  }

  async function idsFor(token: string, nrdsId = '100'): Promise<Ids> {
    const { data } = await direct(
      `{ transactions(agentNrdsId: "${nrdsId}") { nodes { id } } account(by: { nrdsId: "${nrdsId}" }) { id } }`,
      token,
    );
    return { transactions: data.transactions.nodes.map(({ id }: { id: string }) => id), account: data.account.id };
  }

  const cleanups: (() => unknown)[] = [];
  const onCleanup = (end: () => unknown) => void cleanups.unshift(end);
  beforeAll(async () => {
    stub = await startHandTypedUpstream();
    onCleanup(() => stub.close());
    notes = await startNotes(onCleanup);
    ({ url, ask } = await startBehind(1_000));
  });
  afterAll(async () => {
    for (const end of cleanups) await end();
  });

  async function startBehind(perMinute: number) {
    const app = { rateLimit: { perMinute, maxConcurrent: 40 } };
    const realty = await listen({ baseUrl: stub.url }, { federation: {}, app, onCleanup });
    return { url: realty, ask: await start(await composed(realty, notes.url), onCleanup) };
  }

  beforeEach(() => {
    notes.notes.length = 0;
    stub.requests.length = 0;
  });

  test('queries give what they give directly', async () => {
    const token = await agentToken();
    for (const query of [
      '{ transactions { totalCount nodes { id transId name } pageInfo { hasNextPage endCursor } } }',
      '{ transactions(first: 1) { edges { cursor node { name property { city } seller { agent { name } } } } } }',
      '{ account(by: { nrdsId: "100" }) { id email nrdsId office { name } transactions { nodes { name } } } }',
      '{ transactions(first: 1) { nodes { ...A } } } fragment A on Transaction { id insertDate listing { price } }',
    ]) {
      const expected = await direct(query, token);
      expect(expected.errors).toBeUndefined();
      expect(await ask(query, token), query).toEqual({ data: expected.data });
    }
  });

  test('another team adds fields to what an agent sees', async () => {
    const token = await agentToken();
    notes.notes.push({ id: 'n1', text: 'call 501' });
    expect(
      await ask(
        '{ transactions { nodes { name commission notes { text } } } account(by: { nrdsId: "100" }) { rating } }',
        token,
      ),
    ).toEqual({
      data: {
        transactions: {
          nodes: [
            { name: 'Elm Street', commission: 50.1, notes: [{ text: 'call 501' }] },
            expect.objectContaining({ commission: 50.2, notes: [] }),
            expect.objectContaining({ commission: 50.3, notes: [] }),
          ],
        },
        account: { rating: 1 },
      },
    });
  });

  test('another team refers to transactions and accounts; what the caller may not see is null with NOT_FOUND', async () => {
    const token = await agentToken();
    const mine = await idsFor(token);
    const theirs = await idsFor(await agentToken(['200']), '200');
    const [id = '', other = ''] = [mine.transactions[0], theirs.transactions[0]];
    notes.notes.push({ id: 'n1', text: 'mine', about: { id }, author: { nrdsId: '100' } });
    const query = '{ notes { nodes { text about { name commission } author { email rating } } } }';
    expect(await ask(query, token)).toEqual({
      data: {
        notes: {
          nodes: [
            {
              text: 'mine',
              about: { name: 'Elm Street', commission: 50.1 },
              author: { email: 'Ada@agents.example', rating: 1 },
            },
          ],
        },
      },
    });
    notes.notes.push({ id: 'n2', text: 'theirs', about: { id: other } });
    const { data, errors } = await ask('{ notes { nodes { about { name } } } }', token);
    expect(data).toEqual({ notes: { nodes: [{ about: { name: 'Elm Street' } }, { about: { name: null } }] } });
    expect(errors?.map(({ extensions }) => [extensions?.['code'], extensions?.['retryable']])).toEqual([
      ['NOT_FOUND', false],
    ]);
    if (router === 'Hive Gateway') expect(errors?.[0]?.path?.slice(0, 4)).toEqual(['notes', 'nodes', 1, 'about']);
    expect(stub.bodiesOf('getTransById').every(({ transId }) => transId === '501')).toBe(true);
  });

  test('280 references are resolved in one request, with one call', async () => {
    const token = await agentToken();
    const { transactions } = await idsFor(token);
    for (let n = 0; n < 280; n += 1)
      notes.notes.push({ id: `n${n}`, text: 'again', about: { id: transactions[n % transactions.length] ?? '' } });
    stub.requests.length = 0;
    const { data, errors } = await ask('{ notes { nodes { about { name } } } }', token);
    expect(errors).toBeUndefined();
    const names = ['Elm Street', 'Oak Lane', 'Ash Court'];
    const nodes = Array.from({ length: 280 }, (_, n) => ({ about: { name: names[n % names.length] } }));
    expect(data).toEqual({ notes: { nodes } });
    expect(stub.bodiesOf('getTransById')).toHaveLength(transactions.length);
  });

  test('a write keeps its idempotency key', async () => {
    const token = await agentToken();
    const write = `mutation { createTransaction(input: { stateId: "OR", name: "New", streetAddress: "1 Way",
      propertyType: RESIDENTIAL, type: PURCHASE, status: NEW, idempotencyKey: "key-1" }) { outcome replayed } }`;
    const outcomes = [await ask(write, token), await ask(write, token)].map(({ data }) => data?.['createTransaction']);
    expect(outcomes).toEqual([
      { outcome: 'COMMITTED', replayed: false },
      { outcome: 'COMMITTED', replayed: true },
    ]);
    expect(stub.bodiesOf('addTrans')).toHaveLength(1);
  });

  test('an expired token, a missing scope, a missing token and too many requests are told apart', async () => {
    const limited = await startBehind(20);
    const query = '{ transactions { totalCount } }';
    const codeFor = async (token?: string) => (await limited.ask(query, token)).errors?.[0]?.extensions?.['code'];
    const past = Math.floor(Date.now() / 1000) - 3_600;
    const expired = await sign({ role: 'agent', nrds: ['100'], scope: 'transactions.read', iat: past, exp: past + 60 });
    expect(await codeFor(expired)).toBe('UNAUTHENTICATED');
    expect(await codeFor(await agentToken(['100'], ['account.read']))).toBe('FORBIDDEN');
    expect(await codeFor()).toBe('UNAUTHENTICATED');
    const service = await serviceToken(['openid']);
    // One after another, since routers make one request of equal ones.
    let last = (await limited.ask(query, service)).errors?.[0];
    for (let n = 0; n < 25 && last?.extensions?.['code'] === 'FORBIDDEN'; n += 1)
      last = (await limited.ask(query, service)).errors?.[0];
    // Of what has another status than 401, Apollo's tells the status only.
    if (router === 'Hive Gateway') expect(last?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    else expect(last?.message).toContain('429');
  });
});
