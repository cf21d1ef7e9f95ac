// The use case of addServiceProviders.
import { expect, test } from 'vitest';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const appraisal = {
  kind: 'PROPERTY_APPRAISAL',
  company: 'Appraisers',
  companyAddress: '6 Bank Street',
  email: 'desk@appraisers.example',
  contact: { phone: '555-6001' },
} as const;

test('transactions are read again in the same request after an addition that failed once it was sent', async () => {
  const { gateway, upstream } = gatewayOver({
    activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
    getTransById: ({ transId }) => [{ transId, transName: 'Elm Street' }],
    serviceproviders: () => Promise.reject(new Error('a bug')),
  });
  const loaders = gateway.loaders();
  const grant = gateway.access.ownTransaction(await gateway.access.agent(ann, '111'), 'T-1');
  const read = () => gateway.transactions.get(loaders, grant);
  const id = gateway.access.transactionId((await read()).grant!);
  const input = { transactionId: id, providers: [appraisal] };
  await expect(gateway.addProviders(loaders, ann, authorOf(ann, null), input)).rejects.toThrow('a bug');
  await read();
  expect(upstream.requestsTo('getTransById')).toHaveLength(2);
});
