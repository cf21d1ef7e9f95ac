// The one log line per request: the caller, the operation, how it ended and who was at fault; nothing of the request's
// content.
import {
  type FaultCode,
  faults,
  type GatewayFaultCode,
  type UpstreamFaultCode,
  upstreamFaultCodes,
} from '@realty-forms/platform/fault.ts';
import { describe, expect, it } from 'vitest';
import { GatewayFault, UpstreamFault } from '../../src/gateway/fault.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { HttpFault } from '../../src/http/http-fault.ts';
import { appUnderTest } from '../http/app-under-test.ts';
import { agentToken, serviceToken, sign } from '../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../support/gateways/graph-under-test.ts';
import { injectable } from '../support/gateways/injectable.ts';

type Lines = readonly Record<string, unknown>[];

const requestsIn = (lines: Lines) => lines.filter(({ msg }) => msg === 'request');

describe('the log line of a request', () => {
  it('contains the caller, the operation, its cost and its result', async () => {
    const { ask, lines } = await startStubbedGraph();
    const token = await sign({ role: 'agent', nrds: ['100'], scope: 'transactions.read', sub: 'subject-1' });
    await ask('query Mine { transactions { totalCount } again: transactions { totalCount } }', {
      token,
      headers: { 'x-request-id': 'request-0001' },
    });
    expect(requestsIn(lines)).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        msg: 'request',
        requestId: 'request-0001',
        method: 'POST',
        route: '/graphql',
        status: 200,
        ms: expect.any(Number),
        subject: 'subject-1',
        role: 'agent',
        type: 'query',
        operation: 'Mine',
        fields: ['transactions'],
        estimatedCalls: 1,
        calls: 1,
      },
    ]);
  });

  it('stays one line of JSON, whatever a token contains', async () => {
    const { ask, lines } = await startStubbedGraph();
    const sub = 'a"b\\c\n{"level":60}\u2028';
    const token = await sign({ role: 'agent', nrds: ['100'], scope: 'transactions.read', sub });
    await ask('{ viewer { role } }', { token });
    expect(requestsIn(lines)).toMatchObject([{ subject: sub }]);
  });

  it('says why the token was refused, as the response does, but not to a route that needs none', async () => {
    const { ask, inject, lines } = await startStubbedGraph();
    const token = await sign({ role: 'admin' });
    const { errors } = await ask('{ viewer { role } }', { token });
    await ask('{ viewer { role } }', { headers: { authorization: 'Basic x' } });
    await inject({ url: '/schema.graphql', headers: { host: '127.0.0.1', authorization: `Bearer ${token}` } });
    expect(requestsIn(lines)).toMatchObject([
      { status: 401, codes: ['UNAUTHENTICATED'], reason: errors?.[0]?.message },
      { status: 401, codes: ['UNAUTHENTICATED'], reason: expect.stringContaining('expected `Bearer <token>`') },
      { status: 200 },
    ]);
    expect(errors?.[0]?.message).toContain('`role`');
    expect(lines.at(-1)).not.toHaveProperty('reason');
  });

  it('includes the fields of fragments, and truncates a long name', async () => {
    const { ask, lines } = await startStubbedGraph();
    const name = 'N'.repeat(1_000);
    await ask(`query ${name} { ...F ... on Query { node(id: "x") { id } } } fragment F on Query { viewer { role } }`, {
      token: await agentToken(),
    });
    expect(requestsIn(lines)).toMatchObject([{ operation: 'N'.repeat(64), fields: ['viewer', 'node'] }]);
  });

  it('contains no token, variable, document, id or file name, nor does any other line', async () => {
    const { ask, inject, lines } = await startStubbedGraph();
    const token = await serviceToken();
    const read = await ask(
      'query ($f: TransactionFilter) { transactions(agentNrdsId: "100", filter: $f) { nodes { id name } } }',
      {
        token,
        variables: { f: { realtorName: 'Elm-Secret' } },
      },
    );
    await ask('{ node(id: "sealed-secret") { id } }', { token });
    await ask('{ hidden_field_secret }', { token });
    await inject({ url: '/files/sealed-secret?x=sealed-secret', headers: { host: '127.0.0.1' } });
    const text = JSON.stringify(lines);
    const ids = (read.data?.transactions?.nodes ?? []).map(({ id }: { id: string }) => id);
    for (const secret of [
      token,
      token.slice(0, 40),
      'Elm-Secret',
      'sealed-secret',
      'hidden_field',
      'agentNrdsId',
      ...ids,
    ])
      expect(text).not.toContain(secret);
    expect(requestsIn(lines)).toHaveLength(4);
  });

  it('shares its request id with the upstream calls and their log lines', async () => {
    const { ask, lines, stub } = await startStubbedGraph();
    await ask('{ transactions { totalCount } }', {
      token: await agentToken(),
      headers: { 'x-request-id': 'request-0002' },
    });
    const calls = lines.filter(({ endpoint }) => endpoint === 'listTrans');
    expect(calls).toMatchObject([{ level: 20, requestId: 'request-0002', msg: 'upstream call' }]);
    const asked = stub.requests.filter(({ path }) => path === '/fsforms/listTrans');
    expect(asked.map(({ headers }) => headers['x-request-id'])).toEqual(['request-0002']);
  });
});

describe('who is at fault', () => {
  const upstreamCodes: ReadonlySet<string> = new Set(upstreamFaultCodes);
  const faultOf = (code: FaultCode): Error =>
    upstreamCodes.has(code)
      ? new UpstreamFault(code as UpstreamFaultCode, 'words', { endpoint: 'listTrans', sent: true })
      : new GatewayFault(code as GatewayFaultCode, 'words');
  const rows = Object.entries(faults) as [FaultCode, (typeof faults)[FaultCode]][];
  const levelOf = (atFault: string) => (atFault === 'caller' ? 30 : 40);

  it('of an operation is the one in the row of its fault', async () => {
    let code: FaultCode = 'NOT_FOUND';
    const failing = (gateway: Gateway): Gateway => ({
      ...gateway,
      accounts: new Proxy(gateway.accounts, { get: () => () => Promise.reject(faultOf(code)) }),
    });
    const { ask, lines } = await startStubbedGraph({}, { gateway: failing });
    const token = await serviceToken();
    for ([code] of rows) await ask('{ accounts { totalCount } }', { token });
    expect(requestsIn(lines)).toMatchObject(
      rows.map(([each, { atFault }]) => ({
        codes: [each],
        fault: atFault,
        fields: ['accounts'],
        level: levelOf(atFault),
      })),
    );
  });

  it('of a file link is the one in the row of its fault', async () => {
    let code: FaultCode = 'NOT_FOUND';
    const { options, lines } = appUnderTest({ gateway: { followLink: () => Promise.reject(faultOf(code)) } });
    const app = injectable(options);
    const answers: object[] = [];
    for ([code] of rows) answers.push(await app.inject('/files/x'));
    expect(answers).toMatchObject(rows.map(([, { link, status }]) => ({ statusCode: link ? status : 500 })));
    expect(requestsIn(lines)).toMatchObject(
      rows.map(([each, { link, atFault }]) =>
        link === undefined ? { codes: ['INTERNAL'], fault: 'gateway' } : { codes: [each], fault: atFault },
      ),
    );
  });

  it('of a rejection is the one in the row of its code', async () => {
    let code: FaultCode = 'NOT_FOUND';
    const { options, lines } = appUnderTest({
      graphql: { handle: () => Promise.reject(new HttpFault(code, 'words')) },
    });
    const app = injectable(options);
    const answers: object[] = [];
    for ([code] of rows) answers.push(await app.inject('/graphql'));
    expect(answers).toMatchObject(rows.map(([, { status = 500 }]) => ({ statusCode: status })));
    expect(requestsIn(lines)).toMatchObject(rows.map(([each, { atFault }]) => ({ codes: [each], fault: atFault })));
  });

  it.each([
    ['is absent if nothing failed', '{ viewer { role } }', undefined, undefined],
    ['is the caller for a document that cannot be parsed', '{', 'GRAPHQL_PARSE_FAILED', 'caller'],
    ['is the caller for an unknown field', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED', 'caller'],
    [
      'is the caller for two operations without a name',
      'query A { viewer { role } } query B { viewer { role } }',
      'OPERATION_RESOLUTION_FAILURE',
      'caller',
    ],
    [
      'is the caller for a query beyond the limits',
      `{ ${'viewer { role } '.repeat(51)} }`,
      'QUERY_TOO_LARGE',
      'caller',
    ],
  ])('%s', async (_, query, code, atFault) => {
    const { ask, lines } = await startStubbedGraph();
    await ask(query, { token: await agentToken() });
    const [line] = requestsIn(lines);
    expect([line?.codes, line?.fault]).toEqual([code === undefined ? undefined : [code], atFault]);
  });

  it.each([
    ['a mutation', 'query=mutation{__typename}', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['a content type', 'query={__typename}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('is the caller for a GET with %s', async (_, parameters, more, status, code) => {
    const { inject, lines } = await startStubbedGraph();
    const headers = { host: '127.0.0.1', 'apollo-require-preflight': '1', ...more };
    const answer = await inject({ method: 'GET', url: `/graphql?${parameters}`, headers });
    expect(answer.headers['allow']).toBe(status === 405 ? 'POST' : undefined);
    expect(requestsIn(lines)).toMatchObject([{ status, codes: [code], fault: 'caller' }]);
  });

  it('is the gateway for unexpected errors, in GraphQL and outside of it', async () => {
    const broken = (gateway: Gateway): Gateway => ({
      ...gateway,
      accounts: new Proxy(gateway.accounts, { get: () => () => Promise.reject(new Error('x')) }),
    });
    const { ask, lines } = await startStubbedGraph({}, { gateway: broken });
    await ask('{ accounts { totalCount } viewer { role } node(id: "x") { id } }', { token: await serviceToken() });
    const [line] = requestsIn(lines);
    expect(line).toMatchObject({ fault: 'gateway', codes: expect.arrayContaining(['INTERNAL', 'NOT_FOUND']) });

    const { options, lines: others } = appUnderTest();
    await injectable(options).inject('/graphql?fail');
    expect(requestsIn(others)).toMatchObject([{ codes: ['INTERNAL'], fault: 'gateway' }]);
  });

  it('is logged for a path that cannot be decoded', async () => {
    const { options, lines } = appUnderTest();
    await injectable(options).inject('/%E0%A4%A');
    expect(requestsIn(lines)).toMatchObject([{ status: 400, codes: ['BAD_REQUEST'], fault: 'caller' }]);
    expect(options.metrics.requestsInFlight.value).toBe(0);
  });
});
