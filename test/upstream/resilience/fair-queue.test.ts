// Slots are bounded and shared fairly among callers: what a caller waits for, whatever the others do.

import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UpstreamFault } from '../../../src/upstream/faults.ts';
import { createFairQueue } from '../../../src/upstream/resilience/fair-queue.ts';
import { type Group, type GroupRow, groups } from '../../../src/upstream/resilience/groups.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import {
  ADD_TRANS,
  accountRequest,
  addTransRequest,
  faultOf,
  GET_ACCOUNT,
  startClient,
  startHeld,
} from '../client-under-test.ts';

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue with so many slots for reads, of which a caller may hold all but one. */
function start(connections: number, group: Group = 'reads', maxRequests = 0) {
  const metrics = createMetrics();
  const { leave, ...queue } = createFairQueue({ connections, maxRequests }, metrics);
  const enter: (...call: Parameters<typeof queue.enter>) => Promise<void> = async (...call) =>
    await queue.enter(...call);
  const begun: string[] = [];
  /** Lets a caller make that many calls; their slots are given back by the test. */
  const call = (caller: string, times = 1, signal: AbortSignal = never): Promise<UpstreamFault | undefined>[] =>
    Array.from({ length: times }, async () => {
      try {
        await enter(group, 'getAccount', caller, signal);
        begun.push(caller);
        return undefined;
      } catch (error) {
        return error as UpstreamFault;
      }
    });
  return {
    begun,
    call,
    enter,
    leave: (caller: string) => leave(group, 'getAccount', caller),
    waiting: () => metrics.upstreamWaiting.get(group)?.() ?? 0,
  };
}

test('hands slots on in the order of arrival', async () => {
  const { enter, leave, waiting } = start(1);
  const order: number[] = [];
  for (const number of [1, 2, 3]) void enter('reads', 'getAccount', 'ann', never).then(() => order.push(number));
  await settled();
  expect([order, waiting()]).toEqual([[1], 2]);
  leave('ann');
  await settled();
  leave('ann');
  await settled();
  expect([order, waiting()]).toEqual([[1, 2, 3], 0]);
});

test.each([
  [1, 1_000],
  [1_000, 1_000],
  [2_500, 2_500],
])('while %i requests may be worked on, %i reads may wait; one more is rejected at once, unsent', async (max, most) => {
  const { call, waiting } = start(1, 'reads', max);
  for (let at = 0; at <= most; at += 1) void call(`caller-${at}`);
  expect(waiting()).toBe(most);
  expect(await call('another')[0]).toMatchObject({ code: 'OVERLOADED', sent: false, isRejectedLocally: true });
});

test('a caller that aborts while queued takes no slot from those behind it', async () => {
  const { call, leave, begun } = start(1);
  const caller = new AbortController();
  void call('ann');
  const [impatient] = call('ann', 1, caller.signal);
  void call('ann');
  caller.abort();
  expect(await impatient).toMatchObject({ sent: false });
  leave('ann');
  await settled();
  expect(begun).toEqual(['ann', 'ann']);
});

test('a call that is aborted before it comes neither takes a slot nor waits', async () => {
  const { call, begun, waiting } = start(1);
  for (const slots of ['free', 'taken']) {
    expect(await call(slots, 1, AbortSignal.abort())[0]).toMatchObject({ code: 'ABORTED', sent: false });
    void call('ann');
    await settled();
  }
  expect([begun, waiting()]).toEqual([['ann'], 1]);
});

test('a caller’s share holds, and its calls keep their turns, however many callers come and go meanwhile', async () => {
  const { call, leave, begun, waiting } = start(2);
  void call('ann', 2);
  for (let at = 0; at < 3_000; at += 1) {
    await call(`caller-${at}`)[0];
    leave(`caller-${at}`);
  }
  expect([begun.filter((caller) => caller === 'ann').length, waiting()]).toEqual([1, 1]);
  leave('ann');
  await settled();
  expect(begun.at(-1)).toBe('ann');
});

test('the next free slot goes to the caller that has none, however many calls another has queued', async () => {
  const { begun, call, leave } = start(3);
  void call('ann', 80);
  await settled();
  void call('ben', 2);
  leave('ann');
  leave('ann');
  await settled();
  expect(begun).toEqual(['ann', 'ann', 'ben', 'ben', 'ann']);
});

test('callers that flood take turns, and each waits one turn of every other', async () => {
  const { begun, call, leave } = start(1);
  for (const caller of ['ann', 'ben', 'cal']) void call(caller, 3);
  for (let turn = 0; turn < 8; turn += 1) {
    await settled();
    leave(begun.at(-1) ?? '');
  }
  await settled();
  expect(begun.join(' ')).toBe('ann ben cal ann ben cal ann ben cal');
});

test('a caller whose calls hang leaves slots to others', async () => {
  const { begun, call } = start(8);
  void call('ann', 80);
  void call('ben');
  await settled();
  expect(begun.filter((caller) => caller === 'ann')).toHaveLength(6);
  expect(begun).toContain('ben');
});

test('an endpoint whose calls hang leaves slots to others, which overtake those that wait for it', async () => {
  const { enter, leave } = createFairQueue({ connections: 8 }, createMetrics());
  const begun: string[] = [];
  const call = async (endpoint: 'getAccount' | 'listTrans', caller: string): Promise<void> => {
    await enter('reads', endpoint, caller, never);
    begun.push(`${endpoint} ${caller}`);
  };
  for (let number = 1; number <= 9; number += 1) void call('getAccount', `caller-${number}`);
  for (const caller of ['caller-9', 'ann', 'ann']) void call('listTrans', caller);
  await settled();
  expect(begun.slice(7)).toEqual(['listTrans caller-9']);
  leave('reads', 'listTrans', 'caller-9');
  await settled();
  expect(begun.slice(8)).toEqual(['listTrans ann']);
  leave('reads', 'getAccount', 'caller-1');
  await settled();
  expect(begun.slice(9)).toEqual(['getAccount caller-8']);
  leave('reads', 'listTrans', 'ann');
  await settled();
  expect(begun.slice(10)).toEqual(['listTrans ann']);
});

test('while ten callers wait for an endpoint that hangs, lists of others are answered', async () => {
  const pass = holdDeadlines();
  const { upstream, stub, sent } = await startHeld(GET_ACCOUNT, 8);
  stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 0, max: 0 }, data: [] }] });
  const hanging = Array.from({ length: 40 }, (_, number) =>
    faultOf(upstream.call('getAccount', accountRequest, { caller: `caller-${number % 10}` })),
  );
  await expect.poll(sent).toBe(7);
  const request = { batch_size: 20, batch_no: 1, filter: 'NRDSID=<111>', sort: '', full_details: false };
  for (let call = 0; call < 20; call += 1)
    expect(await upstream.call('listTrans', request as never, { caller: 'service' })).toMatchObject({ data: [] });
  expect(sent()).toBe(7);
  pass(DEADLINE_MS);
  await Promise.all(hanging);
});

test.each(Object.entries<GroupRow>(groups))(
  'in %s, no caller holds all slots, however few there are, and no endpoint leaves none to other callers or endpoints',
  (_, { slots, slotsPerCaller, slotsPerEndpoint }) => {
    for (let connections = 1; connections <= 100; connections += 1) {
      const all = slots(connections);
      const most = slotsPerCaller(all);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThan(Math.max(2, all));
      expect(slotsPerEndpoint(all)).toBeGreaterThanOrEqual(Math.min(all, most + 1));
    }
  },
);

test.each([groups.reads, groups.writes])(
  'where several endpoints share slots, none holds them all',
  ({ slots, slotsPerEndpoint }) => {
    for (let connections = 32; connections <= 100; connections += 1) {
      const all = slots(connections);
      expect(slotsPerEndpoint(all)).toBeLessThan(all);
    }
  },
);

test('a full queue rejects the newest call of the caller that has most of them, never one of a caller that has few', async () => {
  const { begun, call, leave, waiting } = start(1, 'token');
  const flood = call('ann', 11);
  const [ben] = call('ben');
  await settled();
  expect(waiting()).toBe(10);
  expect(await flood.at(-1)).toMatchObject({ code: 'OVERLOADED', sent: false, isRejectedLocally: true });
  expect(await call('ann')[0]).toMatchObject({ code: 'OVERLOADED' });
  leave('ann');
  await ben;
  expect(begun).toEqual(['ann', 'ben']);
});

interface Operation {
  readonly caller: string;
  /** When it begins, how long upstream takes, and for how long its caller waits for a slot. */
  readonly at: number;
  readonly takes: number;
  readonly patience: number;
}

/** A model in simulated time: what is running and waiting, and what went wrong. */
class Model {
  readonly running: { readonly caller: string; readonly endsAt: number }[] = [];
  /** In order of arrival. */
  readonly waiting: Wait[] = [];
  readonly violations: string[] = [];
  now = 0;

  held(caller: string): number {
    return this.running.filter((each) => each.caller === caller).length;
  }

  begin(caller: string, takes: number): void {
    this.running.push({ caller, endsAt: this.now + takes });
  }

  wait(caller: string): Wait {
    const others = new Set(this.waiting.map((each) => each.caller));
    const isFirst = this.held(caller) === 0 && !others.has(caller);
    const maxTurns = isFirst ? [...others].filter((other) => this.held(other) === 0).length : Number.POSITIVE_INFINITY;
    const wait = { caller, maxTurns, turns: 0 };
    this.waiting.push(wait);
    return wait;
  }

  admit(wait: Wait, takes: number): void {
    if (this.waiting.find(({ caller }) => caller === wait.caller) !== wait) this.violations.push('not in order');
    if (wait.turns > wait.maxTurns) this.violations.push('more than one turn of another caller');
    this.leave(wait);
    for (const other of this.waiting) if (other.caller !== wait.caller) other.turns += 1;
    this.begin(wait.caller, takes);
  }

  leave(wait: Wait): void {
    this.waiting.splice(this.waiting.indexOf(wait), 1);
  }
}

interface Wait {
  readonly caller: string;
  /** If its caller has nothing else in progress, only callers that have no slot either may be served before it, once each. */
  readonly maxTurns: number;
  turns: number;
}

const operations = fc.array(
  fc.record({
    caller: fc.constantFrom('ann', 'ann', 'ann', 'ann', 'ben', 'cal', '__proto__', ''),
    at: fc.nat(60),
    takes: fc.integer({ min: 1, max: 20 }),
    patience: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 150 },
);
const size = fc.integer({ min: 1, max: 6 });

test('no slot is lost or idle, each caller keeps its order, and nobody waits longer than a turn of each other caller, whatever callers do', async () => {
  await fc.assert(
    fc.asyncProperty(operations, size, async (all, slots) => {
      const slotsPerCaller = groups.reads.slotsPerCaller(slots);
      const { enter, leave, waiting: queued, call } = start(slots);
      const model = new Model();
      const deadlines: { readonly at: number; readonly abort: AbortController }[] = [];
      const begin = ({ caller, takes, patience }: Operation): void => {
        const abort = new AbortController();
        const before = queued();
        const slot = enter('reads', 'getAccount', caller, abort.signal);
        if (queued() === before) {
          model.begin(caller, takes);
          return;
        }
        const wait = model.wait(caller);
        deadlines.push({ at: model.now + patience, abort });
        slot.then(
          () => model.admit(wait, takes),
          () => model.leave(wait),
        );
      };
      const tick = async (): Promise<void> => {
        for (const ended of model.running.filter(({ endsAt }) => endsAt <= model.now)) {
          model.running.splice(model.running.indexOf(ended), 1);
          leave(ended.caller);
          await settled();
        }
        for (const { abort } of deadlines.filter(({ at }) => at === model.now)) abort.abort();
        await settled();
        for (const operation of all) if (operation.at === model.now) begin(operation);
        await settled();
      };
      for (; model.now <= 60 || model.running.length > 0; model.now += 1) {
        await tick();
        const { running, waiting } = model;
        expect(queued()).toBe(waiting.length);
        expect(running.length).toBeLessThanOrEqual(slots);
        for (const { caller } of running) expect(model.held(caller)).toBeLessThanOrEqual(slotsPerCaller);
        if (running.length < slots) for (const { caller } of waiting) expect(model.held(caller)).toBe(slotsPerCaller);
      }
      expect(model.violations).toEqual([]);
      expect(model.waiting).toEqual([]);
      for (let slot = 0; slot < slots; slot += 1) void call(`new ${slot}`);
      expect(queued()).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('behind 80 calls of other callers, a call is sent as soon as one of them ends', async () => {
  const { upstream, pendingResponses, sent, stub } = await startHeld(GET_ACCOUNT, 4);
  const flood = Array.from({ length: 80 }, (_, number) =>
    faultOf(
      upstream.call('getAccount', { emailId: `${number}@example.com` }, { caller: number % 2 === 0 ? 'ann' : 'cal' }),
    ).catch(() => undefined),
  );
  await expect.poll(sent).toBe(4);
  const answer = upstream.call('getAccount', accountRequest, { caller: 'ben' });
  pendingResponses.shift()?.({ json: [] });
  await expect.poll(sent).toBe(5);
  expect(stub.requestsTo(GET_ACCOUNT).at(-1)?.body).toContain(accountRequest.emailId);
  let isDone = false;
  void Promise.all([answer, ...flood]).then(() => (isDone = true));
  while (!isDone) {
    for (const response of pendingResponses.splice(0)) response({ json: [] });
    await settled();
  }
  expect(await answer).toEqual([]);
});

test('reads that hang on all connections do not prevent writes', async () => {
  const { stub, upstream } = await startClient({ connections: 2 });
  await upstream.connect();
  stub.answer(GET_ACCOUNT, { misbehave: () => {} });
  stub.answer(ADD_TRANS, { json: [] });
  const caller = new AbortController();
  const hanging = ['ann', 'ben', 'ann', 'ben', 'ann', 'ben'].map((name) =>
    faultOf(upstream.call('getAccount', accountRequest, { signal: caller.signal, caller: name })),
  );
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(2);
  expect(await upstream.call('addTrans', addTransRequest)).toEqual([]);
  caller.abort();
  expect((await Promise.all(hanging)).map(({ sent }) => sent)).toEqual([
    'unknown',
    'unknown',
    false,
    false,
    false,
    false,
  ]);
});
