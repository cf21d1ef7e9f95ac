// Requests that violate the multipart request specification, and what becomes of the files in them.
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createUploads } from '../../../src/graphql/uploads/multipart.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { listen } from '../../support/gateways/graph-under-test.ts';
import { post } from '../../support/uploads.ts';

const query = 'query ($f: String) { viewer { role } }';
const operations = JSON.stringify({ query, variables: { f: null } });
const file = () => new Blob(['%PDF-1.7']);
const start = async () => ({ url: await listen({ baseUrl: 'http://127.0.0.1:9' }), token: await agentToken() });

function form(...parts: [string, string | Blob][]): FormData {
  const made = new FormData();
  for (const [name, value] of parts) made.append(name, value);
  return made;
}

test.each<[string, FormData, RegExp]>([
  ['without operations', form(['map', '{}']), /operations must come before map/],
  ['with no known part', form(['other', 'x']), /The form has no part named operations/],
  ['whose operations are not JSON', form(['operations', '{']), /operations is not valid JSON/],
  [
    'with more operations than any request needs',
    form(['operations', `{"query":"{","variables":[${'{},'.repeat(30_000)}{}]}`]),
    /operations has more than 10000 values/,
  ],
  ['with a batch of operations', form(['operations', '[]']), /several operations/],
  [
    'whose operations are too long',
    form(['operations', `x${'é'.repeat(524_288)}`]),
    /^operations is longer than 1048576 bytes$/,
  ],
  [
    'with too many parts',
    form(...Array.from({ length: 11 }, (_, at): [string, string] => [`part ${at}`, 'x'])),
    /^The body has too many parts$/,
  ],
  ['whose map is a list', form(['operations', operations], ['map', '[]']), /^map is not a JSON object$/],
  ['whose map is not JSON', form(['operations', operations], ['map', 'x']), /map is not valid JSON/],
  ['whose file comes first', form(['0', file()], ['operations', operations]), /must come before the file/],
  [
    'whose file comes before map',
    form(['operations', operations], ['0', file()], ['map', '{"0":["variables.f"]}']),
    /must come before the file/,
  ],
  ['whose file is in no map', form(['operations', operations], ['0', file()]), /must come before the file/],
  [
    'with two operations',
    form(['operations', operations], ['operations', '{"query":"{ viewer { role } }"}'], ['map', '{}']),
    /two parts named "operations"/,
  ],
  [
    'with two maps',
    form(['operations', operations], ['map', '{}'], ['map', '{"0":["variables.f"]}'], ['0', file()]),
    /two parts named "map"/,
  ],
  [
    'with a file that map does not name',
    form(['operations', operations], ['map', '{"1":["variables.f"]}'], ['0', file()], ['1', file()]),
    /map does not name the file "0"/,
  ],
  [
    'whose map has no list of paths',
    form(['operations', operations], ['map', '{"0":"variables.f"}']),
    /^map must have a list with one path, such as \["variables\.input\.file"\]$/,
  ],
  [
    'whose map points to nothing',
    form(['operations', operations], ['map', `{"0":["variables.${'g'.repeat(1_000)}"]}`]),
    /^map names "variables\.g{90}…", but the variables in operations have no null there$/,
  ],
  [
    'whose map points outside the variables',
    form(['operations', operations], ['map', '{"0":["query"]}']),
    /have no null/,
  ],
  [
    'whose map points into a prototype',
    form(['operations', operations], ['map', '{"0":["variables.__proto__.x"]}']),
    /have no null/,
  ],
  [
    'with a key that could replace a prototype',
    form(['operations', '{"query":"{ viewer { role } }","variables":{"__proto__":{"a":1}}}'], ['map', '{}']),
    /^operations has the key `__proto__`/,
  ],
  [
    'with two files',
    form(['operations', operations], ['map', '{"0":["variables.f"],"1":["variables.f"]}']),
    /one file/,
  ],
  ['without the file', form(['operations', operations], ['map', '{"0":["variables.f"]}']), /has no file "0"/],
])('a request %s is 400, in GraphQL’s response format', async (_, body, message) => {
  const { url, token } = await start();
  const { status, errors } = await post(url, token, body);
  expect(status).toBe(400);
  expect(errors).toEqual([
    { message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT', retryable: false } },
  ]);
});

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  [
    'a premature end',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{',
  ],
])('a body with %s is 400', async (_, type, body) => {
  const { url, token } = await start();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'apollo-require-preflight': '1' },
    body,
  });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
  ]);
});

test('a large file that is never read does not prevent its sender from getting the response', async () => {
  const { url } = await start();
  const body = form(
    ['operations', operations],
    ['map', '{"0":["variables.f"]}'],
    ['0', new Blob([Buffer.alloc(8_000_000)])],
  );
  const { status } = await post(url, 'not-a-token', body);
  expect(status).toBe(401);
});

test.each([
  ['String', 'transactions(agentNrdsId: $f) { totalCount }', 'String cannot represent a non string value: a file'],
  ['MemberKey', 'members(by: $f) { email }', 'Field "name" is not defined by type "MemberKey".'],
])('a file is not accepted as %s, and the message shows nothing of it', async (type, field, problem) => {
  const { url, token } = await start();
  const read = JSON.stringify({ query: `query ($f: ${type}!) { ${field} }`, variables: { f: null } });
  const body = form(['operations', read], ['map', '{"0":["variables.f"]}'], ['0', file()]);
  expect((await post(url, token, body)).errors).toMatchObject([
    { message: `Variable "$f" got invalid value a file; ${problem}`, extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});

test('a string is not accepted as a file', async () => {
  const { url, token } = await start();
  const mutation = (variables: string, input: string) =>
    `mutation ${variables} { uploadFile(input: ${input}) { outcome } }`;
  const input = { transactionId: 'x', file: 'a', description: 'd', sender: 's', pageCount: 1 };
  const asFile = { query: mutation('($i: UploadFileInput!)', '$i'), variables: { i: input } };
  const literal = '{ transactionId: "x", file: "a", description: "d", sender: "s", pageCount: 1 }';
  for (const operation of [asFile, { query: mutation('', literal) }]) {
    const { errors } = await post(url, token, form(['operations', JSON.stringify(operation)], ['map', '{}']));
    expect(errors[0].message).toMatch(/Upload requires a file from a multipart request/);
  }
});

test.each<[string, string, object, string]>([
  [
    'in the variables',
    'mutation ($f: JSON!) { shareApp(input: { fields: $f }) { outcome } }',
    { f: { a: null } },
    'f.a',
  ],
  ['in place of the object', 'mutation ($f: JSON!) { shareApp(input: { fields: $f }) { outcome } }', { f: null }, 'f'],
  ['in a literal', 'mutation ($f: Upload!) { shareApp(input: { fields: { a: $f } }) { outcome } }', { f: null }, 'f'],
])('a file is not accepted as JSON, %s', async (_, shareApp, variables, place) => {
  const { url } = await start();
  const body = form(
    ['operations', JSON.stringify({ query: shareApp, variables })],
    ['map', JSON.stringify({ 0: [`variables.${place}`] })],
    ['0', file()],
  );
  const { data, errors } = await post(url, await serviceToken(), body);
  expect([data?.shareApp ?? null, errors[0].extensions.code]).toEqual([null, 'BAD_USER_INPUT']);
});

test('of what arrives before the file, no chunk is kept, since each byte can be one', async () => {
  const parts = ['operations"', 'map"', '0"; filename="a.pdf"'].map(
    (part, at) =>
      `--b\r\ncontent-disposition: form-data; name="${part}\r\n\r\n${[operations, '{"0":["variables.f"]}', 'abc'][at]}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--b--`);
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(body.length) };
  const request = Object.assign(new PassThrough(), { headers, socket: {} });
  const { operation } = createUploads().receive(
    request as unknown as IncomingMessage,
    new EventEmitter() as ServerResponse,
  );
  let before: Buffer = Buffer.alloc(0);
  for (const byte of body) {
    const chunk = Buffer.from([byte]);
    request.write(chunk);
    await setImmediate();
    before.fill('x');
    before = chunk;
  }
  request.end();
  expect((await operation)['variables']).toMatchObject({ f: { maxBytes: 3 } });
});

test('an upload counts as in progress until its own response, not that of an earlier request on its connection', async () => {
  const uploads = createUploads({ totalMs: 60_000 });
  const started: IncomingMessage[] = [];
  const ends: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.headers['content-type'] !== 'application/json') uploads.receive(request, response);
    else request.resume();
    started.push(request);
    ends.push(() => void response.end('{}'));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(), 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  onTestFinished(() => void socket.destroy());
  const parts = ['operations"', 'map"', '0"; filename="a.pdf"'].map(
    (part, at) =>
      `--b\r\ncontent-disposition: form-data; name="${part}\r\n\r\n${at === 0 ? operations : '{"0":["variables.f"]}'}\r\n`,
  );
  const head = (type: string, length: number) =>
    `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  socket.write(`${head('application/json', 2)}{}${head('multipart/form-data; boundary=b', 10_000)}${parts.join('')}`);
  await expect.poll(() => started.length).toBe(2);
  const [first, second] = started;
  await expect.poll(() => uploads.isUploading(second!.socket)).toBe(true);
  const answered = once(socket, 'data');
  const [endFirst, endSecond] = ends;
  endFirst?.();
  await answered;
  await expect.poll(() => first?.destroyed).toBe(true);
  expect(uploads.isUploading(second!.socket)).toBe(true);
  endSecond?.();
  await expect.poll(() => uploads.isUploading(second!.socket)).toBe(false);
});
