// Webhooks over change feeds, in simulated time: where they begin and go on, and which process sends.

import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccess } from '../../src/gateway/callers/access.ts';
import type { AgentGrant } from '../../src/gateway/callers/grants.ts';
import { notFound } from '../../src/gateway/fault.ts';
import { createSealer } from '../../src/gateway/ids/seal.ts';
import type { SharedDatabase } from '../../src/gateway/ledger/stores/store.ts';
import { EventQueue } from '../../src/gateway/live/event-queue.ts';
import type { Subscription } from '../../src/webhooks/config.ts';
import { Dispatcher } from '../../src/webhooks/dispatcher.ts';
import { enable, retry } from '../../src/webhooks/outbox.ts';
import type { Receipt } from '../../src/webhooks/sender.ts';
import { feedsUnderTest, pass, SECOND } from '../gateway/live/feeds-under-test.ts';
import { sealKey } from '../support/callers/id-keys.ts';
import { captureLog } from '../support/caught-log.ts';
import { everybody } from '../support/directories.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { changed, mortal, ready, subscription } from './office.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const DAY = 24 * 3_600 * SECOND;
const ok: Receipt = { status: 204, retryAfter: null };
const sealer = createSealer([sealKey(1)]);
const access = createAccess(sealer, everybody);

/** A list of transactions, a database, and any number of processes with webhooks. */
function scene({ subscriptions = [subscription] as readonly Subscription[] } = {}) {
  const under = feedsUnderTest({ pollSeconds: 50, countSeconds: 600 });
  const store: SharedDatabase = openLedgerInMemory({ now: () => Date.now() });
  const state = { receipt: ok as Receipt | Promise<Receipt> | ((url: string) => Receipt) };
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every type
  const sent: { readonly to: string; readonly id: string; readonly body: any }[] = [];
  /** The first message to each URL, which asks to load the list. The others are in `sent`. */
  const firsts = new Map<string, object>();
  const start = ({
    given = store,
    configured = subscriptions,
    reading = null as Promise<void> | null,
    content = null as object | null,
    problemOf = (_changedAt: string | null): string | null => null,
    listen = null as ((grant: AgentGrant) => EventQueue) | null,
  } = {}) => {
    const { own, whileAlive, kill } = mortal(given);
    const feeds = { ...under.create(), ...(listen && { listen }) };
    const { log, lines } = captureLog();
    const metrics = createMetrics();
    const dispatcher = new Dispatcher({
      subscriptions: configured,
      gateway: { access, feeds },
      database: own,
      sender: {
        send: ({ url }, headers, body) =>
          whileAlive(async () => {
            const message = { to: url.href, id: headers['webhook-id'] ?? '', body: JSON.parse(body) };
            if (!firsts.has(url.href) && message.body.type === 'transactions.resync') {
              firsts.set(url.href, message.body);
              return ok;
            }
            sent.push(message);
            return typeof state.receipt === 'function' ? state.receipt(url.href) : state.receipt;
          }),
        close: async () => undefined,
      },
      async readContent(_name, _id, changedAt) {
        await reading;
        const problem = problemOf(changedAt);
        return problem === null ? { content } : { problem };
      },
      clock: { now: () => Date.now() },
      random: () => 0.5,
      log,
      metrics,
    });
    dispatcher.start();
    return {
      dispatcher,
      feeds,
      lines,
      metrics,
      kill(): void {
        kill();
        feeds.close();
      },
    };
  };
  /** What was sent since the last call. */
  const received = () =>
    sent.splice(0).map(({ body: { type, data } }) => (data.transId ? `${type} ${data.transId}` : type));
  const { state: feed, edit, insert, reads } = under;
  return { feed, edit, insert, reads, store, state, sent, firsts, start, received };
}

const checkpoint = async ({ query }: SharedDatabase) => (await query('select cursor from checkpoints'))[0]?.['cursor'];

/** The database of a process that is stopped while it waits for `hold`. */
function stoppable(store: SharedDatabase) {
  const gate = { hold: null as Promise<void> | null };
  const slow: SharedDatabase = {
    ...store,
    async takeLease(...args) {
      await gate.hold;
      return store.takeLease(...args);
    },
    async renewLease(...args) {
      await gate.hold;
      return store.renewLease(...args);
    },
  };
  return { gate, slow };
}

describe('a subscription', () => {
  test('is told to load the list, and then of what happens from now on ids and the version, nothing of the record', async () => {
    const { start, edit, insert, firsts, sent, received } = scene();
    start();
    await pass(10 * 60 * SECOND);
    expect([...firsts.values()]).toMatchObject([{ type: 'transactions.resync', data: { agentNrdsId: '111' } }]);
    expect(received()).toEqual([]);
    edit(1);
    insert();
    await pass(60 * SECOND);
    const transactionId = sealer.seal('transaction', ['', 'T-2']);
    expect(sent.find(({ body }) => body.data.transId === 'T-2')?.body).toEqual({
      type: 'transaction.changed',
      timestamp: expect.stringMatching(/^2026-/),
      data: { agentNrdsId: '111', transactionId, transId: 'T-2', version: expect.stringMatching(/^[\w-]{11}$/) },
    });
    expect(received().sort()).toEqual(['transaction.changed T-2', 'transaction.changed T-4']);
  });

  test('is told what the service returns if it does not return the change within five minutes', async () => {
    const { start, edit, received } = scene();
    const asked: (string | null)[] = [];
    const problemOf = (changedAt: string | null) => {
      asked.push(changedAt);
      return changedAt === null ? null : 'not yet';
    };
    start({ content: { transaction: { name: 'Old' } }, problemOf });
    await pass(60 * SECOND);
    edit(1);
    await pass(200 * SECOND);
    expect(received()).toEqual([]);
    await pass(220 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
    expect(asked).toEqual([expect.stringMatching(/^2026-/), asked[0], null]);
  });

  test('is told of a deletion by ids alone, in place of a change that waits, and nothing is read for it', async () => {
    const { start, edit, state, sent } = scene();
    const { feeds } = start({ content: { transaction: { name: 'Never' } } });
    await pass(60 * SECOND);
    state.receipt = { status: 500, retryAfter: null };
    edit(1);
    await pass(50 * SECOND);
    feeds.notifyDeleted('111', ['T-2']);
    state.receipt = ok;
    await pass(600 * SECOND);
    const transactionId = sealer.seal('transaction', ['', 'T-2']);
    expect(sent.at(-1)?.body).toEqual({
      type: 'transaction.deleted',
      timestamp: expect.stringMatching(/^2026-/),
      data: { agentNrdsId: '111', transactionId, transId: 'T-2' },
    });
    const told = sent.length;
    await pass(3_600 * SECOND);
    expect(sent).toHaveLength(told);
  });

  test('goes on where it was after a kill, without repeating or missing anything', async () => {
    const { start, edit, received } = scene();
    const first = start();
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    first.kill();
    edit(1);
    await pass(3_600 * SECOND);
    start();
    await pass(120 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
  });

  test.each([
    ['runs on', false],
    ['starts again', true],
  ])('is told to load the list if the store has lost its tables and the process %s', async (_, isRestarted) => {
    const { start, store, state, edit, received } = scene();
    const lossy = { ...store };
    state.receipt = { status: 500, retryAfter: null };
    const first = start({ given: lossy });
    await pass(60 * SECOND);
    edit(1);
    await pass(60 * SECOND);
    received();
    Object.assign(lossy, openLedgerInMemory({ now: () => Date.now() }));
    state.receipt = ok;
    if (isRestarted) {
      first.kill();
      start({ given: lossy });
    }
    await pass(600 * SECOND);
    expect(received()).toEqual(['transactions.resync']);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
  });

  test('gets a new cursor every hour, which does not age while nothing changes', async () => {
    const { start, store, received } = scene();
    start();
    await pass(60 * SECOND);
    const before = await checkpoint(store);
    await pass(3_700 * SECOND);
    expect(await checkpoint(store)).not.toBe(before);
    expect(received()).toEqual([]);
  });

  test.each([
    ['is too old', 'update checkpoints set cursor = cursor', 8 * DAY],
    ['was sealed with a key that is gone', `update checkpoints set cursor = 'AQEL'`, 0],
  ])('is told once to load the list if its cursor %s', async (_, change, pause) => {
    const { start, store, received } = scene();
    const first = start();
    await pass(60 * SECOND);
    first.kill();
    await store.query(change);
    vi.setSystemTime(Date.now() + pause);
    start();
    await pass(600 * SECOND);
    expect(received()).toEqual(['transactions.resync']);
  });

  test.each([
    ['not configured', []],
    ['configured without the agent', [{ ...subscription, agentNrdsIds: ['222'] }]],
  ])('begins anew after a process had the lease in which it is %s', async (_, configured) => {
    const { start, edit, state, sent } = scene();
    /** What was told about the agent since the last call. */
    const received = () =>
      sent.splice(0).flatMap(({ body: { type, data } }) => (data.agentNrdsId === '111' ? type : []));
    state.receipt = { status: 500, retryAfter: null };
    const first = start();
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    first.kill();
    expect(received()).not.toEqual([]);
    state.receipt = ok;
    const former = start({ configured });
    await pass(60 * SECOND);
    edit(1);
    await pass(120 * SECOND);
    expect(received()).toEqual([]);
    former.kill();
    start();
    await pass(120 * SECOND);
    expect(received()).toEqual(['transactions.resync']);
  });

  test('whose agent is unknown is reported once until it is known, without the agent’s id, and followed from then on', async () => {
    const under = scene();
    under.feed.fault = notFound();
    const process = under.start();
    await pass(10 * 60 * SECOND);
    expect(process.lines).toMatchObject([{ webhook: 'crm', agent: 'agentNrdsIds[0]', code: 'NOT_FOUND' }]);
    expect(JSON.stringify(process.lines)).not.toContain('111');
    under.feed.fault = null;
    await pass(5 * 60 * SECOND);
    under.edit(0);
    await pass(60 * SECOND);
    expect(under.received()).toEqual(['transaction.changed T-1']);
    under.feed.fault = notFound();
    await pass(2 * 60 * SECOND);
    expect(process.lines.filter(({ code }) => code === 'NOT_FOUND')).toHaveLength(2);
  });
});

describe('several subscriptions', () => {
  const other = { ...subscription, name: 'erp', url: new URL('https://erp.example.com/hooks') };

  test('share what is read and stored for their agents, few agents at a time, and one transaction at a time', async () => {
    const agentNrdsIds = Array.from({ length: 20 }, (_, at) => String(at));
    const configured = [subscription, other].map((each) => ({ ...each, agentNrdsIds }));
    const { start, store } = scene();
    const queues: EventQueue[] = [];
    let [running, most, stored] = [0, 0, 0];
    const given: SharedDatabase = {
      ...store,
      async underLease(name, holder, statements) {
        running += 1;
        most = Math.max(most, running);
        stored += 1;
        const rows = await store.underLease(name, holder, statements);
        running -= 1;
        return rows;
      },
    };
    const listen = () => {
      const queue = new EventQueue(() => undefined);
      queues.push(queue);
      return queue;
    };
    const { kill } = start({ given, configured, listen });
    await pass(SECOND);
    for (const [begun, all] of [
      [0, 8],
      [8, 16],
      [16, 20],
    ] as const) {
      expect(queues).toHaveLength(all);
      for (const queue of queues.slice(begun)) queue.push({ kind: 'READY', cursor: 'one' });
      await pass(SECOND);
    }
    expect(most).toBe(1);
    // One for each agent, and one for each message.
    expect(stored).toBe(20 + 40);
    expect(await store.query('select distinct cursor from checkpoints')).toEqual([{ cursor: 'one' }]);
    kill();
  });

  test('begin although the lists of as many agents as begin together cannot be read', async () => {
    const listened: string[] = [];
    const listen = ({ nrdsId }: AgentGrant) => {
      listened.push(nrdsId);
      if (nrdsId !== 'last') throw notFound();
      return new EventQueue(() => undefined);
    };
    const { start } = scene();
    const agentNrdsIds = [...Array.from({ length: 8 }, (_, at) => String(at)), 'last'];
    const { kill } = start({ configured: [{ ...subscription, agentNrdsIds }], listen });
    await pass(SECOND);
    expect(listened.at(-1)).toBe('last');
    kill();
  });

  test('get all of many changes that come together', async () => {
    const { start, sent } = scene({ subscriptions: [subscription, other] });
    const queue = new EventQueue(() => undefined, 500);
    const { kill } = start({ listen: () => queue });
    queue.push(ready('0'));
    await pass(SECOND);
    const numbers = Array.from({ length: 150 }, (_, at) => `T-${at}`);
    for (const [at, transId] of numbers.entries()) queue.push(changed(transId, 'a')(String(at)));
    await pass(10 * SECOND);
    for (const { url } of [subscription, other]) {
      const got = sent.flatMap(({ to, body }) => (to === url.href ? body.data.transId : []));
      expect(got.toSorted()).toEqual(numbers.toSorted());
    }
    kill();
  });

  test('of which one is new: it is told to load the list, and the others go on where they were', async () => {
    const { start, edit, sent, firsts } = scene();
    const first = start();
    await pass(60 * SECOND);
    first.kill();
    edit(0);
    start({ configured: [subscription, other] });
    await pass(60 * SECOND);
    expect([...firsts.keys()]).toEqual([subscription.url.href, other.url.href]);
    expect(sent.map(({ to, body }) => [to, body.data.transId])).toEqual([[subscription.url.href, 'T-1']]);
  });

  test('are not begun again if they end while it is read which ones have ended', async () => {
    const { start, store, state, edit, received } = scene();
    const reading = Promise.withResolvers<void>();
    let isSlow = false;
    const given: SharedDatabase = {
      ...store,
      async query(text, ...values) {
        const rows = await store.query(text, ...values);
        if (isSlow && text.includes('ended_subscriptions')) await reading.promise;
        return rows;
      },
    };
    start({ given });
    await pass(60 * SECOND);
    const answer = Promise.withResolvers<Receipt>();
    state.receipt = answer.promise;
    edit(0);
    await pass(60 * SECOND);
    isSlow = true;
    await pass(3 * SECOND);
    answer.resolve({ status: 410, retryAfter: null });
    await pass(100);
    isSlow = false;
    reading.resolve();
    state.receipt = ok;
    expect(received()).toEqual(['transaction.changed T-1']);
    edit(1);
    await pass(120 * SECOND);
    expect(received()).toEqual([]);
  });

  test('go on if one of them has ended', async () => {
    const { start, edit, state, received } = scene({ subscriptions: [subscription, other] });
    start();
    await pass(60 * SECOND);
    state.receipt = (url) => (url === other.url.href ? { status: 410, retryAfter: null } : ok);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1', 'transaction.changed T-1']);
    edit(1);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
  });
});

describe('of several processes', () => {
  test('one sends, and when it is gone another one does', async () => {
    const { start, edit, received } = scene();
    const [first] = [start(), start(), start()];
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    first.kill();
    edit(1);
    await pass(120 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
  });

  test('one that was stopped for longer than its lease sends nothing more until it has the lease again', async () => {
    const { start, store, edit, received } = scene();
    const { gate, slow } = stoppable(store);
    start({ given: slow });
    await pass(60 * SECOND);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.hold = promise;
    await pass(10 * SECOND);
    const other = start();
    await pass(10 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    other.kill();
    gate.hold = null;
    resolve();
    edit(1);
    await pass(120 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
  });

  test('one that was stopped meanwhile does not repeat what another one has delivered', async () => {
    const { start, store, state, edit, received } = scene();
    const { gate, slow } = stoppable(store);
    state.receipt = { status: 500, retryAfter: null };
    start({ given: slow });
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.hold = promise;
    await pass(10 * SECOND);
    state.receipt = ok;
    received();
    const other = start();
    await pass(600 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    other.kill();
    await pass(10 * SECOND);
    gate.hold = null;
    resolve();
    await pass(600 * SECOND);
    expect(received()).toEqual([]);
  });

  test('one whose renewal is answered after its lease has ended does not send what another one has on its way', async () => {
    const { start, store, state, edit, received } = scene();
    const answer = Promise.withResolvers<void>();
    let isLate = false;
    const given: SharedDatabase = {
      ...store,
      async renewLease(...args) {
        const isHeld = await store.renewLease(...args);
        if (isLate) await answer.promise;
        return isHeld;
      },
    };
    start({ given });
    await pass(60 * SECOND);
    isLate = true;
    await pass(10 * SECOND);
    state.receipt = new Promise(() => undefined);
    start();
    await pass(10 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    isLate = false;
    answer.resolve();
    await pass(SECOND);
    expect(received()).toEqual([]);
  });

  test('one that was stopped while it read what it was to send sends nothing older than what another one has sent', async () => {
    const { start, store, edit, received } = scene();
    const { gate, slow } = stoppable(store);
    const stop = Promise.withResolvers<void>();
    start({ given: slow, reading: stop.promise });
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    gate.hold = stop.promise;
    await pass(10 * SECOND);
    start();
    await pass(10 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1', 'transaction.changed T-1']);
    stop.resolve();
    await pass(10 * SECOND);
    expect(received()).toEqual([]);
  });

  test('while the database cannot be reached nothing is sent, with one line in the log, and later all of it, with another', async () => {
    const { start, store, edit, received } = scene();
    const broken = { ...store };
    const process = start({ given: broken });
    await pass(60 * SECOND);
    const down = () => Promise.reject(new Error('down'));
    Object.assign(broken, { query: down, takeLease: down, renewLease: down, underLease: down });
    edit(0);
    await pass(120 * SECOND);
    expect(received()).toEqual([]);
    Object.assign(broken, store);
    await pass(10 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    expect(process.lines.map(({ msg }) => msg)).toEqual([
      'the database of webhooks cannot be reached; they wait',
      'the database of webhooks can be reached again',
    ]);
  });

  test('one that could not store an end does not take away a later event that another one has stored', async () => {
    const { start, edit, state, store, received } = scene();
    let isCut = false;
    const reach = () => (isCut ? Promise.reject(new Error('ECONNREFUSED')) : Promise.resolve());
    const first = start({
      given: {
        query: (...args) => reach().then(() => store.query(...args)),
        takeLease: (...args) => reach().then(() => store.takeLease(...args)),
        renewLease: (...args) => reach().then(() => store.renewLease(...args)),
        releaseLease: (...args) => reach().then(() => store.releaseLease(...args)),
        underLease: (...args) => reach().then(() => store.underLease(...args)),
      },
    });
    await pass(60 * SECOND);
    const answer = Promise.withResolvers<Receipt>();
    state.receipt = answer.promise;
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    isCut = true;
    answer.resolve(ok);
    state.receipt = { status: 500, retryAfter: null };
    const other = start();
    await pass(70 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    other.kill();
    // The end of its attempt is stored as soon as the database can be reached, if it is.
    isCut = false;
    await pass(10 * SECOND);
    expect(first.lines.length).toBeGreaterThan(0);
    received();
    state.receipt = ok;
    await pass(3_600 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
  });

  test('one that is shut down leaves at once what cannot be delivered, and follows no changes', async () => {
    const { start, edit, state, reads, received } = scene();
    state.receipt = { status: 500, retryAfter: null };
    const first = start();
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    const closing = first.dispatcher.close();
    await pass(100);
    await closing;
    // A feed goes on for a while, in case that its listener returns.
    await pass(60 * SECOND);
    const before = reads.length;
    await pass(600 * SECOND);
    expect(reads).toHaveLength(before);
    state.receipt = ok;
    received();
    start();
    await pass(600 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
  });

  test('one that is shut down sends alone what is on its way, as long as it waits for that', async () => {
    const { start, edit, state, received } = scene();
    const answer = Promise.withResolvers<Receipt>();
    const first = start();
    await pass(SECOND);
    start();
    await pass(60 * SECOND);
    state.receipt = answer.promise;
    edit(0);
    // Long after it has last renewed its lease, which it does every two seconds.
    await pass(60 * SECOND + 900);
    const closing = first.dispatcher.close();
    state.receipt = ok;
    await pass(4.4 * SECOND);
    answer.resolve(ok);
    await pass(100);
    await closing;
    await pass(600 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
  });
});

describe('commands', () => {
  test('have a dead event sent again', async () => {
    const { start, edit, state, sent, store, received } = scene();
    state.receipt = { status: 500, retryAfter: null };
    const { metrics } = start();
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    const [{ id } = { id: '' }] = sent;
    await store.query(`update outbox set state = 'DEAD'`);
    state.receipt = ok;
    received();
    await pass(600 * SECOND);
    expect(received()).toEqual([]);
    expect(await metrics.registry.metrics()).toMatch(/^gateway_webhooks_dead 1$/m);
    await store.query(...retry(id, Date.now()));
    await pass(3 * SECOND);
    expect(sent.map((each) => each.id)).toEqual([id]);
    await pass(3 * SECOND);
    expect(await metrics.registry.metrics()).toMatch(/^gateway_webhooks_dead 0$/m);
  });

  test('have a subscription go on that had answered 410, from where it was', async () => {
    const { start, edit, state, store, reads, received } = scene();
    state.receipt = { status: 410, retryAfter: null };
    const { lines, metrics } = start();
    const disabled = async () => /^gateway_webhooks_disabled (\d)$/m.exec(await metrics.registry.metrics())?.[1];
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    expect(received()).toEqual(['transaction.changed T-1']);
    edit(1);
    const before = reads.length;
    await pass(600 * SECOND);
    expect(received()).toEqual([]);
    // Nobody waits for its changes.
    expect(reads).toHaveLength(before);
    expect(lines.map(({ msg }) => msg)).toEqual(['a receiver has answered 410 Gone and gets no more events']);
    expect(await disabled()).toBe('1');
    state.receipt = ok;
    await store.query(...enable('crm'));
    await pass(120 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
    expect(await disabled()).toBe('0');
  });

  test('are not needed for a subscription with another URL', async () => {
    const { start, edit, state, received } = scene();
    state.receipt = { status: 410, retryAfter: null };
    const first = start();
    await pass(60 * SECOND);
    edit(0);
    await pass(60 * SECOND);
    first.kill();
    state.receipt = ok;
    received();
    edit(1);
    start({ configured: [{ ...subscription, url: new URL('https://crm.example.com/other') }] });
    await pass(120 * SECOND);
    expect(received()).toEqual(['transaction.changed T-2']);
  });
});

test('the metrics tell how many events wait, and for how long', async () => {
  const { start, edit, state } = scene();
  state.receipt = { status: 500, retryAfter: null };
  const { metrics } = start();
  await pass(60 * SECOND);
  edit(0);
  await pass(130 * SECOND);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^gateway_webhooks_waiting 1$/m);
  expect(Number(/^gateway_webhooks_oldest_seconds (\d+)/m.exec(text)?.[1])).toBeGreaterThan(60);
});
