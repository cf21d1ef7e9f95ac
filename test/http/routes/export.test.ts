// Exports: whole, and then what has changed; who gets them, and what each line says.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { callerScopes } from '../../../src/process/development.ts';
import { load, row } from '../../gateway/search/index-under-test.ts';
import { agentToken, coordinatorToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { everyFieldOf } from '../../support/gateways/full-selection.ts';
import { type GraphUnderTest, listen, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { openSearchIndex } from '../../support/gateways/search-index.ts';
import { startHandTypedUpstream, users } from '../../support/upstreams/hand-typed-upstream.ts';

const PATH = '/export/transactions.jsonl';
const HOUR = 60 * 60_000;

let index: SearchIndex;
beforeEach(async () => {
  index = await openSearchIndex();
  await load(index, '100', [row('11'), row('12')], Date.parse('2026-03-06T10:00:00Z'));
  await load(index, '300', [row('31')], Date.parse('2026-03-06T09:00:00Z'));
  await load(index, '200', [], Date.parse('2026-03-06T11:00:00Z'));
});

const start = () => startStubbedGraph({}, { index });

/** Something happens after each page, before the next one is read. */
const startAround = (happen: (pages: number) => Promise<void>) => {
  let pages = 0;
  const changesSince: SearchIndex['changesSince'] = async (...given) => {
    const page = await index.changesSince(...given);
    pages += 1;
    await happen(pages);
    return page;
  };
  return startStubbedGraph({}, { index: { ...index, changesSince } });
};

type Line = Record<string, unknown>;

async function get({ inject }: Pick<GraphUnderTest, 'inject'>, query = '', token?: string | null) {
  const bearer = token === null ? {} : { authorization: `Bearer ${token ?? (await serviceToken())}` };
  const response = await inject({ method: 'GET', url: `${PATH}${query}`, headers: { host: '127.0.0.1', ...bearer } });
  return { ...response, status: response.statusCode, error: () => JSON.parse(response.body).error };
}

async function exported(graph: Pick<GraphUnderTest, 'inject'>, cursor?: unknown) {
  const { status, body } = await get(graph, cursor === undefined ? '' : `?cursor=${cursor}`);
  expect([status, body.at(-1)]).toEqual([200, '\n']);
  const all = body
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const last = all.pop() as Line;
  return { lines: all, last, cursor: last['cursor'] as string, numbers: all.map(({ transId }) => transId) };
}

test('an export has each transaction of every active agent, and ends with a cursor and whose transactions it has', async () => {
  const { lines, last } = await exported(await start());
  expect(lines.map(({ agentNrdsId, transId, name }) => [agentNrdsId, transId, name])).toEqual([
    ['100', '11', 'Deal 11'],
    ['100', '12', 'Deal 12'],
    ['300', '31', 'Deal 31'],
  ]);
  expect(last).toEqual({
    cursor: expect.any(String),
    asOf: '2026-03-06T09:00:00.000Z',
    isComplete: true,
    agentNrdsIds: ['100', '200', '300'],
  });
});

test('a line has the fields and values of the graph', async () => {
  const graph = await start();
  const flat: FlatRecord = {
    transName: 'Elm',
    streetAddress: '1 Elm',
    yearBuilt: '1998',
    propertyStatus: 'A',
    propertyType: 'R',
    listingPrice: '349900.50',
    projectedClosingDate: '2026-05-04',
    sellerParty1Name: 'Sam',
    sellerAgentNRDSID: '100',
    buyerParty2Name: 'Bea',
    titleCompanyName: 'Deeds',
    titleCompanyRepresents: 'Seller',
    lastUpdateDate: '2026-03-02',
    insertDate: 'no date',
  };
  await index.saveWritten('300', row('31', flat, 5));
  const { lines } = await exported(graph);
  const fields = everyFieldOf('Transaction', ['account', 'files', 'archiveUrl', 'flat']);
  const { data, errors } = await graph.ask(`{ search(text: "elm") { nodes { ${fields} } } }`, {
    token: await serviceToken(),
  });
  expect(errors).toBeUndefined();
  expect(lines.at(-1)).toEqual({ ...data.search.nodes[0], agentNrdsId: '300' });
});

test('an export that lacks a list says so, although the list has been loaded meanwhile', async () => {
  await index.open('other settings');
  for (const nrdsId of ['100', '200']) await load(index, nrdsId, []);
  const { numbers, last } = await exported(
    await startAround(async () => {
      await load(index, '300', [row('31')], Date.parse('2026-03-06T09:00:00Z'));
    }),
  );
  expect(numbers).not.toContain('31');
  expect(last).toMatchObject({ isComplete: false });
});

test.each([false, true])(
  'an export during which an agent is erased says whether it has the list: %s',
  async (isLoadedAgain) => {
    const rows = Array.from({ length: 60 }, (_, at) => row(`2${at}`));
    await load(index, '200', rows);
    const graph = await startAround(async (pages) => {
      if (pages === 1) await index.erase(['200']);
      if (pages === 2 && isLoadedAgain) await load(index, '200', rows);
    });
    const { lines, last } = await exported(graph);
    const left = lines.findIndex(({ agentLeft }) => agentLeft);
    expect(lines.slice(left)).toHaveLength(1 + (isLoadedAgain ? 60 : 0));
    expect(last).toMatchObject({ isComplete: isLoadedAgain, agentNrdsIds: ['100', '200', '300'] });
  },
);

test('with a cursor there is only what has changed since, deletions included', async () => {
  const graph = await start();
  const first = await exported(graph);
  expect(await exported(graph, first.cursor)).toMatchObject({ lines: [], cursor: first.cursor });
  await index.saveWritten('100', row('12', { transName: 'Renamed' }, 5));
  await index.remove('100', ['11'], 6);
  const [{ id } = {}] = first.lines;
  const second = await exported(graph, first.cursor);
  expect(second.lines).toEqual([
    expect.objectContaining({ transId: '12', name: 'Renamed' }),
    { id, transId: '11', agentNrdsId: '100', deleted: true },
  ]);
  expect((await exported(graph, second.cursor)).lines).toEqual([]);
  // Those who begin anew are not told of what they do not have.
  expect((await exported(graph)).lines).toEqual([
    expect.objectContaining({ transId: '31' }),
    expect.objectContaining({ transId: '12' }),
    expect.objectContaining({ transId: '11', deleted: true }),
  ]);
});

test('an export of many pages has every transaction once', async () => {
  const numbers = Array.from({ length: 173 }, (_, at) => `2${at}`);
  await load(
    index,
    '200',
    numbers.map((transId) => row(transId)),
  );
  const { numbers: found } = await exported(await start());
  expect(found.toSorted()).toEqual(['11', '12', '31', ...numbers].toSorted());
});

test('an agent who has left is in no export, nor in what follows a cursor', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const graph = await start();
  const { cursor } = await exported(graph);
  const left = users.slice(0, 2);
  graph.stub.answer('/accounts/activeUsers', {
    json: [{ meta: { total: 2, max: 2, next_batch_no: null }, data: left }],
  });
  await index.saveWritten('300', row('31', {}, 5));
  await index.remove('300', ['31'], 6);
  vi.setSystemTime(Date.now() + 2 * HOUR);
  for (const from of [undefined, cursor])
    expect(await exported(graph, from)).toMatchObject({ last: { agentNrdsIds: ['100', '200'] } });
  expect((await exported(graph)).numbers).toEqual(['11', '12']);
  expect((await exported(graph, cursor)).numbers).toEqual([]);
  await index.erase(['300']);
  for (const from of [undefined, cursor])
    expect((await exported(graph, from)).lines.at(-1)).toEqual({ agentNrdsId: '300', agentLeft: true });
});

test('agents who leave or join while an export runs are not among its agents, and who leaves is not on its later pages', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await load(
    index,
    '200',
    Array.from({ length: 60 }, (_, at) => row(`2${at}`)),
  );
  await index.saveWritten('300', row('32', {}, 5));
  const changesSince: SearchIndex['changesSince'] = async (...given) => {
    const page = await index.changesSince(...given);
    const data = [...users.slice(0, 2), { ...users[0], agentNRDSID: '400', email: '400@a.example' }];
    graph.stub.answer('/accounts/activeUsers', { json: [{ meta: { total: 3, max: 3, next_batch_no: null }, data }] });
    vi.setSystemTime(Date.now() + 2 * HOUR);
    return page;
  };
  const graph = await startStubbedGraph({}, { index: { ...index, changesSince } });
  const { numbers, last } = await exported(graph);
  expect(numbers).toContain('259');
  expect(numbers).not.toContain('32');
  expect(last).toMatchObject({ agentNrdsIds: ['100', '200'] });
});

/** Agents whom the index has, and whom the directory has only when they `join`. */
async function startBeforeOthers(others: readonly string[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const nrdsId of others) await load(index, nrdsId, [row(`${nrdsId}1`)]);
  await index.saveWritten('100', row('12', { transName: 'Renamed' }, 5));
  const graph = await start();
  const join = (...joined: readonly string[]) => {
    const all = [
      ...users,
      ...joined.map((nrdsId) => ({ ...users[0], agentNRDSID: nrdsId, email: `${nrdsId}@a.example` })),
    ];
    const meta = { total: all.length, max: all.length, next_batch_no: null };
    graph.stub.answer('/accounts/activeUsers', { json: [{ meta, data: all }] });
    vi.setSystemTime(Date.now() + 2 * HOUR);
  };
  return { graph, join };
}

test('an agent whom the index has before the directory is exported once the directory has it; until then, later lines repeat', async () => {
  const { graph, join } = await startBeforeOthers(['400', '500']);
  const first = await exported(graph);
  expect(first.numbers).toEqual(['11', '31', '12']);
  await index.saveWritten('100', row('11', { transName: 'Renamed too' }, 5));
  await load(index, '400', [row('4001'), row('4002')]);
  const second = await exported(graph, first.cursor);
  expect(second.numbers).toEqual(['12', '11']);
  join('400');
  const third = await exported(graph, second.cursor);
  expect(third).toMatchObject({
    numbers: ['4001', '12', '11', '4002'],
    last: { agentNrdsIds: ['100', '200', '300', '400'] },
  });
  join('400', '500');
  const fourth = await exported(graph, third.cursor);
  expect(fourth.numbers).toEqual(['5001', '12', '11', '4002']);
  expect((await exported(graph, fourth.cursor)).numbers).toEqual([]);
});

describe('an export is rejected', () => {
  test.each([
    ['without a token', (): null => null, 401, 'UNAUTHENTICATED'],
    ['with a token that is none', (): string => 'x', 401, 'UNAUTHENTICATED'],
    ['of an agent', () => agentToken(['100']), 403, 'FORBIDDEN'],
    ['of a coordinator', () => coordinatorToken({ agents: ['100'] }), 403, 'FORBIDDEN'],
    [
      'of a service without the scope',
      () => serviceToken(callerScopes.filter((scope) => scope !== 'transactions.export')),
      403,
      'FORBIDDEN',
    ],
  ] as const)('%s', async (_, token, status, code) => {
    const response = await get(await start(), '', await token());
    expect([response.status, response.error().code]).toEqual([status, code]);
  });

  test.each([
    ['a cursor that is none', '?cursor=abc', 'INVALID_CURSOR', 'cursor: not the cursor of an export'],
    ['an empty cursor', '?cursor=', 'INVALID_CURSOR', 'cursor: not the cursor of an export'],
    ['two cursors', '?cursor=a&cursor=b', 'BAD_USER_INPUT', 'cursor: must be given once'],
    ['another parameter', '?curser=a', 'BAD_USER_INPUT', 'curser: unknown; the only parameter is cursor'],
  ])('with %s', async (_, query, code, message) => {
    const { status, error } = await get(await start(), query);
    expect([status, error()]).toEqual([400, { code, message: `${message}.` }]);
  });

  test('with the cursor of a list', async () => {
    const graph = await start();
    const token = await serviceToken();
    const { data } = await graph.ask('{ search(first: 1) { pageInfo { endCursor } } }', { token });
    const { error } = await get(graph, `?cursor=${data.search.pageInfo.endCursor}`);
    expect(error().code).toBe('INVALID_CURSOR');
  });

  test('with a cursor of an index that has been filled anew, which says so', async () => {
    const graph = await start();
    const { cursor } = await exported(graph);
    await index.open('other settings');
    const { status, error } = await get(graph, `?cursor=${cursor}`);
    expect([status, error().message]).toEqual([
      400,
      'cursor: the index was rebuilt since then; start again without a cursor.',
    ]);
  });

  test('without an index', async () => {
    const { status, error } = await get(await startStubbedGraph());
    expect([status, error().code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('if the index cannot be read, without its words', async () => {
    const changesSince = () => Promise.reject(new Error('disk I/O error'));
    const { status, error, body } = await get(await startStubbedGraph({}, { index: { ...index, changesSince } }));
    expect([status, error().code]).toEqual([503, 'OVERLOADED']);
    expect(body).not.toContain('disk');
  });

  test('if the directory cannot be read', async () => {
    const graph = await start();
    graph.stub.answer('/accounts/activeUsers', { status: 500 });
    const { status, error } = await get(graph);
    expect([status, error().code]).toEqual([502, 'UPSTREAM_UNAVAILABLE']);
  });
});

describe('over a connection', () => {
  const many = Array.from({ length: 250 }, (_, at) => row(`2${at}`));

  async function listening(reads: SearchIndex): Promise<Response> {
    const stub = await startHandTypedUpstream();
    onTestFinished(() => stub.close());
    const url = await listen({ baseUrl: stub.url }, { index: reads });
    return fetch(`${url}${PATH}`, { headers: { authorization: `Bearer ${await serviceToken()}` } });
  }

  test('nothing is read ahead of a client that does not read', async () => {
    await load(index, '200', many);
    let pages = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const counted: SearchIndex = {
      ...index,
      async changesSince(...args) {
        pages += 1;
        const page = await index.changesSince(...args);
        setImmediate(resolve);
        if (pages > 3) return page;
        // So much fills the buffers of a connection.
        const record = { transName: 'x'.repeat(200_000) };
        return { ...page, changes: page.changes.map((each) => ({ ...each, record })) };
      },
    };
    const response = await listening(counted);
    await promise;
    // Long enough for many pages, as the other pages of the same export show afterwards.
    await exported(await startStubbedGraph({}, { index }));
    const unread = pages;
    expect(unread).toBeLessThan(4);
    const text = await response.text();
    expect(text.trimEnd().split('\n')).toHaveLength(254);
    expect(pages).toBeGreaterThan(unread);
  });

  test('a target that names the host with a port that is none is read like any other', async () => {
    const stub = await startHandTypedUpstream();
    onTestFinished(() => stub.close());
    const { port } = new URL(await listen({ baseUrl: stub.url }, { index }));
    const host = '127.0.0.1:99999';
    const headers = { host, authorization: `Bearer ${await serviceToken()}` };
    const sent = request({ host: '127.0.0.1', port, path: `http://${host}${PATH}?curser=a`, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(400);
  });

  test('an export ends without a cursor if the index is filled anew meanwhile', async () => {
    await load(index, '200', many);
    const changing: SearchIndex = {
      ...index,
      changesSince: async (change, limit) => {
        const page = await index.changesSince(change, limit);
        return change === 0 ? page : { ...page, log: 'another' };
      },
    };
    const response = await listening(changing);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });
});
