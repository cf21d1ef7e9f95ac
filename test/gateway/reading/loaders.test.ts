import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import { defaultOrder } from '@realty-forms/contract/calls/requests.ts';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { describe, expect, test } from 'vitest';
import { createAccess } from '../../../src/gateway/callers/access.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { createDecode } from '../../../src/gateway/reading/decode.ts';
import { createLoaders, type Loaders } from '../../../src/gateway/reading/loaders.ts';
import { createRequestCalls } from '../../../src/gateway/reading/request-calls.ts';
import { createResponseChecks } from '../../../src/gateway/reading/response-checks.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { captureLog } from '../../support/caught-log.ts';
import { everybody } from '../../support/directories.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';
import { batchOf, type FakeUpstream, fakeUpstream, type Handlers } from '../../support/upstreams/fake-upstream.ts';

const decode = createDecode({ timeZone: 'UTC', log: captureLog().log, metrics: createMetrics() });
const responseChecks = createResponseChecks({
  othersTransactions: 'refuse',
  clock: systemClock,
  log: captureLog().log,
  metrics: createMetrics(),
});
const reading = { notation: defaultNotation, decode, responseChecks, batchBehaviors: knownBatchBehaviors() };
const access = createAccess(createSealer([sealKey(1)]), everybody);
const ann = agentOf('111');
const bob = agentOf('222');
const batch = { size: 20, number: 1 };
const list = { filter: {}, order: defaultOrder, full: false };

const ofAnn = await access.agent(ann, null);
const grants = new Map([
  [ann, ofAnn],
  [bob, await access.agent(bob, null)],
  [service, await access.agent(service, '900')],
]);
const transactionOf = (caller: typeof ann, transId: string) => access.ownTransaction(grants.get(caller)!, transId);
const accountOf = (caller: typeof ann, email: string) => access.account(caller, email, caller.nrdsIds[0] ?? null);

const newLoaders = (upstream: FakeUpstream, signal?: AbortSignal) =>
  createLoaders({ ...reading, sharedReads: createRequestCalls(upstream, 24).sharedReads })(signal);

function loadersOver(handlers: Handlers): { readonly loaders: Loaders; readonly upstream: FakeUpstream } {
  const upstream = fakeUpstream(handlers);
  return { upstream, loaders: newLoaders(upstream) };
}

const happy: Handlers = {
  getTransById: ({ transId }) => [{ transName: transId }],
  getAccount: ({ emailId }) => [{ email: emailId }],
  listTrans: (request) => batchOf([{ transName: request.filter }], request),
  activeUsers: (request) => batchOf([{ agentNRDSID: '111' }], request),
};

test('a slow call does not hold up other calls of the request', async () => {
  const { loaders } = loadersOver({
    ...happy,
    getTransById: ({ transId }) => (transId === 'slow' ? new Promise(() => undefined) : [{ transName: transId }]),
  });
  void loaders.transaction(transactionOf(ann, 'slow'));
  expect(await loaders.transaction(transactionOf(ann, 'quick'))).toEqual({ transName: 'quick' });
});

describe('an object that is requested twenty times in one request', () => {
  const twenty = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, ask));

  test('is read by one call, be it a transaction, an account or a page of either list', async () => {
    const { loaders, upstream } = loadersOver(happy);
    const all = access.service(service);
    for (let round = 0; round < 2; round += 1) {
      expect(new Set(await twenty(() => loaders.transaction(transactionOf(ann, 'T-1')))).size).toBe(1);
      const account = await accountOf(ann, 'ann@example.com');
      await twenty(() => loaders.accounts(account));
      await twenty(() => loaders.transactions(ofAnn, { ...list }, { ...batch }));
      await twenty(() => loaders.activeUsers(all, { unit: 'DAYS', amount: 3 }, { ...batch }));
    }
    expect(upstream.calls.map(({ endpoint }) => endpoint)).toEqual([
      'getTransById',
      'getAccount',
      'listTrans',
      'activeUsers',
    ]);
  });

  test('is read by another call in another request', async () => {
    const upstream = fakeUpstream(happy);
    for (let request = 0; request < 2; request += 1) await newLoaders(upstream).transaction(transactionOf(ann, 'T-1'));
    expect(upstream.calls).toHaveLength(2);
  });

  test('is distinguished by everything that it depends on', async () => {
    const { loaders, upstream } = loadersOver(happy);
    await Promise.all([
      loaders.transactions(ofAnn, list, batch),
      loaders.transactions(ofAnn, list, { ...batch, number: 2 }),
      loaders.transactions(ofAnn, list, { ...batch, size: 21 }),
      loaders.transactions(ofAnn, { ...list, full: true }, batch),
      loaders.transactions(ofAnn, { ...list, filter: { realtorName: 'Ann' } }, batch),
      loaders.transactions(ofAnn, { ...list, order: { field: 'NAME', direction: 'ASC' } }, batch),
    ]);
    expect(new Set(upstream.requestsTo('listTrans').map((each) => JSON.stringify(each))).size).toBe(6);
    const all = access.service(service);
    await Promise.all([
      loaders.activeUsers(all, null, batch),
      loaders.activeUsers(all, { unit: 'DAYS', amount: 1 }, batch),
      loaders.activeUsers(all, { unit: 'HOURS', amount: 1 }, batch),
    ]);
    expect(upstream.requestsTo('activeUsers')).toHaveLength(3);
  });
});

describe('different grants', () => {
  test('never share a call, even for the same object', async () => {
    const { loaders, upstream } = loadersOver(happy);
    const callers = [ann, bob, service];
    await Promise.all(callers.map((caller) => loaders.transaction(transactionOf(caller, 'T-1'))));
    expect(upstream.requestsTo('getTransById')).toHaveLength(3);
    await Promise.all(callers.map(async (caller) => loaders.accounts(await accountOf(caller, 'ann@example.com'))));
    expect(upstream.requestsTo('getAccount')).toHaveLength(3);
    await Promise.all([
      loaders.transactions(ofAnn, list, batch),
      loaders.transactions(await access.agent(service, '111'), list, batch),
    ]);
    expect(upstream.requestsTo('listTrans')).toHaveLength(2);
  });

  test('are distinct for two agents of one service', async () => {
    const { loaders, upstream } = loadersOver(happy);
    const pages = await Promise.all(
      ['111', '222'].map(async (nrdsId) => loaders.transactions(await access.agent(service, nrdsId), list, batch)),
    );
    expect(pages.map(({ data }) => data)).toEqual([[{ transName: 'NRDSID=<111>' }], [{ transName: 'NRDSID=<222>' }]]);
    expect(upstream.calls).toHaveLength(2);
  });

  test('determine whose list is read, with any arguments', async () => {
    const { loaders, upstream } = loadersOver(happy);
    const sneaky = { ...list, agentNrdsId: '222' };
    await loaders.transactions(ofAnn, sneaky, batch);
    expect(upstream.requestsTo('listTrans')[0]?.filter).toBe('NRDSID=<111>');
  });
});

describe('an object that upstream does not have', () => {
  const ask = {
    getTransById: (loaders: Loaders) => loaders.transaction(transactionOf(ann, 'T-1')),
    getAccount: async (loaders: Loaders) => (await loaders.accounts(await accountOf(ann, 'a@b')))[0] ?? null,
  };

  test.each(['getTransById', 'getAccount'] as const)(
    'is null from %s if the response is an empty list',
    async (endpoint) => {
      expect(await ask[endpoint](loadersOver({ [endpoint]: () => [] }).loaders)).toBeNull();
    },
  );
});

test('each read aborts when its request aborts', async () => {
  const never = () => new Promise<never>(() => {});
  const upstream = fakeUpstream({ getTransById: never, getAccount: never, listTrans: never, activeUsers: never });
  const request = new AbortController();
  const { signal } = request;
  const loaders = newLoaders(upstream, signal);
  const reads = [
    loaders.transaction(transactionOf(ann, 'T-1')),
    loaders.accounts(await accountOf(ann, 'a@b')),
    loaders.transactions(ofAnn, list, batch),
    loaders.activeUsers(access.service(service), null, batch),
  ];
  const outcomes = Promise.allSettled(reads);
  await expect.poll(() => upstream.calls).toHaveLength(4);
  const aborted = () => upstream.calls.map(({ options }) => options?.signal?.aborted);
  expect(aborted()).toEqual([false, false, false, false]);
  request.abort();
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'ABORTED' } });
  expect(aborted()).toEqual([true, true, true, true]);
});
