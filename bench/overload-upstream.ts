/** The POST API of the overload benchmark, in a process of its own: pages of 100 records after 5 ms, and the callers' key set. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHandTypedUpstream, users } from '../test/support/hand-typed-upstream.ts';

const LATENCY_MS = 5;
const RECORDS = 100;
const AGENTS = 40;

const stub = await startHandTypedUpstream();
const record = {
  realtorName: 'Ada Byron',
  insertDate: '2026-03-01T09:30:00-07:00',
  lastUpdateDate: '2026-03-02',
  propertyType: 'R',
  transactionType: 'G',
  propertyStatus: 'L',
};
const data = Array.from({ length: RECORDS }, (_, at) => ({
  transName: `Elm ${at}`,
  transId: `${500 + at}`,
  ...record,
}));
const text = JSON.stringify([{ meta: { total: RECORDS, max: RECORDS }, data }]);
stub.answer('/fsforms/listTrans', async () => {
  await sleep(LATENCY_MS);
  stub.requests.length = 0;
  return { headers: { 'content-type': 'application/json' }, text };
});
const agents = Array.from({ length: AGENTS }, (_, at) => ({ ...users[0], agentNRDSID: String(100 + at) }));
stub.answer('/accounts/activeUsers', { json: { meta: { total: AGENTS, max: AGENTS }, data: agents } });
const keys = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(process.argv[2]);
});
keys.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: stub.url, keys: `http://127.0.0.1:${(keys.address() as AddressInfo).port}` }));
});
