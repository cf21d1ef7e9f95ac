// GraphQL over HTTP by method, content-type and accept: what a foreign page can send by itself is never executed, and no
// combination causes an internal error.
import { expect, test } from 'vitest';
import {
  type GraphUnderAttack,
  type RawResponse,
  startGraphUnderAttack,
} from '../../support/hostile/graph-under-attack.ts';

const created = `mutation { createTransaction(input: {agentNrdsId: "100", stateId: "OR", name: "n", streetAddress: "s",
  propertyType: RESIDENTIAL, type: LISTING, status: NEW}) { outcome } }`;
const form = (operations: string) =>
  `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${operations}\r\n` +
  '--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n';

/**
 * Content types that a page may send without a preflight (Fetch, CORS-safelisted), and strings that could be mistaken for them.
 */
const simpleTypes = [
  null,
  '',
  'text/plain',
  'TEXT/PLAIN;charset=UTF-8',
  'text/plain,application/json',
  'text/plain; a="application/json"',
  'application/x-www-form-urlencoded; application/json',
  'multipart/form-data',
  'Multipart/Form-Data; boundary="b"',
  'multipart/form-data; boundary=b; charset=application/json',
];

const otherTypes = [
  'application/json',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/graphql',
  'application/vnd.api+json',
  'multipart/mixed; boundary=b',
  '*/*',
  'a/b/c',
  'application/json\u00e9',
];

const accepts = [null, 'application/graphql-response+json', 'text/html', 'text/event-stream', 'nonsense;;q=9'];

const header = (name: string, value: string | null) => (value === null ? [] : [`${name}: ${value}`]);
const asBody = (type: string | null, operation: string) =>
  /^multipart/i.test(type ?? '') ? form(operation) : operation;
const isExecuted = ({ body }: RawResponse) => /"data":\{/.test(body);
const writes = (stub: GraphUnderAttack['stub']) => stub.bodiesOf('addTrans').length;

test('the mutation of these tests is executed if a client sends it', async () => {
  const { send, token, stub } = await startGraphUnderAttack();
  for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
    const headers = [`authorization: Bearer ${token}`, `content-type: ${type}`, 'apollo-require-preflight: 1'];
    const answer = await send({ headers, body: asBody(type, JSON.stringify({ query: created })) });
    expect(answer.body).toContain('"outcome":"COMMITTED"');
  }
  expect(writes(stub)).toBe(2);
});

test.each(['POST', 'GET'])(
  'no simple %s, which a page can send without a preflight, is ever executed',
  async (method) => {
    const { send, token, stub, problemsIn } = await startGraphUnderAttack();
    const wrong: unknown[] = [];
    for (const query of [created, '{ viewer { role } }']) {
      const operation = JSON.stringify({ query });
      for (const type of simpleTypes) {
        for (const accept of accepts) {
          // With the caller's token, as if a browser could add it: the protection must not depend on that.
          const headers = [
            `authorization: Bearer ${token}`,
            ...header('content-type', type),
            ...header('accept', accept),
          ];
          const answer = await send(
            method === 'GET'
              ? { method, target: `/graphql?query=${encodeURIComponent(query)}`, headers }
              : { headers, body: asBody(type, operation) },
          );
          const faults = problemsIn(answer);
          if (answer.status < 400 || isExecuted(answer) || faults.length > 0)
            wrong.push({ type, accept, answer, faults });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(writes(stub)).toBe(0);
  },
);

test('a mutation by GET is not executed, whatever its headers', async () => {
  const { send, token, stub, problemsIn } = await startGraphUnderAttack();
  for (const type of [...simpleTypes, ...otherTypes]) {
    const headers = [`authorization: Bearer ${token}`, 'apollo-require-preflight: 1', ...header('content-type', type)];
    const answer = await send({ method: 'GET', target: `/graphql?query=${encodeURIComponent(created)}`, headers });
    expect([type, answer.status >= 400, problemsIn(answer)]).toEqual([type, true, []]);
  }
  expect(writes(stub)).toBe(0);
});

test('HEAD is rejected like any other method that the graph does not have, although its query is valid', async () => {
  const { send, token } = await startGraphUnderAttack();
  const headers = [`authorization: Bearer ${token}`, 'apollo-require-preflight: 1'];
  const target = `/graphql?query=${encodeURIComponent('{ viewer { role } }')}`;
  expect((await send({ method: 'HEAD', target, headers })).status).toBe(405);
});

test('no combination of method, content-type and accept causes an internal error', async () => {
  const { send, token, problemsIn } = await startGraphUnderAttack();
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE'];
  const body = JSON.stringify({ query: '{ viewer { role } }' });
  const wrong: unknown[] = [];
  const statuses = new Map<number, number>();
  for (const method of methods) {
    for (const type of [...simpleTypes, ...otherTypes]) {
      for (const accept of method === 'POST' ? accepts : accepts.slice(0, 1)) {
        const headers = [
          `authorization: Bearer ${token}`,
          ...header('content-type', type),
          ...header('accept', accept),
        ];
        const hasBody = method !== 'GET' && method !== 'HEAD';
        const answer = await send({ method, headers, ...(hasBody ? { body: asBody(type, body) } : {}) });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const faults = problemsIn(answer);
        if (faults.length > 0) wrong.push({ method, type, accept, answer, faults });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 400, 405, 406, 415]);
});

test('a body with another content-encoding than identity is rejected unread, so it is never decompressed', async () => {
  const { send, token } = await startGraphUnderAttack();
  const encodings = ['GZIP', 'br', 'identity, gzip', 'nonsense'];
  const rejected = async (encoding: string) => {
    const headers = [
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-encoding: ${encoding}`,
    ];
    // More is announced than is sent: a server that read the body would wait. The connection of each stays open for a while.
    const { status, head, body } = await send({ headers: [...headers, 'content-length: 1000'] });
    const acceptsIdentity = /\r\naccept-encoding: identity\r\n/i.test(head);
    return [encoding, status, acceptsIdentity, JSON.parse(body).errors[0].extensions.code];
  };
  expect(await Promise.all(encodings.map(rejected))).toEqual(
    encodings.map((encoding) => [encoding, 415, true, 'BAD_USER_INPUT']),
  );
});

test('a body with content-encoding identity is accepted', async () => {
  const { send, token } = await startGraphUnderAttack();
  const headers = [`authorization: Bearer ${token}`, 'content-type: application/json', 'content-encoding: identity'];
  expect((await send({ headers, body: '{"query":"{ viewer { role } }"}' })).status).toBe(200);
});
