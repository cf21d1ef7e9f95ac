// Feeds of several processes, and listeners that go from one to another with a cursor.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ticks } from '../../../src/gateway/live/ticks.ts';
import { feedsUnderTest, Listener, MINUTE, pass, SECOND } from './feeds-under-test.ts';
import { grantOf } from './grants.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = await grantOf('111');

describe('processes that share ticks', () => {
  /** Ticks whose leader and messages the test decides. */
  function heldTicks() {
    const state = { leads: false, published: [] as string[], tick: (_mark: string) => {} };
    const ticks: Ticks = {
      lead: () => state.leads,
      publish: (_, mark) => void state.published.push(mark),
      onTick(listener) {
        state.tick = (mark) => listener(JSON.stringify(['111', '111']), mark);
      },
    };
    return { state, ticks };
  }

  test('read once for their listeners, then only if the leader has read something else', async () => {
    const { state, ticks } = heldTicks();
    const under = feedsUnderTest({ ticks });
    const listener = under.listen(ann);
    await pass(MINUTE);
    expect(under.polls()).toEqual([0]);
    const [mark = ''] = state.published;
    state.tick(mark);
    await pass(SECOND);
    expect(under.polls()).toEqual([0]);
    under.edit();
    state.tick('another mark');
    await pass(0);
    expect(under.polls()).toEqual([0, 61]);
    expect(listener.told()).toEqual(['READY', 'CHANGED T-1']);
  });

  test('poll when they lead, and publish what they have read', async () => {
    const { state, ticks } = heldTicks();
    const under = feedsUnderTest({ ticks });
    under.listen(ann);
    await pass(5 * SECOND);
    state.leads = true;
    await pass(10 * SECOND);
    under.edit();
    await pass(10 * SECOND);
    expect(under.polls()).toEqual([0, 10, 20]);
    const [first, second, third] = state.published;
    expect(second).toBe(first);
    expect(third).not.toBe(second);
  });
});

describe('listeners that come back with a cursor', () => {
  test('are told RESUMED and what they missed, by one read for all of them, in this process or another', async () => {
    const under = feedsUnderTest();
    const first = under.listen(ann);
    await pass(5 * SECOND);
    const { cursor } = first;
    under.feeds.close();
    under.edit(1);
    const other = under.create();
    under.reads.length = 0;
    const back = Array.from({ length: 200 }, () => new Listener(other.listen(ann, cursor)));
    await pass(0);
    expect(under.reads).toHaveLength(1);
    expect(new Set(back.map((each) => each.told().join()))).toEqual(new Set(['RESUMED,CHANGED T-2']));
    under.edit(2);
    await pass(10 * SECOND);
    expect(back[0]?.told()).toEqual(['CHANGED T-3']);
    other.close();
  });

  test('take nothing from those that listen already', async () => {
    const under = feedsUnderTest();
    const steady = under.listen(ann);
    const leaving = under.listen(ann);
    await pass(5 * SECOND);
    leaving.leave();
    for (const which of [0, 1, 2]) {
      under.edit(which);
      await pass(4 * MINUTE);
    }
    const back = under.listen(ann, leaving.cursor);
    await pass(SECOND);
    expect(back.told()).toEqual(['RESUMED', 'CHANGED T-1', 'CHANGED T-2', 'CHANGED T-3']);
    expect(steady.told()).toEqual(['READY', 'CHANGED T-1', 'CHANGED T-2', 'CHANGED T-3']);
  });

  test('get a cursor that is new, however long nothing has changed', async () => {
    const under = feedsUnderTest({ pollSeconds: 300, countSeconds: 3_600 });
    let { cursor } = under.listen(ann);
    under.listen(ann);
    for (let day = 0; day < 10; day += 1) {
      const listener = under.listen(ann, cursor === '' ? null : cursor);
      await pass(MINUTE);
      expect(listener.told()).toEqual([cursor === '' ? 'READY' : 'RESUMED']);
      listener.leave();
      cursor = listener.cursor;
      await pass(24 * 60 * MINUTE);
    }
  });

  test('load the list if a transaction has been deleted meanwhile', async () => {
    const under = feedsUnderTest();
    const [steady, leaving] = [under.listen(ann), under.listen(ann)];
    await pass(5 * SECOND);
    leaving.leave();
    under.remove(0);
    await pass(2 * MINUTE);
    expect(steady.told()).toEqual(['READY', 'READY']);
    const back = under.listen(ann, leaving.cursor);
    await pass(SECOND);
    expect(back.told()).toEqual(['READY']);
  });

  test('with a forged or another agent’s cursor are rejected, and nothing is read', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(await grantOf('222'));
    await pass(5 * SECOND);
    const before = under.reads.length;
    for (const cursor of [listener.cursor, 'forged', '']) {
      expect(() => under.listen(ann, cursor)).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }));
    }
    await pass(2 * SECOND);
    expect(under.reads).toHaveLength(before);
  });
});
