// Responses that contradict their requests are not used: a read is UPSTREAM_INVALID, a write UNKNOWN, and no id is minted. Only
// what an agent's list contains is for the service to decide.
import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { SelectedRecord, selectGroups, selectPaths } from '@realty-forms/contract/columns/selection.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../../src/gateway/gateway.ts';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import { grantOf } from '../../../src/gateway/reading/transactions.ts';
import type { CreateResult } from '../../../src/gateway/writing/create-transaction.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf, type Handlers } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const invalid = { code: 'UPSTREAM_INVALID' };
const full = { full: true, selection: selectGroups('summary', 'identifier') };
const summary = { full: false, selection: selectGroups('summary') };

type Overrides = Pick<GatewayOptions, 'metrics' | 'othersTransactions'>;
const over = (handlers: Handlers, overrides: Partial<Overrides> = {}): GatewayUnderTest =>
  gatewayOver(
    {
      activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
      ...handlers,
    },
    defaultNotation,
    overrides,
  );
const refusing = (): Overrides => ({ othersTransactions: 'refuse', metrics: createMetrics() });
const warnings = ({ lines }: GatewayUnderTest) => lines.filter(({ level }) => level === 40);
/** All lines, without their times, whose digits may be those of anything. */
const logged = ({ lines }: GatewayUnderTest) => JSON.stringify(lines.map(({ time: _, ...line }) => line));
const sides = (seller: unknown, buyer: unknown): FlatRecord => ({
  transName: 'Elm Street',
  transId: 'T-1',
  sellerAgentNRDSID: seller,
  buyerAgentNRDSID: buyer,
});

describe('the account of an address', () => {
  const a = { accountID: '1', email: 'ann@example.com', firstName: 'Ann' };
  const b = { accountID: '2', email: 'bob@example.com', firstName: 'Bob' };
  const read = async (records: readonly FlatRecord[]) => {
    const under = over({ getAccount: () => records });
    const { accounts, loaders } = under.gateway;
    const reading = Promise.resolve(accounts.byEmail(loaders(), ann, 'ann@example.com'));
    return { under, reading };
  };

  test.each([
    ['another one', [b]],
    ['another one before it', [b, a]],
    ['another one after it', [a, b]],
  ])('is UPSTREAM_INVALID where the response has %s, and the log shows no values', async (_, records) => {
    const { under, reading } = await read(records);
    await expect(reading).rejects.toMatchObject(invalid);
    expect(warnings(under)).toMatchObject([
      { endpoint: 'getAccount', columns: ['email'], records: records.length, contradicting: 1 },
    ]);
    expect(JSON.stringify(under.lines)).not.toMatch(/example\.com|Bob/);
  });

  test.each([
    ['written otherwise', [{ ...a, email: ' ANN@Example.com ' }]],
    ['absent', [{ accountID: '1', firstName: 'Ann' }]],
    ['blank', [{ ...a, email: ' ' }]],
    ['null', [{ ...a, email: null }]],
    ['stated by a later record', [{ accountID: '3', firstName: 'Nobody' }, a]],
  ])('is read where the address is %s', async (_, records) => {
    const { reading } = await read(records);
    expect(await reading).toMatchObject({ firstName: 'Ann' });
  });
});

describe('an agent’s list', () => {
  const list = async (
    records: readonly (FlatRecord | SelectedRecord)[],
    caller = ann,
    detail: typeof full | typeof summary = full,
    overrides: Partial<Overrides> = refusing(),
  ) => {
    const under = over({ listTrans: (request) => batchOf(records, request) as never }, overrides);
    const grant = await under.gateway.access.agent(caller, '111');
    return { under, reading: under.gateway.transactions.list(under.gateway.loaders(), grant, {}, detail) };
  };
  const own = sides('111', '999');

  test.each([
    ['an agent', ann],
    ['a service', service],
  ])('for %s has rows whose two sides name others, as an assistant’s, which are counted', async (_, caller) => {
    const metrics = createMetrics();
    const { under, reading } = await list([own, sides('222', '999'), own], caller, full, { metrics });
    const { nodes } = await reading;
    expect(nodes).toHaveLength(3);
    expect(
      await under.gateway.access.openTransaction(caller, under.gateway.access.transactionId(nodes[1]!.grant!)),
    ).toMatchObject({ transId: 'T-1' });
    expect((await metrics.othersTransactions.get()).values).toMatchObject([
      { value: 1, labels: { endpoint: 'listTrans' } },
    ]);
  });

  test.each([
    ['an agent', ann],
    ['a service', service],
  ])('for %s is UPSTREAM_INVALID where both sides of a row name others, if it is to be refused', async (_, caller) => {
    const { under, reading } = await list([own, sides('222', '999'), own], caller);
    await expect(reading).rejects.toMatchObject({ ...invalid, endpoint: 'listTrans' });
    expect(warnings(under)).toMatchObject([{ endpoint: 'listTrans', records: 3, contradicting: 1 }]);
    expect(logged(under)).not.toMatch(/222|Elm/);
  });

  test('is refused too where a row that was read in part names others', async () => {
    const selection = selectPaths(new Set(['name', 'transId']));
    const row = new SelectedRecord(
      selection,
      selection.values.map((column) => ({ ...sides('222', '999') })[column] ?? ''),
      [],
    );
    const { reading } = await list([row]);
    await expect(reading).rejects.toMatchObject(invalid);
  });

  test.each([
    ['only the opposing agent', sides('', '999')],
    ['no agent', sides(null, undefined)],
    ['no agent, by placeholders', sides('0', 'N/A')],
    ['the agent on both sides', sides('111', '111')],
    ['the agent, padded', sides('999', ' 111 ')],
    ['the agent as a number', sides(111, 999)],
    ['the agent with leading zeros', sides('000111', '999')],
    ['the agent with hyphens', sides('000-111', '999')],
    ['something unreadable', sides({}, '999')],
  ])('is read where a row names %s', async (_, record) => {
    const { reading } = await list([record]);
    expect((await reading).nodes[0]?.transId).toBe('T-1');
  });

  test('of summaries, which have no numbers, is read with any agents in the rows', async () => {
    const { reading } = await list([sides('222', '999')], ann, summary);
    const [row] = (await reading).nodes;
    expect(row?.name).toBe('Elm Street');
    expect(() => grantOf(row!)).toThrow(expect.objectContaining(invalid));
  });
});

describe('one transaction', () => {
  const read = async (record: FlatRecord, caller: typeof ann, overrides: Partial<Overrides> = {}) => {
    const { gateway } = over({ getTransById: () => [record] }, overrides);
    const { access } = gateway;
    const grant = access.ownTransaction(await access.agent(caller, '111'), 'T-1');
    return gateway.transactions.get(gateway.loaders(), grant);
  };

  test('of an agent, whose list has shown it, may be one between two others', async () => {
    expect(await read(sides('222', '999'), ann)).toMatchObject({ transId: 'T-1' });
  });

  test('of an agent is UPSTREAM_INVALID if both of its sides name others, if that is to be refused', async () => {
    const reading = read(sides('222', '999'), ann, refusing());
    await expect(reading).rejects.toMatchObject({ ...invalid, endpoint: 'getTransById' });
    expect(await read(sides('222', '111'), ann, refusing())).toMatchObject({ transId: 'T-1' });
  });

  test('of a service may be anybody’s', async () => {
    expect(await read(sides('222', '999'), service)).toMatchObject({ transId: 'T-1' });
  });
});

describe('members', () => {
  const find = async (by: object, records: readonly FlatRecord[]) => {
    const { gateway } = over({ getMember: () => records });
    return gateway.members.find(gateway.loaders(), gateway.access.service(service), by);
  };
  const ada = { clientId: '1', userName: 'ada', email: 'Ada@example.com' };

  test.each([
    [{ userName: 'bob' }, [ada]],
    [{ email: 'bob@example.com' }, [ada]],
    [{ userName: 'ada', email: 'bob@example.com' }, [ada]],
    [{ userName: 'ada' }, [ada, { clientId: '2', userName: 'bob' }]],
  ])('found by %j are UPSTREAM_INVALID if one has another name or address', async (by, records) => {
    await expect(find(by, records)).rejects.toMatchObject({ ...invalid, endpoint: 'getMember' });
  });

  test.each([
    [{ userName: ' ADA' }, [ada]],
    [{ email: 'ada@EXAMPLE.com' }, [ada, { clientId: '2' }]],
    [{ userName: '7' }, [{ clientId: '1', userName: 7 }]],
  ])('found by %j are those that the response has', async (by, records) => {
    expect(await find(by, records)).toHaveLength(records.length);
  });
});

describe('a creation', () => {
  const input = {
    stateId: 'OR',
    name: 'Elm Street 12, second floor, north side',
    streetAddress: '12 Elm Street',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING',
    status: 'NEW',
  } as const;
  const created: FlatRecord = {
    transId: 'T-9',
    transName: input.name,
    streetAddress: '12 Elm Street',
    State: 'OR',
    propertyType: 'R',
    transactionType: 'A',
    propertyStatus: 'N',
    sellerAgentNRDSID: '111',
  };
  const create = async (
    record: FlatRecord,
    listed: readonly FlatRecord[] = [],
    sent = { ...input, name: input.name as string },
    overrides: Partial<Overrides> = {},
  ) => {
    const handlers: Handlers = {
      addTrans: () => [record],
      listTrans: (request) => batchOf(listed, request),
      getTransById: () => [record],
    };
    const under = over(handlers, overrides);
    const { gateway } = under;
    const grant = await gateway.access.agent(ann, '111');
    const result: CreateResult = await gateway.createTransaction(
      gateway.loaders(),
      grant,
      authorOf(ann, 'key-1'),
      sent,
      true,
    );
    return { under, result, matches: result.possibleMatches?.map(({ transId }) => transId) };
  };

  test.each<[string, string[], FlatRecord]>([
    ['name', ['transName'], { transName: 'Oak Lane' }],
    ['address', ['streetAddress'], { streetAddress: '1 Oak Lane' }],
    ['property type', ['propertyType'], { propertyType: 'C' }],
    ['type', ['transactionType'], { transactionType: 'P' }],
    ['status', ['propertyStatus'], { propertyStatus: 'X' }],
    ['beginning of a name, too short to be one cut off', ['transName'], { transName: 'Elm Street 12' }],
  ])('answered with another %s, and without its time, is UNKNOWN', async (_, columns, other) => {
    const { under, result } = await create({ ...created, ...other });
    expect(result).toMatchObject({ outcome: 'UNKNOWN', transaction: null });
    expect(warnings(under)).toMatchObject([
      { endpoint: 'addTrans', columns, contradicting: 1 },
      { operation: 'createTransaction', reason: 'UPSTREAM_INVALID' },
    ]);
    expect(logged(under)).not.toMatch(/Oak|Elm/);
  });

  test.each([
    ['without diacritics', 'Ostrow Lane', 'Ostrów Lane'],
    ['with entities in place of characters', 'O&#39;Brien &amp; Sons', "O'Brien & Sons"],
    ['without what its character set lacks', 'Lake house', 'Lake house 🏠'],
  ])('answered with its name %s is COMMITTED', async (_, transName, name) => {
    const { result } = await create({ ...created, transName }, [], { ...input, name });
    expect(result).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  });

  test('answered with another record is COMMITTED with its own, if that is in the agent’s list', async () => {
    const made = { ...created, insertDate: '2026-11-20T12:00:00Z' };
    const { result } = await create({ ...created, transId: 'T-5', transName: 'Oak Lane' }, [made]);
    expect(result).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  });

  test('answered with another record stays UNKNOWN if all that matches in the list is between two others', async () => {
    const made = { ...created, insertDate: '2026-11-20T12:00:00Z', ...sides('222', '999'), transName: input.name };
    const answer = { ...created, transId: 'T-5', transName: 'Oak Lane' };
    const { result, matches } = await create(answer, [made]);
    expect([result.outcome, matches]).toEqual(['UNKNOWN', ['T-1']]);
    const refused = await create(answer, [made], undefined, refusing());
    expect(refused.result).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: null });
  });

  test.each<[string, FlatRecord]>([
    ['texts written otherwise', { transName: `  ${input.name.toUpperCase()}`, streetAddress: '12  Elm Street ' }],
    ['a text cut off', { transName: input.name.slice(0, 30) }],
    [
      'punctuation of its own',
      { transName: 'Elm Street 12 - second floor / north side', streetAddress: '12 Elm Street.' },
    ],
    ['nothing but a number', { ...Object.fromEntries(Object.keys(created).map((key) => [key, ''])), transId: 'T-9' }],
    ['a state spelled out', { State: 'Oregon' }],
    ['codes as labels', { propertyType: 'Residential', transactionType: 'Listing', propertyStatus: 'New' }],
    ['the agent as the buyer’s', { sellerAgentNRDSID: '', buyerAgentNRDSID: 111 }],
  ])('answered with %s is COMMITTED', async (_, written) => {
    const { result } = await create({ ...created, ...written });
    expect(result).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  });
});
