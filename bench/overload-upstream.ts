/** The stub POST API of the overload benchmark, a separate process: pages of 100 records after 5 ms, and the callers' key set. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startHandTypedUpstream, users } from '../test/support/upstreams/hand-typed-upstream.ts';

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
stub.answer('/.well-known/jwks.json', { text: process.env['KEY_SET'] ?? '{"keys":[]}' });
console.log(`ready ${stub.url}`);
