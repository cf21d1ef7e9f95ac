// The times of a change feed: when it starts, polls, counts and stops, and which events its listeners get.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListSource } from '../../../src/gateway/live/tracking/change-window.ts';
import { knownBatchBehaviors } from '../../support/gateways/known-batch-behaviors.ts';
import { feedsUnderTest, MINUTE, pass, SECOND } from './feeds-under-test.ts';
import { grantOf, serviceGrantOf, transactionGrantOf } from './grants.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = await grantOf('111');
describe('the start', () => {
  test('reads the newest time, then what changed since an overlap before it, and says READY', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(0);
    expect(under.reads.map(({ list, batch }) => [list, batch])).toEqual([
      [
        { filter: {}, order: { field: 'LAST_UPDATE_DATE', direction: 'DESC' }, full: false },
        { size: 1, number: 1 },
      ],
      [
        {
          filter: { lastUpdateDateSince: '2026-03-01T08:58:00.000Z' },
          order: { field: 'INSERT_DATE', direction: 'ASC' },
          full: true,
        },
        { size: 100, number: 1 },
      ],
    ]);
    expect(listener.received()).toEqual(['READY']);
  });

  test('of an empty list reads all of it, and finds its first record; each poll takes one call', async () => {
    const under = feedsUnderTest({}, 0);
    const listener = under.listen(ann);
    await pass(0);
    expect(under.reads.at(-1)?.list.filter).toEqual({});
    const atStart = under.reads.length;
    await pass(10 * SECOND);
    expect(under.reads).toHaveLength(atStart + 1);
    under.insert();
    await pass(10 * SECOND);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
  });

  test('passes over records of a future that no zone explains, which would hide every later change', async () => {
    const under = feedsUnderTest();
    under.service.now += 30 * 60 * MINUTE;
    under.edit(2);
    under.service.now -= 30 * 60 * MINUTE;
    const listener = under.listen(ann);
    await pass(0);
    expect(under.reads.map(({ batch }) => batch.size)).toEqual([1, 100, 100]);
    under.edit(0);
    await pass(10 * SECOND);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
  });
});

describe('a service that lists nothing since a time before its newest change', () => {
  const traits = { excludesSince: true, comparesDays: true };

  test('has its listeners load the list after each change, and one warning', async () => {
    const under = feedsUnderTest({ countSeconds: 0 }, 3, traits);
    const listener = under.listen(ann);
    await pass(0);
    for (const which of [0, 1]) {
      under.edit(which, 7);
      await pass(10 * SECOND);
    }
    expect(listener.received()).toEqual(['READY', 'READY', 'READY']);
    expect(under.lines).toMatchObject([{ level: 40, msg: expect.stringMatching(/lists nothing since a time/) }]);
  });

  test('does, too, within a minute, when it begins to leave changes out, as at the end of a day', async () => {
    const under = feedsUnderTest({}, 3, traits);
    under.service.now += 15 * 60 * MINUTE;
    vi.setSystemTime(under.service.now);
    under.edit(2, 7);
    const listener = under.listen(ann);
    await pass(10 * MINUTE);
    under.edit(0, 7);
    await pass(10 * SECOND);
    under.edit(1, 7);
    await pass(MINUTE);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1', 'READY']);
  });
});

test('a newest change of which only the day is known, among others with a time, has no listener load the list', async () => {
  const under = feedsUnderTest();
  const { read } = under.service;
  under.service.read = async (...given) => {
    const { data, ...rest } = await read(...given);
    const byDay = ({ lastUpdateDate, ...row }: FlatRecord) => ({
      ...row,
      lastUpdateDate: row['insertDate'] === newest ? String(lastUpdateDate).slice(0, 10) : (lastUpdateDate ?? null),
    });
    return { ...rest, data: (data as FlatRecord[]).map(byDay) };
  };
  const newest = JSON.parse(under.service.rows().get('T-1') ?? '').insertDate;
  under.remove(1);
  const listener = under.listen(ann);
  await pass(2 * MINUTE);
  under.edit(1);
  await pass(10 * SECOND);
  expect(listener.received()).toEqual(['READY', 'CHANGED T-3']);
});

describe('a service with a copy that lags behind', () => {
  async function start() {
    const under = feedsUnderTest();
    const copy = feedsUnderTest().service;
    const { read } = under.service;
    const state = { readsCopy: () => false };
    under.service.read = (...given) => (state.readsCopy() ? copy.read(...given) : read(...given));
    const listener = under.listen(ann);
    await pass(SECOND);
    under.edit(0, 1);
    copy.now = under.service.now;
    copy.write({ kind: 'edit', which: 0, content: 1, late: 0 });
    await pass(10 * SECOND);
    under.edit(0, 2);
    await pass(10 * SECOND);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1', 'CHANGED T-1']);
    return { ...under, state, listener };
  }

  test('has no older change delivered after a newer one, and none twice', async () => {
    const { state, listener, insert } = await start();
    let reads = 0;
    state.readsCopy = () => {
      reads += 1;
      return reads % 2 === 1;
    };
    await pass(3 * MINUTE);
    insert();
    await pass(15 * SECOND);
    expect(listener.received()).toEqual(['CHANGED T-4']);
  });

  test('is not what those who join begin with: they get the newest change once it is back', async () => {
    for (const isBack of [true, false]) {
      const { state, listener, listen } = await start();
      state.readsCopy = () => true;
      await pass(12 * SECOND);
      const joining = listen(ann, isBack ? listener.cursor : null);
      await pass(2 * SECOND);
      expect(joining.received()).toEqual(['READY']);
      expect(listener.received()).toEqual(['READY']);
      state.readsCopy = () => false;
      await pass(10 * SECOND);
      expect(joining.received()).toEqual(['CHANGED T-1']);
      expect(listener.received()).toEqual(['CHANGED T-1']);
    }
  });

  test('that stays, as after a restore, has its listeners load the list within a minute', async () => {
    const { state, listener, reads } = await start();
    state.readsCopy = () => true;
    await pass(MINUTE);
    expect(listener.received()).toEqual(['READY']);
    const before = reads.length;
    await pass(5 * MINUTE);
    expect(listener.received()).toEqual([]);
    // A poll takes one call again.
    expect(reads.length - before).toBeLessThanOrEqual(36);
  });
});

test('the feed of one transaction ends when two reads in a row lack it', async () => {
  const under = feedsUnderTest();
  under.state.record = { transName: 'One' };
  const events = under.feeds.listenToOne(await transactionGrantOf('T-1'));
  const next = async () => (await events.next()).value;
  await pass(SECOND);
  expect(await next()).toMatchObject({ kind: 'READY' });
  under.state.record = null;
  await pass(10 * SECOND);
  under.state.record = { transName: 'Two' };
  await pass(10 * SECOND);
  expect(await next()).toMatchObject({ kind: 'CHANGED' });
  under.state.record = null;
  const end = expect(next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await pass(20 * SECOND);
  await end;
});

describe('polls', () => {
  test('come at the interval, and deliver a change once, with its last state', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(0);
    under.edit(0, 1);
    under.edit(0, 2);
    await pass(40 * SECOND);
    expect(under.polls()).toEqual([0, 10, 20, 30, 40]);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
  });

  test('vary by a tenth', async () => {
    for (const [random, second] of [
      [0, 9],
      [1, 11],
    ] as const) {
      const under = feedsUnderTest({ random: () => random });
      under.listen(ann);
      await pass(12 * SECOND);
      expect(under.polls()).toEqual([0, second]);
      under.feeds.close();
    }
  });

  test('are made once for all who listen to an agent, and separately for agents and services', async () => {
    const under = feedsUnderTest();
    const listeners = [ann, ann, ann].map((grant) => under.listen(grant));
    await pass(10 * SECOND);
    expect(under.polls()).toEqual([0, 10]);
    expect(listeners.map((each) => each.received())).toEqual([['READY'], ['READY'], ['READY']]);
    under.listen(await serviceGrantOf('111'));
    await pass(0);
    expect(under.polls()).toEqual([0, 10, 10]);
  });

  test('stretch alike when there are more feeds than calls per minute allow', async () => {
    const under = feedsUnderTest({ pollsPerMinute: 14 });
    for (const nrdsId of ['1', '2', '3', '4']) under.listen(await grantOf(nrdsId));
    await pass(0);
    expect(under.polls()).toEqual([0, 0, 0, 0]);
    await pass(19 * SECOND);
    expect(under.polls()).toHaveLength(4);
    // Four feeds need 28 calls per minute: six polls and a count each.
    await pass(1 * SECOND);
    expect(under.polls()).toHaveLength(8);
    await pass(119 * SECOND - 20 * SECOND);
    expect(under.counts()).toEqual([]);
    await pass(21 * SECOND);
    expect(under.counts()).toHaveLength(4);
  });

  test('stop after the last listener has left, unless another one comes soon', async () => {
    const under = feedsUnderTest();
    const first = under.listen(ann);
    await pass(5 * SECOND);
    first.leave();
    await pass(25 * SECOND);
    const second = under.listen(ann);
    await pass(0);
    expect(second.received()).toEqual(['READY']);
    await pass(30 * SECOND);
    expect(under.polls()).toEqual([0, 10, 20, 30, 40, 50, 60]);
    second.leave();
    await pass(30 * SECOND);
    const until = under.polls().length;
    await pass(10 * MINUTE);
    expect(under.polls()).toHaveLength(until);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of an agent whose transaction was just written come at once, but not twice within a second', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(3 * SECOND);
    under.edit();
    under.feeds.pollSoon('111');
    under.feeds.pollSoon('222');
    await pass(0);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
    under.feeds.pollSoon('111');
    under.feeds.pollSoon('111');
    await pass(2 * SECOND);
    expect(under.polls()).toEqual([0, 3, 4]);
    under.feeds.pollSoon('222');
    await pass(10 * SECOND);
    expect(under.polls()).toEqual([0, 3, 4, 14]);
  });

  test('that are asked for before one reads are that one, and while it reads follow it', async () => {
    const held = { active: Promise.withResolvers<void>(), read: Promise.withResolvers<void>() };
    const source: ListSource = {
      async read(list, batch) {
        const page = await under.source.read(list, batch);
        await held.read.promise;
        return page;
      },
      forget() {},
      batchBehavior: knownBatchBehaviors().listTrans,
    };
    const isCurrent = () => held.active.promise.then(() => true);
    const under = feedsUnderTest({ access: { isCurrent }, sourceOf: () => source });
    under.listen(ann);
    await pass(0);
    under.feeds.pollSoon('111');
    held.active.resolve();
    held.read.resolve();
    await pass(2 * SECOND);
    expect(under.polls()).toEqual([0]);
    held.read = Promise.withResolvers();
    await pass(8 * SECOND);
    under.feeds.pollSoon('111');
    await pass(3 * SECOND);
    expect(under.polls()).toEqual([0, 10]);
    held.read.resolve();
    await pass(0);
    expect(under.polls()).toEqual([0, 10, 13]);
  });

  test('run outside of the request that listens', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const under = feedsUnderTest({
      access: {
        async isCurrent() {
          seen.push(storage.getStore());
          return true;
        },
      },
    });
    storage.run('a request', () => under.listen(ann));
    await pass(0);
    storage.run('a write', () => under.feeds.pollSoon('111'));
    await pass(20 * SECOND);
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  test('are not made if live updates are off', () => {
    const under = feedsUnderTest({ isOn: false });
    expect(() => under.listen(ann)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a service that counts the batch instead of the list', () => {
  const countsBatches = { countsBatches: true };

  test.each([0, 2])('shows no length: of %i records, one more is a change, one less is not noticed', async (length) => {
    const under = feedsUnderTest({}, length, countsBatches);
    const listener = under.listen(ann);
    await pass(5 * SECOND);
    for (const id of [1, 2]) {
      under.insert();
      await pass(3 * MINUTE);
      expect(listener.received().at(-1)).toBe(`CHANGED T-${length + id}`);
    }
    under.remove(0);
    await pass(3 * MINUTE);
    // A single record is left of none: that can be known.
    expect(listener.received()).toEqual(length === 0 ? ['READY'] : []);
  });

  test.each([100, 350])('and changes %i records at once: no listener misses any', async (changed) => {
    const under = feedsUnderTest({}, 400, countsBatches);
    const listener = under.listen(ann, null, 1_000);
    await pass(5 * SECOND);
    for (let which = 0; which < changed; which += 1) under.edit(which);
    await pass(MINUTE);
    const [ready, ...received] = listener.received();
    expect(ready).toBe('READY');
    expect(received).toHaveLength(changed);
    under.edit(0, 7);
    await pass(10 * SECOND);
    expect(listener.received()).toHaveLength(1);
  });
});

test('a list of exactly one record is known to have one: its deletion says READY', async () => {
  const under = feedsUnderTest({}, 1);
  const listener = under.listen(ann);
  await pass(5 * SECOND);
  under.remove(0);
  await pass(2 * MINUTE);
  expect(listener.received()).toEqual(['READY', 'READY']);
});

describe('the length of the list', () => {
  test('is compared every minute: a deletion says READY, a creation does not', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(5 * SECOND);
    under.insert();
    await pass(60 * SECOND);
    expect(under.counts()).toEqual([60]);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-4']);
    under.remove(1);
    await pass(60 * SECOND);
    expect(listener.received()).toEqual(['READY']);
    await pass(10 * MINUTE);
    expect(listener.received()).toEqual([]);
  });

  test('a change between the poll and the count is delivered as a change', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(55 * SECOND);
    under.service.between = [[], [{ kind: 'insert', which: 0, content: 1, late: 0 }]];
    await pass(10 * MINUTE);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-4']);
  });

  test('shows records that become visible later than the overlap', async () => {
    const under = feedsUnderTest({ overlapMs: 30 * SECOND });
    const listener = under.listen(ann);
    await pass(0);
    under.write({ kind: 'insert', late: 0.9 });
    await pass(5 * SECOND);
    under.edit(0);
    await pass(30 * SECOND);
    under.edit(1);
    await pass(30 * SECOND);
    under.edit(2);
    await pass(2 * MINUTE);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1', 'CHANGED T-2', 'READY', 'CHANGED T-3']);
  });

  test('is never read if the interval is 0', async () => {
    const under = feedsUnderTest({ countSeconds: 0 });
    under.listen(ann);
    await pass(10 * MINUTE);
    expect(under.counts()).toEqual([]);
  });

  test('of a list that is never counted, a cursor is as young as what it follows, however long the feed has run', async () => {
    const under = feedsUnderTest({ countSeconds: 0, pollSeconds: 300 });
    under.listen(ann);
    await pass(8 * 24 * 60 * MINUTE);
    const listener = under.listen(ann);
    under.edit();
    await pass(5 * MINUTE);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
    const again = under.listen(ann, listener.cursor);
    await pass(5 * MINUTE);
    expect(again.received()).toEqual(['RESUMED']);
  });
});

test('a clock that is set back delays neither polls nor counts', async () => {
  const under = feedsUnderTest();
  const listener = under.listen(ann);
  await pass(15 * SECOND);
  vi.setSystemTime(Date.now() - 10 * 60 * MINUTE);
  under.edit(0, 5);
  under.feeds.pollSoon('111');
  await pass(2 * SECOND);
  expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
  under.remove(1);
  await pass(2 * MINUTE);
  expect(listener.received()).toEqual(['READY']);
});

test('a clock that is set forward delays no poll that is asked for', async () => {
  const under = feedsUnderTest({ pollSeconds: 300 });
  const listener = under.listen(ann);
  await pass(15 * SECOND);
  vi.setSystemTime(Date.now() + 10 * 60 * MINUTE);
  under.edit(0, 5);
  under.feeds.pollSoon('111');
  await pass(2 * SECOND);
  expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
});

test('a feed that ends while it is polled leaves no timer, even if the poll fails', async () => {
  const { promise, reject } = Promise.withResolvers<boolean>();
  const under = feedsUnderTest({ access: { isCurrent: () => promise } });
  under.listen(ann);
  await pass(0);
  under.feeds.close();
  reject(new Error('too late'));
  await pass(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('an agent who has left ends the feed with NOT_FOUND', async () => {
  const under = feedsUnderTest();
  const listener = under.listen(ann);
  await pass(5 * SECOND);
  under.state.isActive = false;
  await pass(10 * SECOND);
  expect(listener.received()).toEqual(['READY']);
  expect(listener.fault).toMatchObject({ code: 'NOT_FOUND' });
  expect(vi.getTimerCount()).toBe(0);
  expect(under.metrics.liveFeeds.read()).toBe(0);
});

test('a coordinator gets no events of an agent who has left its office, while other listeners continue', async () => {
  let office = '77';
  const under = feedsUnderTest({
    access: { isCurrent: async (grant) => grant.office === undefined || grant.office === office },
  });
  const [own, coordinators] = [under.listen(ann), under.listen({ ...ann, office: '77' })];
  await pass(15 * SECOND);
  office = '8';
  under.feeds.notifyDeleted('111', ['T-2']);
  under.edit(0, 5);
  await pass(10 * SECOND);
  expect(own.received()).toEqual(['READY', 'DELETED T-2', 'CHANGED T-1']);
  expect(coordinators.received()).toEqual(['READY']);
  expect(coordinators.fault).toMatchObject({ code: 'NOT_FOUND' });
  own.leave();
  await pass(5 * MINUTE);
  expect(vi.getTimerCount()).toBe(0);
});

test('closing ends all listeners, and nothing is polled any more', async () => {
  const under = feedsUnderTest();
  const listeners = [under.listen(ann), under.listen(await grantOf('222'))];
  await pass(5 * SECOND);
  under.feeds.close();
  await pass(0);
  expect(listeners.map(({ hasEnded, fault }) => [hasEnded, fault])).toEqual([
    [true, undefined],
    [true, undefined],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a window of more than five batches is not read again and again: any difference in its newest records says READY', async () => {
  const under = feedsUnderTest({}, 600);
  for (let which = 0; which < 550; which += 1) under.edit(which);
  const listener = under.listen(ann);
  await pass(9 * SECOND);
  expect(under.reads).toHaveLength(8);
  await pass(50 * SECOND);
  expect(under.polls().filter((second) => second > 0)).toEqual([10, 20, 30, 40, 50]);
  expect(listener.received()).toEqual(['READY']);
  under.edit(3);
  await pass(10 * SECOND);
  expect(listener.received()).toEqual(['READY']);
  // Newer changes fit into a window again.
  await pass(3 * MINUTE);
  under.edit(4);
  await pass(10 * SECOND);
  under.edit(5);
  await pass(10 * SECOND);
  expect(listener.received()).toEqual(['READY', 'CHANGED T-6']);
});
