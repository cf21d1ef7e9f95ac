// What the public documentation shows, one row each (docs/assumptions.md): a client of the gateway gets the same before our own service and
// before one that does all of it to the letter, with no setting but its address and credentials.

import { loadDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOnly } from '../../../packages/reference/test/read-only-client.ts';
import { creation, type Running, runReference, vendor } from '../../../packages/reference/test/running.ts';
import { gatewayOptions, upstreamOptions } from '../../../src/process/serve-options.ts';
import { configFor } from '../../doctor/graph.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphResponse, type GraphUnderTest, startGraph } from '../../support/gateways/graph-under-test.ts';

const read = loadDialect('documented');
if ('faults' in read) throw new Error(read.faults.join('\n'));
const { dialect } = read;

type Cleanup = () => void | Promise<void>;
type Settings = Readonly<Record<string, string>>;

/** How far ahead of ours the clocks of the services are: their tokens of before have expired. */
let aheadMs = 0;
/** What both write, they write at the same instant. */
const startedAt = Date.now();
const clock = { now: () => startedAt + aheadMs };
/** The gateways' clock: by then, their tokens are old enough to be replaced. */
const gatewayClock = { now: () => Date.now() + Math.min(aheadMs, 60_000) };

const services = {} as { own: Running; documented: Running };
const graphs = {} as { own: GraphUnderTest; documented: GraphUnderTest };
let token = '';

function startBefore(name: keyof typeof services, given: Settings, onCleanup?: (end: Cleanup) => void) {
  const { url } = services[name];
  const config = configFor(url, given);
  const options = upstreamOptions(config, { upstreamUrl: url, clientSecret: vendor.secret });
  return startGraph(
    { ...options, clock: gatewayClock },
    { formats: gatewayOptions(config), ...(onCleanup && { onCleanup }) },
  );
}

beforeAll(async () => {
  const cleanups: Cleanup[] = [];
  const keep = (end: Cleanup) => void cleanups.unshift(end);
  services.own = await runReference({ clock }, keep);
  services.documented = await runReference({ clock, dialect }, keep);
  for (const name of ['own', 'documented'] as const) graphs[name] = await startBefore(name, {}, keep);
  token = await serviceToken();
  return async () => {
    for (const end of cleanups) await end();
  };
});

const agent = `agentNrdsId: "${creation.agentNRDSID}"`;
const create = (name: string) => `mutation { createTransaction(input: { ${agent}, stateId: "OH", name: "${name}",
  streetAddress: "1 Sample Lane", propertyType: RESIDENTIAL, type: LISTING, status: NEW }) {
    outcome userErrors { field code } } }`;
const register = (fields: string) =>
  `mutation { registerMember(input: { ${fields} }) { outcome passcode userErrors { field code } } }`;

/** What a client sees, with times as instants. */
function seen({ data, errors, extensions }: GraphResponse) {
  const instants = JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Math.floor(Date.parse(value) / 1000) : value,
  );
  return { data: instants, codes: errors?.map(({ extensions: { code } }) => code), warnings: extensions?.warnings };
}

const page = `totalCount nodes { transId name lastUpdateDate property { yearBuilt baths unitNo }
  listing { price startDate expirationDate } purchase { price earnestMoney agreementDate } }`;

/** The number of the row, the operation, and a part of what both give. */
const rows: readonly (readonly [row: string, query: string, expected: object])[] = [
  [
    '1: the message of an error is its detail',
    create('a<b'),
    {
      data: { createTransaction: { outcome: 'REJECTED', userErrors: [{ field: 'name', code: 'INVALID_CHARACTER' }] } },
    },
  ],
  [
    '3: no such transaction',
    '{ transaction(by: { transId: "1" }) { name } }',
    { data: { transaction: null }, codes: ['NOT_FOUND'] },
  ],
  [
    '3: no such account',
    '{ account(by: { email: "nobody@agents.example" }) { email } }',
    { data: { account: null }, codes: ['NOT_FOUND'] },
  ],
  [
    '3: no such member',
    '{ members(by: { userName: "nobody" }) { email } }',
    { data: { members: [] }, codes: undefined },
  ],
  [
    '5: a parameter that is not accepted is named',
    register('userName: "nobody", url: "https://elsewhere.example/"'),
    { data: { registerMember: { outcome: 'REJECTED', userErrors: [{ field: 'url', code: 'REJECTED' }] } } },
  ],
  ['6: every parameter is sent', '{ accounts(first: 3) { totalCount nodes { nrdsId email } } }', { codes: undefined }],
  [
    '7: several conditions',
    `{ transactions(${agent}, first: 5, filter: { statuses: [ACTIVE, PENDING], propertyTypes: [RESIDENTIAL] }) { totalCount nodes { name } } }`,
    { codes: undefined },
  ],
  [
    '8: new users',
    '{ accounts(first: 3, enabledWithin: { unit: DAYS, amount: 90 }) { totalCount nodes { nrdsId } } }',
    { codes: undefined },
  ],
  [
    '13: numbers, amounts, blanks and times',
    `{ transactions(${agent}, first: 50) { ${page} } }`,
    { codes: undefined, warnings: undefined },
  ],
  [
    '13: files',
    `{ transactions(${agent}, first: 3) { nodes { files { totalCount nodes { name insertDate } } } } }`,
    { codes: undefined, warnings: undefined },
  ],
];

describe.each(rows)('row %s', (_row, query, expected) => {
  test('is the same for a client', async () => {
    const [own, documented] = await Promise.all(
      [graphs.own, graphs.documented].map(async ({ ask }) => seen(await ask(query, { token }))),
    );
    expect(own).toMatchObject(expected);
    expect(documented).toEqual(own);
  });
});

test('row 2: a missing permission is no transaction, and the same error', async () => {
  const client = {
    UPSTREAM_CLIENT_ID: readOnly.id,
    UPSTREAM_CLIENT_SECRET: readOnly.secret,
    UPSTREAM_VENDOR_EMAIL: readOnly.vendorEmail,
  };
  for (const name of ['own', 'documented'] as const) {
    const { url } = services[name];
    const config = configFor(url, client);
    const options = upstreamOptions(config, { upstreamUrl: url, clientSecret: readOnly.secret });
    const { ask } = await startGraph(options, { formats: gatewayOptions(config) });
    expect(seen(await ask(create('Denied'), { token }))).toMatchObject({
      data: { createTransaction: null },
      codes: ['UPSTREAM_ACCESS_DENIED'],
    });
    const newest = 'first: 100, orderBy: { field: INSERT_DATE, direction: DESC }';
    const { data } = await ask(`{ transactions(${agent}, ${newest}) { nodes { name } } }`, { token });
    expect(data.transactions.nodes).not.toContainEqual({ name: 'Denied' });
  }
});

test('row 4: a filter that the service does not understand is UPSTREAM_REJECTED, not an empty list', async () => {
  for (const name of ['own', 'documented'] as const) {
    const { ask } = await startBefore(name, { UPSTREAM_FILTER_BRACKETS: 'off' });
    const { codes } = seen(await ask(`{ transactions(${agent}) { totalCount } }`, { token }));
    expect(codes).toEqual(['UPSTREAM_REJECTED']);
  }
});

test.each(['json', 'text'])('row 9: a passcode is returned, whether passcodeReturn is sent as %s', async (form) => {
  for (const name of ['own', 'documented'] as const) {
    const { ask } = await startBefore(name, { UPSTREAM_BOOLEANS: form });
    const { data: found } = await ask(`{ accounts(first: 10) { nodes { email } } }`, { token });
    const outcomes: string[] = [];
    for (const { email } of found.accounts.nodes) {
      const { data } = await ask(register(`email: "${email}", url: "https://mobile.example/", passcodeReturn: true`), {
        token,
      });
      outcomes.push(`${data.registerMember.outcome} ${typeof data.registerMember.passcode}`);
    }
    expect(outcomes).toContain('COMMITTED string');
  }
});

test.each(['json', 'form'])('row 10: a token is requested as %s', async (body) => {
  for (const name of ['own', 'documented'] as const) {
    const { ask } = await startBefore(name, { UPSTREAM_TOKEN_BODY: body });
    expect(seen(await ask('{ accounts(first: 1) { totalCount } }', { token })).codes).toBeUndefined();
  }
});

test('row 14: an assistant’s list has deals between two other agents', async () => {
  const { body } = await services.own.call('/accounts/activeUsers', { batch_size: 100 });
  const people: readonly { agentNRDSID: string; memberType: string; officeNRDSID: string }[] = body.data;
  const assistant = people.find(({ memberType, officeNRDSID }) => memberType !== 'R' && officeNRDSID !== '');
  const query = `{ transactions(agentNrdsId: "${assistant?.agentNRDSID}", first: 100) { totalCount nodes {
    transId seller { agent { nrdsId } } buyer { agent { nrdsId } } } } }`;
  const [own, documented] = await Promise.all(
    [graphs.own, graphs.documented].map(async ({ ask }) => seen(await ask(query, { token }))),
  );
  expect([own?.codes, documented?.codes]).toEqual([undefined, undefined]);
  expect(documented?.data.transactions.totalCount).toBeGreaterThan(own?.data.transactions.totalCount);
  expect(documented?.data.transactions.nodes.length).toBeGreaterThan(own?.data.transactions.nodes.length);
});

test('row 11: a token that has expired at the service is renewed', async () => {
  for (const { ask } of Object.values(graphs)) await ask('{ accounts(first: 1) { totalCount } }', { token });
  aheadMs = 7_200_000;
  for (const { ask } of Object.values(graphs)) {
    const { data } = await ask(create('Renewed'), { token });
    expect(data.createTransaction).toEqual({ outcome: 'COMMITTED', userErrors: [] });
  }
});
