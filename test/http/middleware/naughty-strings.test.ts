// Naughty strings wherever text is accepted: each passes through unchanged or is rejected with a message; none breaks out of
// its context.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { type RawRequest, startGraphUnderAttack } from '../../support/hostile/graph-under-attack.ts';
import { naughtyStrings } from './naughty-strings.ts';

const json = 'content-type: application/json';
const creation = `mutation ($name: String!) { createTransaction(input: {agentNrdsId: "100", stateId: "OR", name: $name,
  streetAddress: "s", propertyType: RESIDENTIAL, type: LISTING, status: NEW}) { outcome } }`;

/** The string as a header's value: without CR and LF, which would start another header. */
const inHeader = (text: string) => text.replace(/[\r\n]/g, ' ');
const inTarget = (text: string) => encodeURIComponent(text.toWellFormed());
const operation = (body: object) => ({ headers: [json], body: JSON.stringify(body) });

const anything = `query ($id: ID!, $after: String, $name: String) {
  node(id: $id) { id }
  byCursor: transactions(after: $after) { totalCount }
  byName: transactions(filter: {realtorName: $name}) { totalCount }
}`;
const viewer = '{ viewer { role } }';
const readHeaders = ['x-request-id', 'accept', 'user-agent', 'origin', 'x-forwarded-for', 'if-none-match'];

const places: readonly (readonly [place: string, make: (text: string) => RawRequest])[] = [
  [
    'an id, a cursor, a filter, and a name of variables and extensions',
    (text) =>
      operation({
        query: anything,
        variables: { [text]: text, id: text, after: text, name: text },
        extensions: { [text]: text },
      }),
  ],
  ['the document, and the name of the operation', (text) => operation({ query: text, operationName: text })],
  [
    'every header that is read',
    (text) => ({
      headers: [json, ...readHeaders.map((name) => `${name}: ${inHeader(text)}`)],
      body: JSON.stringify({ query: viewer }),
    }),
  ],
  ['the link to a file', (text) => ({ method: 'GET', target: `/files/${inTarget(text)}` })],
];

test.each(places)(
  `${naughtyStrings.length} strings as %s break neither the server nor its responses`,
  async (_place, make) => {
    const { send, token, problemsIn } = await startGraphUnderAttack();
    const wrong: unknown[] = [];
    await forEachConcurrently(naughtyStrings, async (text) => {
      const { headers = [], ...request } = make(text);
      const answer = await send({ ...request, headers: [...headers, `authorization: Bearer ${token}`] });
      const isInjected = /\r\nx-injected:/i.test(answer.head);
      const isReadable = answer.status === 204 || answer.body === '' || JSON.parse(answer.body) !== null;
      const faults = [
        ...problemsIn(answer),
        ...(isInjected ? ['it made a header'] : []),
        ...(isReadable ? [] : ['no JSON']),
      ];
      if (faults.length > 0) wrong.push({ text: text.slice(0, 100), status: answer.status, faults });
    });
    expect(wrong).toEqual([]);
  },
);

test('as the name of a transaction, each reaches the POST API unchanged or is rejected', async () => {
  const { ask, stub } = await startStubbedGraph();
  const token = await agentToken();
  const sent: string[] = [];
  for (const name of naughtyStrings) {
    const { data } = await ask(creation, { token, variables: { name } });
    if (data?.createTransaction?.outcome === 'COMMITTED') sent.push(name);
  }
  expect(stub.bodiesOf('addTrans').map(({ transName }) => transName)).toEqual(sent);
  expect(sent.length).toBeGreaterThan(naughtyStrings.length / 2);
});

/** Runs a few at a time, so that their short waits overlap. */
async function forEachConcurrently(texts: readonly string[], work: (text: string) => Promise<void>): Promise<void> {
  const left = [...texts];
  const take = async (): Promise<void> => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) await work(text);
  };
  await Promise.all(Array.from({ length: 8 }, take));
}
