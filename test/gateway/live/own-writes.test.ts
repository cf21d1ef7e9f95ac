// The gateway as a whole: its own writes are seen at once, and its polls count as no caller's calls.

import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventQueue } from '../../../src/gateway/live/event-queue.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { createManualClock } from '../../support/held-clock.ts';
import { detailRecord } from '../../support/transaction-record.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';
import { Listener, pass } from './feeds-under-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = agentOf('111');
const author = { subject: ann.subject, key: null } as never;
const input = {
  stateId: 'OR',
  name: 'New',
  streetAddress: '1 New Street',
  propertyType: 'RESIDENTIAL',
  type: 'PURCHASE',
  status: 'NEW',
} as const;

function underTest() {
  const records: FlatRecord[] = [{ ...detailRecord, transId: 'T-1' }];
  const clock = createManualClock();
  const under = gatewayOver(
    {
      activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
      listTrans: (request) => batchOf(records, request),
      getTransById: ({ transId }) => records.filter((record) => record['transId'] === transId),
      addTrans: ({ transName, streetAddress, propertyType, transactionType, propertyStatus, stateID }) => {
        const record = {
          ...{ transName, streetAddress, propertyType, transactionType, propertyStatus },
          State: stateID,
          insertDate: '2026-03-03',
          lastUpdateDate: '2026-03-03',
          transId: 'T-2',
        };
        records.push(record);
        return [record];
      },
      serviceproviders: () => {
        records[0] = { ...records[0], escrowCompanyName: 'Another' };
        return { result: 'Success' };
      },
    },
    undefined,
    { clock },
  );
  return { ...under, clock };
}

const provider = {
  kind: 'ESCROW',
  represents: '',
  company: 'Another',
  agentName: 'Esther',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555-5001' },
} as const;

test('a creation and added providers are polled for at once, in slots of their own, and count for no request', async () => {
  const { gateway, upstream, clock } = underTest();
  const grant = await gateway.access.agent(ann, '111');
  const listener = new Listener(gateway.feeds.listen(grant, null) as EventQueue);
  await pass(0);
  clock.advance(2_000);
  const made = await gateway.calls.runRequest(async () => {
    await gateway.createTransaction(gateway.loaders(), grant, author, input, true);
    await pass(0);
    return gateway.calls.tally().made;
  });
  expect(listener.received()).toEqual(['READY', 'CHANGED T-2']);
  expect(made).toBe(1);
  clock.advance(2_000);
  const id = gateway.access.transactionId(gateway.access.ownTransaction(grant, 'T-1'));
  await gateway.addProviders(gateway.loaders(), ann, author, { transactionId: id, providers: [provider] });
  await pass(0);
  expect(listener.received()).toEqual(['CHANGED T-1']);
  const polls = upstream.calls.filter(({ endpoint }) => endpoint === 'listTrans');
  expect(new Set(polls.map(({ options }) => options?.group))).toEqual(new Set(['feeds']));
  gateway.feeds.close();
});

test('added providers are polled for at once, also by feeds of that transaction alone', async () => {
  const { gateway, upstream, clock } = underTest();
  const grant = await gateway.access.agent(service, '111');
  const [first, second] = ['T-1', 'T-3'].map((transId) =>
    gateway.access.transactionId(gateway.access.ownTransaction(grant, transId)),
  );
  const follow = async (id = '') => {
    const events = gateway.feeds.listenToOne(await gateway.access.openTransaction(service, id));
    const listener = new Listener(events as EventQueue);
    await pass(0);
    return listener;
  };
  const listener = await follow(first);
  expect(listener.received()).toEqual(['READY']);
  clock.advance(2_000);
  const input = { transactionId: first ?? '', agentNrdsId: '111', providers: [provider] };
  await gateway.addProviders(gateway.loaders(), service, author, input);
  await pass(0);
  expect(listener.received()).toEqual(['CHANGED T-1']);
  const reads = () => upstream.requestsTo('getTransById').length;
  const before = reads();
  clock.advance(2_000);
  await gateway.addProviders(gateway.loaders(), service, author, { ...input, transactionId: second ?? '' });
  await pass(0);
  expect(reads()).toBe(before);
  gateway.feeds.close();
});
