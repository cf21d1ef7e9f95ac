// What opens no stream: each a clear answer, before anything is polled.
import { expect, test, vi } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { NRDS_ID, startLiveGateway } from './live-gateway.ts';

const DAY = 24 * 60 * 60_000;
const accept = 'text/event-stream, application/json';
const other = '222';
const changes = 'subscription ($after: String) { transactionChanges(after: $after) { kind cursor } }';

const asService = `subscription ($after: String) {
  transactionChanges(agentNrdsId: "${NRDS_ID}", after: $after) { kind cursor } }`;

test.each([
  ['a forged cursor', { variables: { after: 'forged' } }, 200, 'INVALID_CURSOR'],
  ['a rejected token', { token: 'x.y.z' }, 401, 'UNAUTHENTICATED'],
  ['no token', { token: undefined }, 200, 'UNAUTHENTICATED'],
  [
    'another agent',
    { query: `subscription { transactionChanges(agentNrdsId: "${other}") { kind } }` },
    200,
    'NOT_FOUND',
  ],
  ['an invalid id', { query: 'subscription { transactionChanged(id: "x") { kind } }' }, 200, 'NOT_FOUND'],
  [
    'a second root field',
    { query: 'subscription { transactionChanges { kind } again: transactionChanges { kind } }' },
    400,
    'BAD_USER_INPUT',
  ],
  ['a media type of pages', { headers: { 'content-type': 'text/plain', accept } }, 415, 'BAD_USER_INPUT'],
] as const)('%s opens no stream', async (_, options, status, code) => {
  const { listen, metrics } = await startLiveGateway();
  const { response, rest } = await listen({ headers: { accept }, ...options });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const { errors } = JSON.parse(await rest());
  expect(errors[0].extensions).toMatchObject({ code, retryable: false });
  expect(metrics.liveFeeds.read()).toBe(0);
  expect((await metrics.liveStreams.get()).values.every(({ value }) => value === 0)).toBe(true);
});

test('a cursor of another agent, or of another kind of caller, opens no stream', async () => {
  const { listen } = await startLiveGateway();
  const service = await serviceToken();
  const ofAgent = (await (await listen({ query: changes })).result()).data.transactionChanges.cursor;
  const ofService = (await (await listen({ query: asService, token: service })).result()).data.transactionChanges
    .cursor;
  const others = await agentToken([other]);
  for (const request of [
    { query: changes, token: others, variables: { after: ofAgent } },
    { query: asService, token: service, variables: { after: ofAgent } },
    { query: changes, variables: { after: ofService } },
  ]) {
    const { response, rest } = await listen({ ...request, headers: { accept } });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(JSON.parse(await rest()).errors[0].extensions).toMatchObject({ code: 'INVALID_CURSOR', argument: 'after' });
  }
});

test('after an old cursor, the list is to be loaded', async () => {
  const { listen } = await startLiveGateway();
  const stream = await listen({ query: changes });
  const { cursor } = (await stream.result()).data.transactionChanges;
  stream.close();
  vi.setSystemTime(Date.now() + 8 * DAY);
  const again = await listen({
    query: changes,
    token: await agentToken([NRDS_ID]),
    variables: { after: cursor },
  });
  expect((await again.result()).data.transactionChanges.kind).toBe('READY');
});

test('a client that accepts neither format learns both', async () => {
  const { ask, metrics } = await startLiveGateway();
  for (const none of ['application/json', 'multipart/mixed;deferSpec=20220824, application/json']) {
    const { status, headers, body } = await ask(changes, {}, { accept: none });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const [{ message }] = JSON.parse(body).errors;
    expect(message).toContain('text/event-stream');
    expect(message).toContain('multipart/mixed;subscriptionSpec=1.0');
  }
  expect(metrics.liveFeeds.read()).toBe(0);
});

test('variables that cannot be used are rejected as those of a query', async () => {
  const { ask } = await startLiveGateway();
  const rejectionOf = async (operation: string) => {
    const { status, body } = await ask(operation, { id: { x: 1 } }, { accept });
    return { status, body: body.replaceAll(/"column":\d+/g, '') };
  };
  const expected = await rejectionOf('query ($id: ID!) { node(id: $id) { id } }');
  expect(expected.status).toBe(400);
  expect(await rejectionOf('subscription ($id: ID!) { transactionChanged(id: $id) { kind } }')).toEqual(expected);
});

test('a caller without the scope starts no feed', async () => {
  const { listen, metrics } = await startLiveGateway();
  const stream = await listen({ token: await agentToken([NRDS_ID], ['account.read']) });
  expect((await stream.result()).errors[0].extensions.code).toBe('FORBIDDEN');
  expect(metrics.liveFeeds.read()).toBe(0);
});

test('events that need too many calls are too costly', async () => {
  const files = ['a', 'b', 'c', 'd'].map(
    (name, at) =>
      `${name}: files(first: ${at + 1}, filter: { lastUpdateDateSince: "2026-01-0${at + 1}" }) { totalCount }`,
  );
  const { ask } = await startLiveGateway();
  const query = `subscription { transactionChanges { transaction { ${files.join(' ')} } } }`;
  const { status, body } = await ask(query, {}, { accept });
  expect(status).toBe(400);
  expect(JSON.parse(body).errors[0].extensions.code).toBe('QUERY_TOO_COSTLY');
});

test('an invalid document is an event for a client that accepts events only', async () => {
  const { listen } = await startLiveGateway();
  const stream = await listen({ query: 'subscription { nothing }' });
  expect(stream.response.status).toBe(200);
  expect((await stream.result()).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  expect(await stream.frame()).toMatch(/^event: complete/);
});

test('what is rejected before its document is read has its status for such a client, too', async () => {
  const { listen, ask } = await startLiveGateway();
  const only = { accept: 'text/event-stream' };
  const rejections = [
    await listen({ token: 'x.y.z', headers: only }),
    await listen({ headers: { ...only, 'content-type': 'text/plain' } }),
    await listen({ query: '', headers: only }),
  ];
  expect(rejections.map(({ response }) => response.status)).toEqual([401, 415, 400]);
  for (const { response } of rejections) expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect((await ask('{ viewer { role } }', {}, only)).status).toBe(406);
});

test('without live updates, a subscription is told what to do instead, and that works', async () => {
  const { ask, listen, create, metrics } = await startLiveGateway({ live: { isOn: false } });
  const { status, body } = await ask(changes, {}, { accept });
  expect(status).toBe(200);
  expect(JSON.parse(body).errors[0]).toMatchObject({
    message: expect.stringMatching(/turned off.*Query\.transactionChanges/),
    extensions: { code: 'BAD_USER_INPUT', retryable: false },
  });
  expect((await (await listen({ query: changes })).result()).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  expect(metrics.liveFeeds.read()).toBe(0);
  const page =
    'query ($after: String) { transactionChanges(after: $after) { changes { transaction { name } } endCursor } }';
  const read = async (after?: string) => JSON.parse((await ask(page, { after })).body).data.transactionChanges;
  const { endCursor } = await read();
  await create('Without a stream');
  expect((await read(endCursor)).changes).toEqual([{ transaction: { name: 'Without a stream' } }]);
});
