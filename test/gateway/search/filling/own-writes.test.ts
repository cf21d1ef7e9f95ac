// Who writes finds it at once: a write is in the index before it is answered, and an index that fails fails no write.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { expect, test } from 'vitest';
import type { SearchIndex } from '../../../../src/gateway/search/index.ts';
import { agentOf } from '../../../support/callers/callers.ts';
import { gatewayOver } from '../../../support/gateways/gateway-under-test.ts';
import { openSearchIndex } from '../../../support/gateways/search-index.ts';
import { detailRecord } from '../../../support/transaction-record.ts';
import { batchOf } from '../../../support/upstreams/fake-upstream.ts';
import { load, row } from '../index-under-test.ts';

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
const provider = {
  kind: 'ESCROW',
  represents: '',
  company: 'Another',
  agentName: 'Esther',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555-5001' },
} as const;

async function start(own: Partial<SearchIndex> = {}) {
  const records: FlatRecord[] = [{ ...detailRecord, transId: 'T-1' }];
  const index = await openSearchIndex();
  /** What happens while the service answers a write. */
  const meanwhile = { happen: async (): Promise<void> => undefined };
  const { gateway, clock } = gatewayOver(
    {
      activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
      listTrans: (request) => batchOf(records, request),
      getTransById: ({ transId }) =>
        records.filter((record) => record['transId'] === transId).map(({ transId: _, ...record }) => record),
      addTrans: async ({ transName, streetAddress, propertyType, transactionType, propertyStatus, stateID }) => {
        const record = { transName, streetAddress, propertyType, transactionType, propertyStatus, State: stateID };
        records.push({ ...record, transId: 'T-2' });
        await meanwhile.happen();
        return [{ ...record, transId: 'T-2' }];
      },
      serviceproviders: async () => {
        await meanwhile.happen();
        records[0] = { ...records[0], escrowCompanyName: 'Another' };
        return { result: 'Success' };
      },
    },
    undefined,
    { indexing: { index: { ...index, ...own }, agents: null, callsPerMinute: 60, closedDays: null } },
  );
  const grant = await gateway.access.agent(ann, '111');
  const create = () => gateway.createTransaction(gateway.loaders(), grant, author, input, true);
  const rows = async () =>
    new Map((await index.changesSince(0, 10)).changes.map(({ transId, record }) => [transId, record]));
  const transactionId = gateway.access.transactionId(gateway.access.ownTransaction(grant, 'T-1'));
  const addProvider = () =>
    gateway.addProviders(gateway.loaders(), ann, author, { transactionId, providers: [provider] });
  return { index, meanwhile, clock, create, addProvider, rows };
}

test('a creation and a change of providers are in the index when they are answered', async () => {
  const { index, create, addProvider, rows } = await start();
  await load(index, '111', [row('T-1', detailRecord)]);
  expect(await create()).toMatchObject({ outcome: 'COMMITTED' });
  expect((await rows()).get('T-2')).toMatchObject({ transName: 'New' });
  expect(await addProvider()).toMatchObject({ outcome: 'COMMITTED' });
  expect((await rows()).get('T-1')).toMatchObject({ transId: 'T-1', escrowCompanyName: 'Another' });
});

test('what the list had while a write was answered is older than a change, and newer than a creation', async () => {
  const { index, meanwhile, clock, create, addProvider, rows } = await start();
  await load(index, '111', [row('T-1', detailRecord)]);
  const readList = (transId: string, record: FlatRecord) => async () => {
    clock.advance(1_000);
    await index.saveChanges('111', [row(transId, record, clock.now())], clock.now(), 'cursor');
    clock.advance(1_000);
  };
  meanwhile.happen = readList('T-1', detailRecord);
  await addProvider();
  expect((await rows()).get('T-1')).toMatchObject({ escrowCompanyName: 'Another' });
  meanwhile.happen = readList('T-2', { transName: 'Renamed' });
  await create();
  expect((await rows()).get('T-2')).toMatchObject({ transName: 'Renamed' });
});

test('nothing is saved for an agent whose list is not in the index', async () => {
  const { create, rows } = await start();
  await create();
  expect(await rows()).toEqual(new Map());
});

test('a write succeeds although the index cannot be written', async () => {
  const saveWritten = () => Promise.reject(new Error('disk full'));
  const { index, create, rows } = await start({ saveWritten });
  await load(index, '111', [row('T-1', detailRecord)]);
  expect(await create()).toMatchObject({ outcome: 'COMMITTED' });
  expect((await rows()).has('T-2')).toBe(false);
});
