// Query.search and Query.deadlines over an index with the rows of two agents, in front of the hand-typed service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { openSqliteIndex } from '../../../src/gateway/search/store/sqlite-index.ts';
import { load, row } from '../../gateway/search/index-under-test.ts';
import { agentToken, coordinatorToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import {
  type GraphUnderTest,
  type Overrides,
  type QueryOptions,
  startStubbedGraph,
} from '../../support/gateways/graph-under-test.ts';
import { simulatedReplicas } from '../../support/simulated-replicas.ts';

const elm = {
  transName: 'Elm Street',
  streetAddress: '1 Elm Street',
  City: 'Łódź',
  State: 'OR',
  propertyStatus: 'A',
  transactionType: 'L',
  listingPrice: '349900.50',
  dueDiligenceDate: '2026-04-03',
  projectedClosingDate: '2026-05-04',
  lastUpdateDate: '2026-03-02',
  sellerParty1Name: 'Sam Seller',
};

let index: SearchIndex;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'search-'));
  index = await openSqliteIndex(join(folder, 'index.sqlite'), { timeZone: 'UTC' });
  await index.open('settings');
  const oak = {
    ...elm,
    transName: 'Oak',
    streetAddress: '5 Oak',
    City: 'Salem',
    propertyStatus: '?',
    listingPrice: 'cheap',
  };
  const later = {
    ...oak,
    transName: 'Elm and Oak',
    propertyStatus: 'P',
    dueDiligenceDate: '',
    lastUpdateDate: '2026-03-05',
  };
  await load(index, '100', [row('11', elm), row('12', oak)], Date.parse('2026-03-06T10:00:00Z'));
  await load(index, '300', [row('31', later)], Date.parse('2026-03-06T09:00:00Z'));
  await load(index, '200', [row('21', { ...elm, transName: 'Elm of another' })], Date.parse('2026-03-06T08:00:00Z'));
  // Of an agent that has left the directory.
  await load(index, '400', [row('41', { ...elm, transName: 'Elm of nobody' })], 1);
});
afterAll(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

const start = (overrides: Overrides = {}) => startStubbedGraph({}, { index, ...overrides });

async function search(
  graph: GraphUnderTest,
  args: string,
  { selection = 'nodes { name } totalCount', ...options }: QueryOptions & { readonly selection?: string } = {},
) {
  const token = options.token ?? (await agentToken(['100']));
  const response = await graph.ask(`{ search${args} { ${selection} } }`, { ...options, token });
  return {
    ...response,
    found: response.data?.search,
    names: response.data?.search?.nodes?.map((node: { name: string }) => node?.name),
  };
}

describe('search', () => {
  test('finds an agent’s own transactions by words, without a call for them', async () => {
    const graph = await start();
    expect((await search(graph, '(text: "ELM lodz")')).names).toEqual(['Elm Street']);
    expect((await search(graph, '(text: "sam se")')).names).toEqual(['Elm Street', 'Oak'].toReversed());
    expect((await search(graph, '(text: "o\'a")')).names).toEqual([]);
    expect((await search(graph, '(text: "#5")')).names).toEqual(['Oak']);
    expect((await search(graph, '')).found).toEqual({
      nodes: [{ name: 'Oak' }, { name: 'Elm Street' }],
      totalCount: 2,
    });
    expect(graph.stub.bodiesOf('listTrans')).toEqual([]);
    expect(graph.stub.bodiesOf('getTransById')).toEqual([]);
  });

  test('a transaction has the id that lists give it, by which it is read from the service', async () => {
    const graph = await start();
    const token = await agentToken(['100']);
    const listed = (await graph.ask('{ transactions(agentNrdsId: "100") { nodes { id transId } } }', { token })).data;
    const { id, transId } = listed.transactions.nodes[0];
    await index.saveWritten('100', row(transId, { transName: 'As in the list' }, 5));
    const { found } = await search(graph, '(text: "as in the list")', {
      selection: 'nodes { id transId name account { nrdsId } }',
    });
    expect(found.nodes).toEqual([{ id, transId, name: 'As in the list', account: { nrdsId: '100' } }]);
    await index.remove('100', [transId], 9);
  });

  test('filters, sorts and counts over the whole result', async () => {
    const token = await coordinatorToken({ offices: ['900'] });
    const selection = `nodes { name } totalCount isComplete asOf facets {
      statuses { value count } types { value count } states { value count } agents(first: 5) { value count }
      months(of: DUE_DILIGENCE_DATE) { value count } closing: months(of: PROJECTED_CLOSING_DATE) { value count }
    }`;
    const graph = await start();
    const all = await search(graph, '(first: 1, orderBy: { field: NAME, direction: DESC })', { token, selection });
    expect(all.errors).toBeUndefined();
    expect(all.found).toEqual({
      nodes: [{ name: 'Oak' }],
      totalCount: 3,
      isComplete: true,
      asOf: '2026-03-06T09:00:00.000Z',
      facets: {
        statuses: [
          { value: 'ACTIVE', count: 1 },
          { value: 'PENDING', count: 1 },
        ],
        types: [{ value: 'LEASE_RENTAL', count: 3 }],
        states: [{ value: 'OR', count: 3 }],
        agents: [
          { value: '100', count: 2 },
          { value: '300', count: 1 },
        ],
        months: [{ value: '2026-04', count: 2 }],
        closing: [{ value: '2026-05', count: 3 }],
      },
    });
    const filter =
      'statuses: [ACTIVE], types: [LEASE_RENTAL], states: ["or"], cities: ["lodz"], price: { min: "349900.5" }';
    const dates = 'dueDiligenceDate: { from: "2026-04-03", to: "2026-04-03" }, lastUpdateDate: { to: "2026-03-02" }';
    expect((await search(graph, `(filter: { ${filter}, ${dates} })`, { token })).names).toEqual(['Elm Street']);
    // A status that cannot be read is found without a filter on it, with the usual warning.
    const oak = await search(graph, '(text: "oak", agentNrdsIds: ["100"])', {
      token,
      selection: 'nodes { name status } totalCount',
    });
    expect(oak.found).toEqual({ nodes: [{ name: 'Oak', status: null }], totalCount: 1 });
    expect(oak.extensions.warnings).toEqual([{ path: ['search', 'nodes', 0, 'status'], field: 'status', raw: '?' }]);
  });

  test('pages lead through the result by cursors, which open for the same search of the same caller only', async () => {
    const graph = await start();
    const token = await serviceToken();
    const selection = 'nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
    const ask = (args: string, options: QueryOptions = { token }) => search(graph, args, { ...options, selection });
    const byName = 'orderBy: { field: NAME }';
    const first = await ask(`(first: 2, ${byName})`);
    expect(first.names).toEqual(['Elm and Oak', 'Elm of another']);
    expect(first.found.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const after = first.found.pageInfo.endCursor;
    expect(first.found.edges[1].cursor).toBe(after);
    const second = await ask(`(first: 5, after: "${after}", ${byName})`);
    expect(second.names).toEqual(['Elm Street', 'Oak']);
    expect(second.found.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await ask(`(last: 1, before: "${second.found.pageInfo.startCursor}", ${byName})`);
    expect(back.names).toEqual(['Elm of another']);
    const { transactions } = (
      await graph.ask('{ transactions(agentNrdsId: "100", first: 1) { pageInfo { endCursor } } }', { token })
    ).data;
    const elsewhere = [
      ask(`(after: "${after}", orderBy: { field: CITY })`),
      ask(`(after: "${after}", ${byName}, text: "elm")`),
      ask(`(after: "${after}", ${byName}, agentNrdsIds: ["100"])`),
      ask(`(after: "${after}", ${byName})`, { token: await agentToken(['100']) }),
      ask(`(after: "${transactions.pageInfo.endCursor}", ${byName})`),
      graph.ask(`{ deadlines(from: "2026-01-01", to: "2026-12-31", after: "${after}") { totalCount } }`, { token }),
      graph.ask(`{ transactions(agentNrdsId: "100", after: "${after}") { totalCount } }`, { token }),
    ];
    for (const { errors } of await Promise.all(elsewhere))
      expect(errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
  });

  test('rejects what it cannot search for by its argument, for every caller', async () => {
    const graph = await start();
    const refusals = [
      ['(text: "e")', 'text: must have at least two characters, and a letter or digit among them'],
      ['(text: "#-#")', 'text: must have at least two characters, and a letter or digit among them'],
      [`(text: "${'long '.repeat(50)}")`, 'text: must have at most 200 characters, not 250'],
      ['(text: "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4")', 'text: must have at most 12 words, not 13'],
      ['(filter: { statuses: [] })', 'filter.statuses: must not be empty; omit it instead'],
      ['(filter: { cities: ["Salem", " "] })', 'filter.cities.1: must not be blank'],
      [`(filter: { cities: ["${'ﷺ'.repeat(12)}"] })`, 'filter.cities.0: must have at most 200 characters, not 216'],
      [`(filter: { states: ["${'x'.repeat(201)}"] })`, 'filter.states.0: must have at most 200 characters, not 201'],
      ['(filter: { price: {} })', 'filter.price: must have min, max or both'],
      ['(filter: { price: { min: "10", max: "9.99" } })', 'filter.price: max (9.99) must not be less than min (10)'],
      ['(filter: { insertDate: { from: null } })', 'filter.insertDate: must have from, to or both'],
      [
        '(filter: { dueDiligenceDate: { from: "2026-03-02", to: "2026-03-01" } })',
        'filter.dueDiligenceDate: to (2026-03-01) must not be before from (2026-03-02)',
      ],
      ['(agentNrdsIds: [])', 'agentNrdsIds: must not be empty; omit it instead'],
      ['(first: 101)', 'first: must be from 0 to 100, not 101'],
      ['(first: 1, last: 1)', 'last: must not be combined with first; give one of them'],
    ] as const;
    for (const token of [await agentToken(['100']), await serviceToken()])
      for (const [args, message] of refusals) {
        const { errors } = await search(graph, args, { token });
        const [argument] = message.split(':');
        expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', argument } }]);
      }
    const { errors } = await search(graph, '', { selection: 'facets { agents(first: 0) { value } }' });
    const message = 'first: must be from 1 to 100, not 0';
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', argument: 'first' } }]);
  });

  test('a caller whose agents have all left is NOT_FOUND, although their rows are still there', async () => {
    const { errors } = await search(await start(), '', { token: await agentToken(['400']) });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  test('an agent or an office that the caller may not act for is NOT_FOUND, by the argument that names it', async () => {
    const graph = await start();
    for (const args of ['(agentNrdsIds: ["100", "200"])', '(agentNrdsIds: ["100", "999"])']) {
      const { errors } = await search(graph, args);
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', argument: 'agentNrdsIds.1' } }]);
    }
    const token = await serviceToken();
    const { errors } = await search(graph, '(officeNrdsIds: ["901"])', { token });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', argument: 'officeNrdsIds.0' } }]);
    expect((await search(graph, '(officeNrdsIds: ["900"])', { token })).found.totalCount).toBe(3);
  });

  test('finds nothing any more when the directory could not be read for two hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const graph = await start();
    expect((await search(graph, '')).names).toHaveLength(2);
    graph.stub.answer('/accounts/activeUsers', { status: 500 });
    vi.setSystemTime(Date.now() + 3 * 60 * 60_000);
    const { errors, found } = await search(graph, '');
    expect([found, errors?.[0]?.extensions['code']]).toEqual([null, 'UPSTREAM_UNAVAILABLE']);
  });

  test('says that the index is incomplete as long as the list of an agent is missing in it', async () => {
    const graph = await start({
      index: { ...index, search: (query) => index.search({ ...query, agents: [...query.agents, '500'] }) },
    });
    const { found, extensions } = await search(graph, '', { selection: 'isComplete' });
    expect(found.isComplete).toBe(false);
    expect(extensions.warnings).toMatchObject([{ path: ['search'], code: 'INDEX_INCOMPLETE' }]);
  });

  test('tells which agents are searched, so that their rows are kept current', async () => {
    const hub = simulatedReplicas();
    const graph = await start({ replicas: hub.join().replicas });
    await search(graph, '', { token: await coordinatorToken({ offices: ['900'] }) });
    const searched = hub.messages.filter(([name]) => name === 'index:searched');
    expect(searched.map(([, agents]) => agents?.split(' ').sort())).toEqual([['100', '300']]);
  });

  test('an operation has at most ten searches', async () => {
    const graph = await start();
    const eleven = Array.from({ length: 11 }, (_, at) => `s${at}: search { totalCount }`).join(' ');
    const { data, errors } = await graph.ask(`{ ${eleven} }`, { token: await agentToken(['100']) });
    expect(Object.values(data).filter((found) => found !== null)).toHaveLength(10);
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }]);
  });

  test('needs the scope transactions.read', async () => {
    const { errors } = await search(await start(), '', { token: await agentToken(['100'], ['account.read']) });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  test('the viewer can search where there is an index', async () => {
    const { data } = await (await start()).ask('{ viewer { canSearch } }', { token: await agentToken(['100']) });
    expect(data).toEqual({ viewer: { canSearch: true } });
  });

  test('without an index, it says so, and lists are read as ever', async () => {
    const graph = await startStubbedGraph();
    const { errors } = await search(graph, '');
    expect(errors).toMatchObject([
      { message: expect.stringContaining('Search is turned off'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('if the index cannot be read, it says so, logs why, and hides that from the client', async () => {
    const failing = { ...index, search: () => Promise.reject(new Error('database disk image is malformed')) };
    const graph = await start({ index: failing });
    const { errors, text } = await search(graph, '');
    expect(errors).toMatchObject([{ extensions: { code: 'OVERLOADED', retryable: true } }]);
    expect(text).not.toContain('malformed');
    expect(JSON.stringify(graph.lines)).toContain('malformed');
  });

  test('if it took too long, it says what to do, in a code of its own', async () => {
    const slow = Object.assign(new Error('a statement took more than 10000 ms'), { errcode: 9 });
    const graph = await start({ index: { ...index, search: () => Promise.reject(slow) } });
    const { errors } = await search(graph, '');
    expect(errors).toMatchObject([
      { message: expect.stringContaining('narrow it'), extensions: { code: 'SEARCH_TIMEOUT' } },
    ]);
    expect(JSON.stringify(graph.lines)).not.toContain('the index cannot be read');
  });
});

describe('deadlines', () => {
  const ask = async (args: string, token?: string) => {
    const graph = await start();
    const selection =
      'nodes { kind date agentNrdsId transaction { name } } totalCount isComplete pageInfo { endCursor hasNextPage }';
    return graph.ask(`{ deadlines(${args}) { ${selection} } }`, { token: token ?? (await agentToken(['100'])) });
  };

  test('are those of the caller’s agents between two days, by day', async () => {
    const token = await coordinatorToken({ agents: ['100', '300'] });
    const { data } = await ask('from: "2026-04-01", to: "2026-05-04", statuses: [ACTIVE, PENDING]', token);
    expect(data.deadlines).toMatchObject({
      nodes: [
        { kind: 'DUE_DILIGENCE', date: '2026-04-03', agentNrdsId: '100', transaction: { name: 'Elm Street' } },
        { kind: 'CLOSING', date: '2026-05-04', agentNrdsId: '100', transaction: { name: 'Elm Street' } },
        { kind: 'CLOSING', date: '2026-05-04', agentNrdsId: '300', transaction: { name: 'Elm and Oak' } },
      ],
      totalCount: 3,
      isComplete: true,
    });
    const first = (await ask('from: "2026-04-01", to: "2026-05-04", kinds: [CLOSING], first: 1', token)).data.deadlines;
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const after = first.pageInfo.endCursor;
    const rest = await ask(`from: "2026-04-01", to: "2026-05-04", kinds: [CLOSING], after: "${after}"`, token);
    expect(
      rest.data.deadlines.nodes.map(({ transaction }: { transaction: { name: string } }) => transaction.name),
    ).toEqual(['Oak', 'Elm and Oak']);
  });

  test.each([
    ['to: "2026-04-01"', 'BAD_USER_INPUT', 'to'],
    ['to: "2026-04-03", kinds: []', 'BAD_USER_INPUT', 'kinds'],
    ['to: "2026-04-03", statuses: []', 'BAD_USER_INPUT', 'statuses'],
    ['to: "2026-04-03", officeNrdsIds: []', 'BAD_USER_INPUT', 'officeNrdsIds'],
    ['to: "2026-04-03", first: 101', 'BAD_USER_INPUT', 'first'],
    ['to: "2026-04-03", agentNrdsIds: ["100", "200"]', 'NOT_FOUND', 'agentNrdsIds.1'],
    ['to: "2026-04-03", officeNrdsIds: ["900", "901"]', 'NOT_FOUND', 'officeNrdsIds.1'],
    ['to: "2026-04-03", after: "x"', 'INVALID_CURSOR', 'after'],
  ])('from 2026-04-02, %s, are rejected with %s for %s', async (args, code, argument) => {
    const { errors } = await ask(`from: "2026-04-02", ${args}`);
    expect(errors).toMatchObject([{ extensions: { code, argument } }]);
  });

  test('a search does not go on after a cursor of deadlines', async () => {
    const graph = await start();
    const token = await agentToken(['100']);
    const due = 'deadlines(from: "2026-01-01", to: "2026-12-31", first: 1) { pageInfo { endCursor } }';
    const { data } = await graph.ask(`{ ${due} }`, { token });
    const { errors } = await search(graph, `(after: "${data.deadlines.pageInfo.endCursor}")`, { token });
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument: 'after' } }]);
  });

  test('a day that does not exist, or has a time, is no Date', async () => {
    for (const day of ['2026-02-30', '2026-03-01T00:00:00Z', '3/1/2026']) {
      const { errors } = await ask(`from: "${day}", to: "2026-12-31"`);
      expect(errors?.[0]?.message).toContain('Date must be a calendar day ("2026-03-01")');
    }
  });
});

test('a caller’s searches take turns, so that another caller waits for one of them at most; one that fails holds up nothing', async () => {
  const begun: string[] = [];
  const held = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const reading = async (agents: readonly string[]) => {
    const { promise } = held[begun.push(agents.join()) - 1] as (typeof held)[number];
    await promise;
  };
  const slow: SearchIndex = {
    ...index,
    search: (query) => reading(query.agents).then(() => index.search(query)),
    deadlines: (query) => reading(query.agents).then(() => index.deadlines(query)),
  };
  const graph = await start({ index: slow });
  const own = `{ one: search { totalCount } two: search(text: "elm") { totalCount }
    due: deadlines(from: "2026-01-01", to: "2026-12-31") { totalCount } }`;
  const tokenOf = (sub: string, nrdsId: string) => coordinatorToken({ sub, agents: [nrdsId] });
  const mine = graph.ask(own, { token: await tokenOf('mine', '100') });
  await expect.poll(() => begun.length).toBe(1);
  const other = graph.ask('{ search { totalCount } }', { token: await tokenOf('other', '300') });
  await expect.poll(() => begun.length).toBe(2);
  expect(begun).toEqual(['100', '300']);
  held[1]?.resolve();
  expect((await other).data).toEqual({ search: { totalCount: 1 } });
  held[0]?.reject(new Error('disk I/O error'));
  await expect.poll(() => begun.length).toBe(3);
  held[2]?.resolve();
  held[3]?.resolve();
  const { data, errors } = await mine;
  expect(errors).toMatchObject([{ path: ['one'] }]);
  expect(data).toMatchObject({
    one: null,
    two: { totalCount: expect.any(Number) },
    due: { totalCount: expect.any(Number) },
  });
  expect(begun).toHaveLength(4);
});
