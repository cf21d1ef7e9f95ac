// Bodies are UTF-8: any other body is rejected, never altered, and so never written.
import { describe, expect, test } from 'vitest';
import { startGraphUnderAttack } from '../../support/hostile/graph-under-attack.ts';

const street = 'Zoë Street';
const mutation = (name: string) =>
  JSON.stringify({
    query: `mutation ($n: String!) { createTransaction(input: {agentNrdsId: "100", stateId: "OR", name: $n, streetAddress: "s",
      propertyType: RESIDENTIAL, type: LISTING, status: NEW}) { outcome } }`,
    variables: { n: name },
  });
const latin1 = Buffer.from(mutation(street), 'latin1');
const utf8 = Buffer.from(mutation(street));

const part = (headers: string, content: Buffer) => [
  Buffer.from(`--b\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`),
  content,
  Buffer.from('\r\n'),
];
const multipart = (operations: Buffer, charset = '') =>
  Buffer.concat([
    ...part(`name="operations"${charset}`, operations),
    ...part('name="map"', Buffer.from('{}')),
    Buffer.from('--b--\r\n'),
  ]);

async function writing() {
  const { send, token, stub } = await startGraphUnderAttack();
  return {
    names: () => stub.bodiesOf('addTrans').map((each) => JSON.stringify(each)),
    async send(type: string, body: Buffer) {
      const headers = [`authorization: Bearer ${token}`, `content-type: ${type}`, 'apollo-require-preflight: 1'];
      const answer = await send({ headers, body });
      return { status: answer.status, ...JSON.parse(answer.body) };
    },
  };
}

const refused = (message: RegExp) => ({
  errors: [{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT', retryable: false } }],
});

describe('rejects without writing anything', () => {
  test.each<[string, string, Buffer, number, RegExp]>([
    ['a body that is not UTF-8', 'application/json; charset=utf-8', latin1, 400, /^The body is not UTF-8\.$/],
    [
      'a body that ends within a character',
      'application/json',
      utf8.subarray(0, utf8.indexOf('ë') + 1),
      400,
      /not UTF-8/,
    ],
    ['a UTF-8 body that names another charset', 'application/json; charset=iso-8859-1', utf8, 415, /charset/],
    ['a body whose charset is in quotes', 'application/json;a=b ; Charset = "ISO-8859-1"', latin1, 415, /charset/],
    ['a form whose operations are not UTF-8', 'multipart/form-data; boundary=b', multipart(latin1), 400, /not UTF-8/],
  ])('%s', async (_, type, body, status, message) => {
    const { send, names } = await writing();
    expect(await send(type, body)).toEqual({ status, ...refused(message) });
    expect(names()).toEqual([]);
  });
});

describe('writes unchanged', () => {
  test.each<[string, string, Buffer]>([
    ['a body that names UTF-8 in quotes, beside another parameter', 'application/json; charset="UTF-8"; a=b', utf8],
    ['a body that names UTF-8 without the hyphen', 'application/json;charset=utf8', utf8],
    ['a form in UTF-8', 'multipart/form-data; boundary=b', multipart(utf8)],
    [
      'a form whose part names another charset',
      'multipart/form-data; boundary=b',
      multipart(latin1, '\r\ncontent-type: text/plain; charset=iso-8859-1'),
    ],
  ])('%s', async (_, type, body) => {
    const { send, names } = await writing();
    expect(await send(type, body)).toMatchObject({
      status: 200,
      data: { createTransaction: { outcome: 'COMMITTED' } },
    });
    expect(names()).toEqual([expect.stringContaining(street)]);
  });
});

test('a file whose name is not UTF-8 is rejected', async () => {
  const { send } = await writing();
  const operations = Buffer.from('{"query":"query ($f: String) { viewer { role } }","variables":{"f":null}}');
  const body = Buffer.concat([
    ...part('name="operations"', operations),
    ...part('name="map"', Buffer.from('{"0":["variables.f"]}')),
    Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="0"; filename="Zo\xeb.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
      'latin1',
    ),
  ]);
  expect(await send('multipart/form-data; boundary=b', body)).toEqual({ status: 400, ...refused(/name of the file/) });
});
