// Numbers in the JSON scalar: what would be sent differently than written is rejected, as a literal and as a variable.
import { parseValue } from 'graphql';
import { expect, test } from 'vitest';
import { JsonScalar } from '../../../src/graphql/schema/scalars.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const share = 'mutation ($input: ShareAppInput!) { shareApp(input: $input) { outcome } }';

test.each(['9007199254740993', '9007199254740992', '-9007199254740993', '123456789012345678901234567890'])(
  '%s is rejected with its path, and nothing is sent',
  async (number) => {
    const { stub, ask } = await startStubbedGraph();
    const token = await serviceToken();
    const literal = `mutation { shareApp(input: { fields: { list: [1, { n: ${number} }] } }) { outcome } }`;
    const variables = { input: { fields: { list: [1, { n: Number(number) }] } } };
    const answers = [await ask(literal, { token }), await ask(share, { token, variables })];
    for (const { errors } of answers) {
      expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', retryable: false }]);
      expect(errors?.[0]?.message).toMatch(/list\.1\.n: -?\d.*; send it as a string$/);
    }
    expect(stub.requests).toEqual([]);
  },
);

test.each([9007199254740991, -9007199254740991, 0, 0.1, 1.5e-7, 349900.5])('%d is sent unchanged', async (n) => {
  const { stub, ask } = await startStubbedGraph();
  const token = await serviceToken();
  await ask(share, { token, variables: { input: { fields: { n } } } });
  await ask(`mutation { shareApp(input: { fields: { n: ${n} } }) { outcome } }`, { token });
  expect(stub.bodiesOf('shareApp')).toEqual([{ n }, { n }]);
});

test.each(['0.1234567890123456789', '1e400', '1e-400', '1e21'])('the literal %s is rejected', (number) => {
  expect(() => JsonScalar.parseLiteral(parseValue(`{ n: ${number} }`))).toThrow('n: ');
});

test.each(['1e400', '1e21'])('%s is rejected in variables', (number) => {
  expect(() => JsonScalar.parseValue(JSON.parse(`{"n":[${number}]}`))).toThrow('n.0: ');
});

test('a variable within a literal is checked too', () => {
  const literal = parseValue('{ list: [$n] }');
  expect(JsonScalar.parseLiteral(literal, { n: 7 })).toEqual({ list: [7] });
  expect(() => JsonScalar.parseLiteral(literal, { n: 9007199254740992 })).toThrow('list.0: 9007199254740992');
});
