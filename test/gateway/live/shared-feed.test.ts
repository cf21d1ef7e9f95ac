// Feeds of several processes, and listeners that go from one to another with a cursor.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRandom } from '../../isolation/random.ts';
import { simulatedReplicas } from '../../support/simulated-replicas.ts';
import { feedsUnderTest, Listener, MINUTE, pass, SECOND } from './feeds-under-test.ts';
import { grantOf, serviceGrantOf } from './grants.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = await grantOf('111');

describe('processes that share polls', () => {
  /** Some processes with a listener each. */
  function processesUnderTest(count: number, options = {}) {
    const under = feedsUnderTest(options);
    const hub = simulatedReplicas();
    let created = 0;
    // Each waits a little longer than the one before it.
    const create = (own = {}) => {
      const { replicas, kill } = hub.join();
      const random = 0.5 + created / 10;
      created += 1;
      const feeds = under.create(replicas, { random: () => random, ...own });
      const listen = (after: string | null = null) => new Listener(feeds.listen(ann, after));
      return { feeds, listener: listen(), listen, kill };
    };
    return { under, hub, create, processes: Array.from({ length: count }, () => create()) };
  }
  /** Messages arrive a moment later. */
  const MOMENT = 10;
  const secondsOf = (polls: readonly number[]) => polls.map(Math.floor);
  const toldTo = (processes: readonly { readonly listener: Listener }[]) =>
    processes.map(({ listener }) => listener.received());

  test('ask the service once per interval, and count once', async () => {
    const { under, processes } = processesUnderTest(3);
    await pass(MINUTE);
    expect(secondsOf(under.polls())).toEqual([0, 0, 0, 10, 20, 30, 40, 50, 60]);
    expect(under.counts()).toEqual([60]);
    expect(toldTo(processes)).toEqual([['READY'], ['READY'], ['READY']]);
  });

  test('ask little more often although intervals vary and messages take half a second', async () => {
    const { integer } = createRandom(1);
    const { under, hub, create } = processesUnderTest(0);
    hub.fate = () => [integer(500)];
    for (let count = 0; count < 4; count += 1) create({ random: () => integer(1_000) / 1_000 });
    await pass(20 * MINUTE);
    expect(under.polls().length).toBeLessThan(1.1 * 120 + 4);
  });

  test('ask little more often although the service takes seconds to answer', async () => {
    const { integer } = createRandom(1);
    const { under, create } = processesUnderTest(0);
    const source: typeof under.source = {
      ...under.source,
      async read(...given) {
        await new Promise((resolve) => setTimeout(resolve, 1_000 + integer(2_000)));
        return await under.source.read(...given);
      },
    };
    const own = { sourceOf: () => source, countSeconds: 0, random: () => integer(1_000) / 1_000 };
    for (let count = 0; count < 8; count += 1) create(own);
    await pass(20 * MINUTE);
    expect(under.polls().length).toBeLessThan(1.1 * 120 + 8);
  });

  test('read the list once for all who join without a cursor while it is read', async () => {
    const { under, create } = processesUnderTest(0);
    const source: typeof under.source = {
      ...under.source,
      async read(...given) {
        await new Promise((resolve) => setTimeout(resolve, 3 * SECOND));
        return await under.source.read(...given);
      },
    };
    const { listener, listen } = create({ sourceOf: () => source });
    await pass(SECOND);
    const joining = listen();
    await pass(10 * SECOND);
    expect([listener.received(), joining.received(), under.polls()]).toEqual([
      ['READY'],
      ['READY'],
      [expect.any(Number)],
    ]);
  });

  test('read at once for who comes back with a cursor, although one of them has just read', async () => {
    const { processes } = processesUnderTest(2);
    await pass(21 * SECOND);
    const back = processes.map(({ listen, listener }) => listen(listener.cursor));
    await pass(2 * SECOND);
    expect(back.map((each) => each.received())).toEqual([['RESUMED'], ['RESUMED']]);
  });

  test('each read what one of them has found, at once, and not again', async () => {
    const { under, processes } = processesUnderTest(3);
    await pass(5 * SECOND);
    toldTo(processes);
    under.edit();
    await pass(5 * SECOND + MOMENT);
    expect(toldTo(processes)).toEqual(processes.map(() => ['CHANGED T-1']));
    await pass(20 * SECOND);
    expect(secondsOf(under.polls())).toEqual([0, 0, 0, 10, 10, 10, 20, 30]);
  });

  test('all tell of a deletion that one of them has confirmed, to the listeners of that agent', async () => {
    const { under, hub, processes } = processesUnderTest(2);
    const others = new Listener(under.create(hub.join().replicas).listen(await grantOf('222'), null));
    const office = new Listener(under.create(hub.join().replicas).listen(await serviceGrantOf('111'), null));
    await pass(5 * SECOND);
    toldTo(processes);
    processes[0]?.feeds.notifyDeleted('111', ['T-2', 'T-3']);
    await pass(MOMENT);
    expect(toldTo(processes)).toEqual(processes.map(() => ['DELETED T-2', 'DELETED T-3']));
    expect(office.received()).toEqual(['READY', 'DELETED T-2', 'DELETED T-3']);
    expect(others.received()).toEqual(['READY']);
  });

  test('each load the list when one of them finds by its length that something was deleted', async () => {
    const { under, processes } = processesUnderTest(3);
    await pass(5 * SECOND);
    under.remove(2);
    await pass(65 * SECOND);
    expect(toldTo(processes)).toEqual(processes.map(() => ['READY', 'READY']));
    const until = under.reads.length;
    await pass(40 * SECOND);
    expect(under.reads.slice(until)).toHaveLength(4);
  });

  /** Some processes that know two changes, and a copy of the service that lacks the second one. */
  async function withCopy() {
    const { under, processes } = processesUnderTest(2);
    const copy = feedsUnderTest().service;
    await pass(5 * SECOND);
    under.edit(0, 1);
    copy.now = under.service.now;
    copy.write({ kind: 'edit', which: 0, content: 1, late: 0 });
    await pass(10 * SECOND);
    under.edit(0, 2);
    await pass(10 * SECOND);
    expect(toldTo(processes)).toEqual(processes.map(() => ['READY', 'CHANGED T-1', 'CHANGED T-1']));
    const newest = under.service.read;
    const read = (from: 'copy' | 'newest') => {
      under.service.read = from === 'copy' ? copy.read : newest;
    };
    return { under, processes, read };
  }

  test('all notice that the service reads a copy that lags behind: who joins any of them then is told the newest change once it is back', async () => {
    const { processes, read } = await withCopy();
    read('copy');
    await pass(12 * SECOND);
    const joining = processes.map(({ listen }) => ({ listener: listen() }));
    await pass(2 * SECOND);
    expect(toldTo(joining)).toEqual([['READY'], ['READY']]);
    read('newest');
    await pass(12 * SECOND);
    expect(toldTo(joining)).toEqual([['CHANGED T-1'], ['CHANGED T-1']]);
  });

  test('none reads or tells anything more if the service reads a copy that lags behind, and is back at the next poll', async () => {
    const { under, processes, read } = await withCopy();
    await pass(70 * SECOND);
    read('copy');
    await pass(10 * SECOND);
    read('newest');
    await pass(10 * SECOND);
    expect(toldTo(processes)).toEqual([[], []]);
    const joining = processes.map(({ listen }) => ({ listener: listen() }));
    await pass(MOMENT);
    expect(toldTo(joining)).toEqual([['READY'], ['READY']]);
    expect(secondsOf(under.polls()).filter((at) => at > 90)).toEqual([100, 110]);
  });

  test('publish what one of them has just written', async () => {
    const { under, hub, processes } = processesUnderTest(2);
    await pass(5 * SECOND);
    toldTo(processes);
    under.edit();
    processes[1]?.feeds.pollSoon('111');
    await pass(MOMENT);
    expect(toldTo(processes)).toEqual([['CHANGED T-1'], ['CHANGED T-1']]);
    // A third one, without listeners.
    await pass(SECOND);
    under.edit(1);
    under.create(hub.join().replicas).pollSoon('111');
    await pass(MOMENT);
    expect(toldTo(processes)).toEqual([['CHANGED T-2'], ['CHANGED T-2']]);
    // After the newest change has left the list.
    under.remove(1);
    await pass(11 * SECOND);
    under.edit(0, 3);
    processes[1]?.feeds.pollSoon('111');
    await pass(MOMENT);
    expect(toldTo(processes)).toEqual([['CHANGED T-1'], ['CHANGED T-1']]);
  });

  test('take over from one that is killed', async () => {
    const { under, processes } = processesUnderTest(3);
    await pass(15 * SECOND);
    const [first] = processes;
    first?.kill();
    first?.feeds.close();
    await pass(60 * SECOND);
    expect(secondsOf(under.polls()).filter((at) => at > 0)).toEqual([10, 22, 32, 43, 53, 63, 73]);
  });

  test('take over from one whose last listener has left', async () => {
    const { under, processes } = processesUnderTest(2, { lingerSeconds: 7 });
    await pass(15 * SECOND);
    processes[0]?.listener.leave();
    await pass(30 * SECOND);
    expect(secondsOf(under.polls())).toEqual([0, 0, 10, 20, 32, 42]);
  });

  test('take over from one that cannot read the service, which goes on trying', async () => {
    const { under, hub } = processesUnderTest(0);
    const [broken, sound] = [hub.join(), hub.join()];
    const state = { isBroken: false, tried: 0 };
    const source: typeof under.source = {
      ...under.source,
      read(list, batch) {
        state.tried += 1;
        return state.isBroken ? Promise.reject(new Error('no route')) : under.source.read(list, batch);
      },
    };
    const listeners = [under.create(broken.replicas, { sourceOf: () => source }), under.create(sound.replicas)].map(
      (feeds) => new Listener(feeds.listen(ann, null)),
    );
    await pass(5 * SECOND);
    state.isBroken = true;
    under.edit();
    state.tried = 0;
    await pass(100 * SECOND);
    expect(listeners.map((each) => each.received())).toEqual([
      ['READY', 'STALE'],
      ['READY', 'CHANGED T-1'],
    ]);
    expect(state.tried).toBe(4);
    // Both began to read at once, so the sound one has read again what the other one did not know yet.
    expect(secondsOf(under.polls()).filter((at) => at > 0)).toEqual([10, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101]);
    state.isBroken = false;
    await pass(60 * SECOND);
    expect(listeners.map((each) => each.received())).toEqual([['RESUMED', 'CHANGED T-1'], []]);
  });

  test('do not wait for one whose reads fail, which reads again as soon as it can, although nothing has changed', async () => {
    const { under, hub } = processesUnderTest(0, { pollSeconds: 60 });
    const state = { isBroken: false };
    const source: typeof under.source = {
      ...under.source,
      read: (...given) => (state.isBroken ? Promise.reject(new Error('no route')) : under.source.read(...given)),
    };
    const [broken, sound] = [
      under.create(hub.join().replicas, { sourceOf: () => source, random: () => 0 }),
      under.create(hub.join().replicas, { random: () => 1 }),
    ].map((feeds) => new Listener(feeds.listen(ann, null)));
    await pass(5 * SECOND);
    state.isBroken = true;
    const polls = under.polls().length;
    await pass(6 * MINUTE);
    expect(under.polls().length - polls).toBeGreaterThan(3);
    state.isBroken = false;
    await pass(4 * MINUTE);
    expect([broken?.received(), sound?.received()]).toEqual([['READY', 'STALE', 'RESUMED'], ['READY']]);
  });

  test('poll by themselves while they cannot reach each other', async () => {
    const { under, hub, processes } = processesUnderTest(2);
    await pass(5 * SECOND);
    hub.isAway = true;
    await pass(30 * SECOND);
    under.edit();
    await pass(15 * SECOND);
    expect(secondsOf(under.polls())).toEqual([0, 0, 10, 10, 20, 20, 30, 30, 40, 40, 50]);
    expect(toldTo(processes)).toEqual(processes.map(() => ['READY', 'CHANGED T-1']));
    hub.isAway = false;
    await pass(30 * SECOND);
    expect(secondsOf(under.polls()).filter((at) => at > 50)).toEqual([51, 60, 70, 80]);
  });

  test('do not answer each other for ever when what they know differs', async () => {
    const { under, hub } = processesUnderTest(0);
    const other = { ...under.source, read: async () => ({ max: 0, data: [] }) };
    for (const own of [{}, { sourceOf: () => other, random: () => 0.6 }])
      void under.create(hub.join().replicas, own).listen(ann, null).next();
    await pass(5 * SECOND);
    hub.messages.length = 0;
    await pass(60 * SECOND);
    // Before and after each read.
    expect(hub.messages).toHaveLength(12);
  });

  test('name feeds so that the names do not reveal whose they are', async () => {
    const { hub } = processesUnderTest(1);
    await pass(5 * SECOND);
    expect(hub.messages.map(([name]) => name)).toEqual([expect.stringMatching(/^feed:[\w-]{22}$/)]);
  });
});

describe('listeners that come back with a cursor', () => {
  test('get RESUMED and what they missed, by two reads for all of them, in this process or another', async () => {
    const under = feedsUnderTest();
    const first = under.listen(ann);
    await pass(5 * SECOND);
    const { cursor } = first;
    under.feeds.close();
    under.edit(1);
    const other = under.create();
    under.reads.length = 0;
    const back: Listener[] = [];
    for (let number = 0; number < 200; number += 1) {
      back.push(new Listener(other.listen(ann, cursor)));
      await pass(2);
    }
    await pass(SECOND);
    expect(under.reads).toHaveLength(2);
    expect(new Set(back.map((each) => each.received().join()))).toEqual(new Set(['RESUMED,CHANGED T-2']));
    under.edit(2);
    await pass(10 * SECOND);
    expect(back[0]?.received()).toEqual(['CHANGED T-3']);
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
    expect(back.received()).toEqual(['RESUMED', 'CHANGED T-1', 'CHANGED T-2', 'CHANGED T-3']);
    expect(steady.received()).toEqual(['READY', 'CHANGED T-1', 'CHANGED T-2', 'CHANGED T-3']);
  });

  test('get a cursor that is new, however long nothing has changed', async () => {
    const under = feedsUnderTest({ pollSeconds: 300, countSeconds: 3_600 });
    let { cursor } = under.listen(ann);
    under.listen(ann);
    for (let day = 0; day < 10; day += 1) {
      const listener = under.listen(ann, cursor === '' ? null : cursor);
      await pass(MINUTE);
      expect(listener.received()).toEqual([cursor === '' ? 'READY' : 'RESUMED']);
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
    expect(steady.received()).toEqual(['READY', 'READY']);
    const back = under.listen(ann, leaving.cursor);
    await pass(SECOND);
    expect(back.received()).toEqual(['READY']);
  });

  test('with a forged, an empty or another agent’s cursor are rejected, and nothing is read', async () => {
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
