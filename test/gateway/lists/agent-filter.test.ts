// Whether a service that ignores which agent's transactions are asked for is found out before anybody sees a list.
import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import { unusedNrdsIds } from '@realty-forms/contract/calls/requests.ts';
import { expect, test } from 'vitest';
import { withCheckedFilter } from '../../../src/gateway/lists/agent-filter.ts';
import { captureLog } from '../../support/caught-log.ts';
import { errorResponse, type StubResponse, type StubRule, TOKEN_PATH } from '../../support/upstreams/stub-upstream.ts';
import { startClient } from '../../upstream/client-under-test.ts';

const LIST_TRANS = '/fsforms/listTrans';
const ACTIVE_USERS = '/accounts/activeUsers';
const page = (...data: readonly object[]) => ({ meta: { total: data.length, max: data.length }, data });
const records = (...data: readonly object[]) => ({ json: [page(...data)] });
const recordOf = (agent: string) => ({ transName: '12 Alder Court', realtorName: agent });
const [one, other] = ['999000001', '999000002'] as const;
const minute = 60_000;

async function startChecked(...rules: readonly StubRule[]) {
  const { stub, upstream, clock, metrics } = await startClient();
  stub.answer(LIST_TRANS, ...rules);
  stub.answer(ACTIVE_USERS, {
    json: page({ agentNRDSID: one }, { agentNRDSID: '', firstName: 'Ann' }, { agentNRDSID: ` ${other}` }),
  });
  const { log, lines } = captureLog();
  const erasedSince: number[] = [];
  const failures: Error[] = [];
  const { upstream: checked, isFilterApplied } = withCheckedFilter(upstream, {
    ...{ notation: defaultNotation, clock, log },
    async eraseSince(readAt) {
      erasedSince.push(readAt);
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
    },
  });
  const list = () => checked.call('listTrans', { filter: `NRDSID=<${one}>` });
  const filters = () => stub.requestsTo(LIST_TRANS).map(({ body }) => (JSON.parse(body) as { filter: string }).filter);
  return { list, filters, isFilterApplied, stub, clock, metrics, lines, erasedSince, failures };
}

/** For agents that do not exist; the others have a record of their own. */
const forUnknown =
  (response: StubResponse): StubRule =>
  ({ body }) => {
    const agent = [one, other].find((each) => body.includes(each));
    return agent === undefined ? response : records(recordOf(agent));
  };

test('lists are read once the service has shown that an unknown agent has none, which it is asked once a minute', async () => {
  const { list, filters, clock } = await startChecked(forUnknown(records()));
  await expect(Promise.all([list(), list()])).resolves.toMatchObject([
    { data: [recordOf(one)] },
    { data: [recordOf(one)] },
  ]);
  clock.advance(minute - 1);
  await list();
  expect(filters()).toEqual([`NRDSID=<${unusedNrdsIds[0]}>`, ...Array(3).fill(`NRDSID=<${one}>`)]);
  clock.advance(1);
  await list();
  await list();
  expect(filters().slice(4).toSorted()).toEqual([`NRDSID=<${unusedNrdsIds[0]}>`, ...Array(2).fill(`NRDSID=<${one}>`)]);
});

test('no list is read from a service that lists the same for every agent', async () => {
  const { list, filters, isFilterApplied } = await startChecked(records(recordOf(one)));
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  expect(await isFilterApplied()).toBe(false);
  expect(new Set(filters())).toEqual(new Set(unusedNrdsIds.map((id) => `NRDSID=<${id}>`)));
});

test('a service that lists the same for every agent from some time on is found out within a minute, until it stops', async () => {
  const { list, stub, clock, lines } = await startChecked(forUnknown(records()));
  await list();
  stub.answer(LIST_TRANS, records(recordOf(other)));
  clock.advance(minute);
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
  stub.answer(LIST_TRANS, forUnknown(records()));
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
});

test('rows of lists that were read since a minute before the last proof are erased, and again after the next proof', async () => {
  const { list, stub, clock, erasedSince } = await startChecked(forUnknown(records()));
  await list();
  clock.advance(minute);
  await list();
  const provenAt = clock.now();
  clock.advance(minute);
  const answer = Promise.withResolvers<void>();
  let isFirst = true;
  stub.answer(LIST_TRANS, async () => {
    if (isFirst) {
      isFirst = false;
      await answer.promise;
    }
    return records(recordOf(other));
  });
  clock.advance(-1);
  const begunBefore = list();
  await expect.poll(() => isFirst).toBe(false);
  clock.advance(1);
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  answer.resolve();
  await expect(begunBefore).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  expect(erasedSince).toEqual([provenAt - minute]);
  stub.answer(LIST_TRANS, forUnknown(records()));
  await list();
  expect(erasedSince).toEqual([provenAt - minute, provenAt - minute]);
  clock.advance(minute);
  await list();
  expect(erasedSince).toHaveLength(2);
});

test('rows that could not be erased are erased after the next proof, since the same time', async () => {
  const { list, stub, clock, erasedSince, failures } = await startChecked(forUnknown(records()));
  await list();
  const provenAt = clock.now();
  clock.advance(minute);
  stub.answer(LIST_TRANS, records(recordOf(other)));
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  stub.answer(LIST_TRANS, forUnknown(records()));
  failures.push(new Error('database is locked'));
  await list();
  clock.advance(minute);
  await list();
  expect(erasedSince).toEqual(Array(3).fill(provenAt - minute));
});

test('if the service does not respond when it is asked again, lists are read as before', async () => {
  const { list, stub, clock } = await startChecked(forUnknown(records()));
  await list();
  stub.answer(LIST_TRANS, forUnknown(errorResponse(429, 'Too Many Requests', 'later')));
  stub.answer(ACTIVE_USERS, { status: 503 });
  clock.advance(minute);
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
});

test('an id that has been given to an agent proves nothing: another one is asked for', async () => {
  const { list } = await startChecked(records(recordOf(one)), records(), records(recordOf(one)));
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
});

test.each<[string, StubResponse]>([
  ['404', errorResponse(404, 'Not Found', 'no such agent')],
  ['400', errorResponse(400, 'Bad Request', 'NRDSID is unknown')],
])('a service that rejects an unknown agent with %s applies the filter', async (_, response) => {
  const { list, stub } = await startChecked(forUnknown(response));
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
  expect(stub.requestsTo(ACTIVE_USERS)).toEqual([]);
});

const denial = errorResponse(401, 'Access Denied', 'no access to this agent');

test('a service that denies access to an unknown agent applies the filter; it is asked for none again, as each denial costs a token', async () => {
  const { list, stub, clock } = await startChecked(forUnknown(denial));
  await list();
  const tokens = () => stub.requestsTo(TOKEN_PATH).length;
  const atFirst = tokens();
  clock.advance(minute);
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
  expect(tokens()).toBe(atFirst);
  stub.answer(LIST_TRANS, records(recordOf(other)));
  clock.advance(minute);
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
});

const forShared: StubRule = ({ body }) =>
  [one, other].some((agent) => body.includes(agent)) ? records(recordOf(one)) : denial;

test('agents who share all transactions are listed by a service that denies access to an unknown one, which counts as no fault', async () => {
  const { list, filters, stub, clock, metrics } = await startChecked(forShared);
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
  const faults = async () =>
    (await metrics.upstreamCalls.get()).values.filter(({ labels }) => labels['outcome'] === 'UPSTREAM_ACCESS_DENIED');
  const counts = () => [filters().length, stub.requestsTo(ACTIVE_USERS).length, stub.requestsTo(TOKEN_PATH).length];
  const [lists = 0, users = 0, tokens = 0] = counts();
  const atFirst = await faults();
  clock.advance(minute);
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
  // The list that was asked for, those of the two agents, the denied one, and one of the two again.
  expect(counts()).toEqual([lists + 5, users + 1, tokens]);
  expect(await faults()).toEqual(atFirst);
});

test('a denial proves nothing if agents that exist are denied, too: the last proof holds until the next question', async () => {
  const { list, stub, clock, isFilterApplied } = await startChecked(forShared);
  await list();
  let isDenied = false;
  stub.answer(LIST_TRANS, (request) => {
    isDenied ||= unusedNrdsIds.some((id) => request.body.includes(id));
    return isDenied ? denial : records(recordOf(one));
  });
  clock.advance(minute);
  await expect(isFilterApplied()).rejects.toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED' });
  stub.answer(LIST_TRANS, records(recordOf(one)));
  await expect(isFilterApplied()).resolves.toBe(false);
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
});

test('agents are not listed by a service that lists the same for all, and denied everything for a moment', async () => {
  let isOver = false;
  const { list } = await startChecked(({ body }) => {
    isOver ||= [one, other].some((agent) => body.includes(agent));
    return isOver ? records(recordOf(one)) : denial;
  });
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
});

const errors: [string, StubResponse][] = [
  ['429', errorResponse(429, 'Too Many Requests', 'later')],
  ['500', errorResponse(500, 'Internal Error', 'no such agent')],
  ['a body that is no list', { text: 'none' }],
];
test.each(errors)(
  'where the response for an unknown agent is %s, two agents have to have lists of their own',
  async (_, response) => {
    const { list } = await startChecked(forUnknown(response));
    await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
  },
);

test.each(errors)('where it is %s, and agents have the same list, none is read', async (_, response) => {
  const isUnknown = (body: string) => unusedNrdsIds.some((id) => body.includes(id));
  const { list } = await startChecked(({ body }) => (isUnknown(body) ? response : records(recordOf(one))));
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
});

test('where it is an error, an agent without transactions proves nothing', async () => {
  const [, error] = errors[0]!;
  const { list, stub } = await startChecked(({ body }) => {
    if (body.includes('999000003')) return records();
    return body.includes(one) || body.includes(other) ? records(recordOf(one)) : error;
  });
  stub.answer(ACTIVE_USERS, {
    json: page(...[one, '999000003', other].map((agentNRDSID) => ({ agentNRDSID }))),
  });
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
});

test('a service that does not respond is asked again by the next list', async () => {
  let isAway = true;
  const cut: StubResponse = { misbehave: (response) => void response.destroy() };
  const { list } = await startChecked((request) => {
    const answer = forUnknown(records());
    return isAway || typeof answer !== 'function' ? cut : answer(request);
  });
  await expect(list()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  isAway = false;
  await expect(list()).resolves.toMatchObject({ data: [recordOf(one)] });
});
