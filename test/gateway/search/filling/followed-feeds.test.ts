// Live feeds and the index: a list that is followed already is not polled twice, and what a feed reads is found at once.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObserver } from '../../../../src/gateway/search/filling/caller-traffic.ts';
import { Interest } from '../../../../src/gateway/search/filling/interest.ts';
import { simulatedReplicas } from '../../../support/simulated-replicas.ts';
import { feedsUnderTest } from '../../live/feeds-under-test.ts';
import { grantOf, serviceGrantOf } from '../../live/grants.ts';
import { clock, fillingUnderTest, MINUTE, pass, SECOND, simulateTime } from './filling-under-test.ts';

beforeEach(simulateTime);
afterEach(() => void vi.useRealTimers());

async function start() {
  const under = await fillingUnderTest({ 111: 30 });
  const hub = simulatedReplicas();
  const interest = new Interest(hub.join().replicas, clock);
  const saving = { failing: null as Promise<never> | null };
  /** How many more rows the index has than the list has records. */
  const more = { rows: 0 };
  const saveChanges: typeof under.index.saveChanges = async (...given) =>
    (await saving.failing) ?? (await under.index.saveChanges(...given));
  const stateOf: typeof under.index.stateOf = async (nrdsId) => {
    const state = await under.index.stateOf(nrdsId);
    return state && { ...state, rows: state.rows + more.rows };
  };
  const index = { ...under.index, stateOf, saveChanges };
  const observe = createObserver({ index, cursors: under.cursors, interest });
  const service = under.serviceOf('111');
  const sourceOf = () => ({
    ...service,
    batchBehavior: service.batchBehavior,
    forget() {},
    read: ((list, batch) => {
      service.advance(Math.max(0, Date.now() - service.now));
      return service.read(list, batch);
    }) satisfies typeof service.read,
  });
  const { feeds } = feedsUnderTest({ cursors: under.cursors, sourceOf, observe });
  const filling = under.create({}, hub.join().replicas);
  await pass(15 * SECOND);
  const loaded = under.calls.length;
  const rows = async () => [...(await under.rows('111'))].sort();
  const there = () => [...service.rows()].sort();
  return { ...under, saving, more, feeds, filling, loaded, rows, there };
}

test.each([['an agent', grantOf] as const, ['a service', serviceGrantOf] as const])(
  'what %s listens to is found within the interval of the feed, and nothing else polls it',
  async (_, grant) => {
    const { feeds, edit, insert, rows, there, calls, loaded, index } = await start();
    const queue = feeds.listen(await grant('111'), null);
    await pass(SECOND);
    edit('111', 3, 9);
    insert('111');
    await pass(12 * SECOND);
    expect(await rows()).toEqual(there());
    await pass(12 * MINUTE);
    expect(calls).toHaveLength(loaded);
    const { asOf } = await index.freshness(['111']);
    expect(Date.now() - Number(asOf)).toBeLessThan(15 * SECOND);
    await queue.return();
  },
);

test('changes before the feed began, and after it has ended, are not missed', async () => {
  const { feeds, edit, rows, there } = await start();
  edit('111', 1, 7);
  await pass(5 * MINUTE);
  const queue = feeds.listen(await grantOf('111'), null);
  await pass(2 * SECOND);
  expect(await rows()).toEqual(there());
  await queue.return();
  await pass(2 * MINUTE);
  edit('111', 2, 8);
  await pass(11 * MINUTE);
  expect(await rows()).toEqual(there());
});

test('a deletion that shows in the length of a followed list is confirmed within four minutes', async () => {
  const { feeds, remove, rows, there, deleted } = await start();
  const queue = feeds.listen(await grantOf('111'), null);
  await pass(15 * SECOND);
  remove('111', 4);
  await pass(4 * MINUTE);
  expect(await rows()).toEqual(there());
  expect(deleted).toEqual(['111 T-5']);
  await queue.return();
});

test('a deletion is found although another agent’s transaction came into the followed list at the same time', async () => {
  const { feeds, insert, remove, serviceOf, rows, deleted } = await start();
  const service = serviceOf('111');
  const read = service.read.bind(service);
  service.read = async (...given) => {
    const answer = await read(...given);
    const data = answer.data.map((record) => {
      const flat = record as FlatRecord;
      return flat['transId'] === 'T-31' ? { ...flat, insertDate: '2026-01-01T09:00:00Z' } : flat;
    });
    return { ...answer, data };
  };
  const queue = feeds.listen(await grantOf('111'), null);
  await pass(15 * SECOND);
  remove('111', 4);
  insert('111');
  await pass(13 * MINUTE);
  expect((await rows()).map(([transId]) => transId)).toContain('T-31');
  expect(deleted).toEqual(['111 T-5']);
  await queue.return();
});

test('a followed list is read once, not again and again, because the index always has more rows', async () => {
  const { feeds, more, calls, loaded } = await start();
  more.rows = 5;
  const queue = feeds.listen(await grantOf('111'), null);
  await pass(5 * MINUTE);
  const before = calls.length;
  expect(before).toBeGreaterThan(loaded);
  await pass(5 * MINUTE);
  expect(calls).toHaveLength(before);
  await queue.return();
});

test('a change is not missed if it cannot be saved, and the next one can', async () => {
  const { feeds, saving, edit, rows, there } = await start();
  const queue = feeds.listen(await grantOf('111'), null);
  await pass(15 * SECOND);
  const failing = Promise.withResolvers<never>();
  failing.promise.catch(() => undefined);
  saving.failing = failing.promise;
  edit('111', 1, 7);
  await pass(12 * SECOND);
  saving.failing = null;
  edit('111', 2, 8);
  await pass(12 * SECOND);
  failing.reject(new Error('the database was away'));
  await pass(3 * MINUTE);
  expect(await rows()).toEqual(there());
  await queue.return();
});
