// Whether a service that ignores which agent's transactions are asked for is found out before anybody sees a list.
import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import { unusedNrdsIds } from '@realty-forms/contract/calls/requests.ts';
import { expect, test } from 'vitest';
import { withCheckedFilter } from '../../../src/gateway/lists/agent-filter.ts';
import { errorResponse, type StubResponse, type StubRule } from '../../support/upstreams/stub-upstream.ts';
import { startClient } from '../../upstream/client-under-test.ts';

const LIST_TRANS = '/fsforms/listTrans';
const records = (...data: readonly object[]) => ({ json: [{ meta: { total: data.length, max: data.length }, data }] });
const record = { transName: '12 Alder Court', realtorName: 'Another Agent' };

async function startChecked(...rules: readonly StubRule[]) {
  const { stub, upstream } = await startClient();
  stub.answer(LIST_TRANS, ...rules);
  const { upstream: checked, isFilterApplied } = withCheckedFilter(upstream, defaultNotation);
  const list = () => checked.call('listTrans', { filter: 'NRDSID=<999000001>' });
  const filters = () => stub.requestsTo(LIST_TRANS).map(({ body }) => (JSON.parse(body) as { filter: string }).filter);
  return { list, filters, isFilterApplied };
}

test('lists are read once the service has shown that an unknown agent has none, which it is asked a single time', async () => {
  const { list, filters } = await startChecked(records(), records(record));
  await expect(Promise.all([list(), list()])).resolves.toMatchObject([{ data: [record] }, { data: [record] }]);
  await list();
  expect(filters()).toEqual([`NRDSID=<${unusedNrdsIds[0]}>`, ...Array(3).fill('NRDSID=<999000001>')]);
});

test('no list is read from a service that lists the same for every agent', async () => {
  const { list, filters, isFilterApplied } = await startChecked(records(record));
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  expect(await isFilterApplied()).toBe(false);
  expect(new Set(filters())).toEqual(new Set(unusedNrdsIds.map((id) => `NRDSID=<${id}>`)));
});

test('an id that has been given to an agent proves nothing: another one is asked for', async () => {
  const { list } = await startChecked(records(record), records(), records(record));
  await expect(list()).resolves.toMatchObject({ data: [record] });
});

/** The service lists the record for the agent that exists, and this for others. */
const forOthers =
  (response: StubResponse): StubRule =>
  ({ body }) =>
    body.includes('999000001') ? records(record) : response;

test.each<[string, StubResponse]>([
  ['404', errorResponse(404, 'listTrans Not Found', 'No records found')],
  ['400 for the agent', errorResponse(400, 'Bad Request', 'NRDSID is unknown')],
  ['500', errorResponse(500, 'Internal Error', 'no such agent')],
  ['a body that is no list', { text: 'none' }],
])('a service that has %s for an unknown agent lists nothing for it', async (_, response) => {
  const { list } = await startChecked(forOthers(response));
  await expect(list()).resolves.toMatchObject({ data: [record] });
});

test('a service that does not respond is asked again by the next list', async () => {
  let isAway = true;
  const cut: StubResponse = { misbehave: (response) => void response.destroy() };
  const { list } = await startChecked((request) => {
    const answer = forOthers(records());
    return isAway || typeof answer !== 'function' ? cut : answer(request);
  });
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  isAway = false;
  await expect(list()).resolves.toMatchObject({ data: [record] });
});
