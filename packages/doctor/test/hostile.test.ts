// Services that fail, or that answer anything: the doctor claims nothing that it has not seen, ends, and repeats nothing of theirs.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { defaultDialect } from '@realty-forms/reference/dialect/dialect.ts';
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  integer,
  oneof,
  record,
  string,
} from 'fast-check';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Inaccessible } from '../src/asker.ts';
import { listen, passOn, prepareData, runDoctor, serve } from './services.ts';

let data = '';
beforeAll(async () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  data = await prepareData((end) => cleanups.unshift(end));
  return async () => {
    for (const end of cleanups) await end();
  };
});

test('a service of which one call in five fails is not said to differ in anything', async () => {
  const { url } = await serve(data, defaultDialect, undefined, 0.2);
  const { proposals, isCovered, lines } = await runDoctor(url);
  expect(Object.fromEntries(proposals)).toEqual({});
  expect(lines.filter((line) => line.includes('differs'))).toEqual([]);
  expect(isCovered).toBe(true);
});

test('a service of which one response in seven is not JSON is not said to need another notation, only to be broken', async () => {
  const { url } = await serve(data, defaultDialect);
  let responses = 0;
  const spoil = (body: string) => {
    responses += 1;
    return responses % 7 === 0 ? `<b>Notice</b>: Undefined index${body}` : body;
  };
  const { proposals, lines } = await runDoctor(await passOn(url, { spoil }));
  expect(Object.fromEntries(proposals)).toEqual({});
  expect(lines.filter((line) => line.includes('differs'))).toEqual([
    expect.stringMatching(/wrappers .* no setting covers it: some responses of .*listTrans.* are not JSON/),
  ]);
});

test('a service that fails every call but the token is one sentence', async () => {
  const { url } = await serve(data, defaultDialect, undefined, 1);
  await expect(runDoctor(url)).rejects.toThrow(Inaccessible);
});

test('a service that drops connections for other token requests than the accepted one is examined', async () => {
  const url = await listen((request, response) => {
    request.resume();
    if (request.url !== '/oauth/token') return void response.writeHead(400).end();
    if (request.headers['content-type'] !== 'application/json') return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"abc"}');
  });
  const { lines } = await runDoctor(url);
  expect(lines.find((line) => line.includes('how a token is requested'))).toContain('accepted: json)');
});

const MARK = 'SENTINEL';
const text = string({ maxLength: 6 }).map((value) => `${MARK}${value}`);
const columns = [
  'transId',
  'agentNRDSID',
  'email',
  'insertDate',
  'lastUpdateDate',
  'propertyStatus',
  'listingPrice',
  'fileID',
  'file_url',
  'next_batch_no',
];
const timestamp = constantFrom<unknown>(
  '2024-07-04',
  '2024-07-04T09:30:00Z',
  '2023-01-04 09:30:00',
  '7/4/2022 9:30 AM',
  1720107000,
);
const value: Arbitrary<unknown> = oneof(
  text,
  timestamp,
  integer(),
  constantFrom<unknown>(null, '', true, 'R', 'Active', {}, []),
);
const anyRecord = dictionary(oneof(constantFrom(...columns), text), value, { maxKeys: 8 });
const records = array(anyRecord, { maxLength: 4 });
const page = record({
  meta: record({ total: value, max: oneof(integer({ min: 0, max: 500 }), value) }),
  data: oneof(records, anyRecord),
});
const answer = record({
  status: constantFrom(200, 200, 200, 200, 204, 301, 400, 401, 404, 500),
  body: oneof<Arbitrary<unknown>[]>(
    page,
    page.map((each) => [each]),
    records,
    anyRecord,
    value,
  ),
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Without a token and agents, little else is asked. */
const users = [{ agentNRDSID: '100', email: `${MARK}@vendor.example`, firstName: MARK }];
const fixed: Readonly<Record<string, Answer>> = {
  '/oauth/token': { status: 200, body: { access_token: `${MARK}-token`, token_type: 'Bearer', expires_in: 600 } },
  '/accounts/activeUsers': { status: 200, body: { meta: { total: 1, max: 1 }, data: users } },
};

test('whatever a service answers, the report is complete and has nothing of it, and nothing was written', async () => {
  const asked = new Set<string>();
  await assert(
    asyncProperty(array(answer, { minLength: 3, maxLength: 12 }), async (answers) => {
      let at = 0;
      const server = createServer((request, response) => {
        request.resume();
        asked.add(request.url ?? '');
        const { status, body } = fixed[request.url ?? ''] ?? (answers[at++ % answers.length] as Answer);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(status === 204 ? undefined : JSON.stringify(body));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const close = () => new Promise((resolve) => server.close(resolve));
      onTestFinished(() => void server.closeAllConnections());
      try {
        const { lines, calls } = await runDoctor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
        expect(lines.filter((line) => line.includes(MARK))).toEqual([]);
        expect(calls).toBeLessThanOrEqual(60);
        expect(lines.length).toBeGreaterThan(30);
      } catch (error) {
        if (!(error instanceof Inaccessible)) throw error;
        expect(error.message).not.toContain(MARK);
      }
      await close();
    }),
    { numRuns: 30, endOnFailure: true },
  );
  const writes = Object.values(endpoints).flatMap(({ path, effect }) => (effect === 'write' ? [path] : []));
  expect(asked.size).toBeGreaterThan(5);
  expect(writes.filter((path) => asked.has(path))).toEqual([]);
});
