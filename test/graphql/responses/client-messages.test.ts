// However long an invalid input is, its message is short and says what is wrong.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { listen } from '../../support/gateways/graph-under-test.ts';

const json = { 'content-type': 'application/json' };

const create = 'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }';
const share = 'mutation ($input: ShareAppInput!) { shareApp(input: $input) { outcome } }';
const long = 'x'.repeat(990);
const creation = {
  stateId: 'UT',
  name: long,
  streetAddress: long,
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
};
const manyFields = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field ${at}`, at + 0.5]));

test.each<[string, string, object, RegExp]>([
  ['a field that there is not', create, { ...creation, nmae: 1 }, /; Field "nmae" is not defined by type "Create/],
  ['a missing field', create, { ...creation, type: undefined }, /; Field "type" of required type "Tr\w+!" was not/],
  ['a long value', create, { ...creation, type: long }, / "x+…" at "input\.type"; Value "x+…" does not exist in "Tr/],
  ['a number', share, { fields: { ...manyFields, last: 1e60 } }, /…[^…]*: last: 1e\+60; send it as a string$/],
])('however long the input is, the message about %s says what is wrong', async (_, mutation, input, message) => {
  const url = await listen({ baseUrl: 'http://127.0.0.1:9' });
  const headers = { ...json, authorization: `Bearer ${await agentToken()}` };
  const body = JSON.stringify({ query: mutation, variables: { input } });
  const { errors } = JSON.parse(await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text());
  expect(errors[0].message).toMatch(message);
  expect(errors[0].message.length).toBeLessThanOrEqual(1_001);
});
