// Numbers beyond a double or GraphQL's Int: returned digit for digit, or null with a warning, never as another number.
import { expect, test } from 'vitest';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const LIST = '/fsforms/listTrans';
const query = `{ transactions(agentNrdsId: "100") { nodes {
  transId listing { price } purchase { earnestMoney } property { bedrooms yearBuilt } flat(keys: ["listingPrice"]) } } }`;

const record = (transId: string) =>
  `{"transId":${transId},"transName":"n","listingPrice":12345678901234567.89,"earnestMoney":0.12345678901234567891,` +
  '"Bedrooms":"99999999999","yearBuilt":3000000000}';

test('ids and prices are returned digit for digit, and an integer beyond 32 bits is null with a warning', async () => {
  const { stub, ask } = await startStubbedGraph();
  const ids = ['9007199254740993', '9007199254740992'];
  stub.answer(LIST, { text: `[{"meta":{"total":2,"max":2},"data":[${ids.map(record).join()}]}]` });
  // Repeated, because the first response teaches the column order.
  for (let time = 0; time < 3; time += 1) {
    const { data, errors, extensions } = await ask(query, { token: await serviceToken() });
    expect(errors).toBeUndefined();
    expect(data.transactions.nodes).toEqual(
      ids.map((transId) => ({
        transId,
        listing: { price: '12345678901234567.89' },
        purchase: { earnestMoney: '0.12345678901234567891' },
        property: { bedrooms: null, yearBuilt: null },
        flat: { listingPrice: '12345678901234567.89' },
      })),
    );
    expect(extensions.warnings.map(({ raw }: { raw: unknown }) => raw)).toEqual([
      ...['99999999999', 3_000_000_000],
      ...['99999999999', 3_000_000_000],
    ]);
  }
});

test('a total count beyond 32 bits is UPSTREAM_INVALID', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(LIST, { text: '[{"meta":{"total":1,"max":3000000000},"data":[]}]' });
  const { data, errors } = await ask('{ transactions(agentNrdsId: "100") { totalCount } }', {
    token: await serviceToken(),
  });
  expect(data.transactions).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
});
