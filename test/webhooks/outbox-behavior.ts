// The outbox, and the leases under which it is changed, in either database.
import { describe, expect, test } from 'vitest';
import { OUTBOX_LEASE } from '../../src/gateway/ledger/stores/sql-steps.ts';
import type { SharedDatabase } from '../../src/gateway/ledger/stores/store.ts';
import { checkpointsOf, forgetRemoved } from '../../src/webhooks/following.ts';
import {
  deadEvents,
  dueEvents,
  enable,
  enqueue,
  MAX_EVENTS,
  makeDue,
  type OutboxEvent,
  readBacklogs,
  readEnded,
  recordDelivered,
  recordEnded,
  recordFailed,
  retry,
} from '../../src/webhooks/outbox.ts';
import { MAX_WAIT_MS } from '../../src/webhooks/sender.ts';

const recipient = { subscription: 'crm', agentNrdsId: '111' };
const change = (transId: string, version = 'a') => ({
  ...{ transId, transactionId: `id ${transId}`, version },
  changedAt: '2026-03-01T09:00:00.000Z',
});
const LEASE_MS = 5_000;
const DAY = 24 * 3_600_000;

interface Shared {
  readonly store: SharedDatabase;
  readonly clock: { readonly advance: (ms: number) => void };
}

export function describeOutbox(open: () => Promise<Shared>): void {
  describe('a lease', () => {
    test('is taken by one holder, which renews it until another one takes it once it has ended', async () => {
      const { store, clock } = await open();
      const take = (holder: string) => store.takeLease('a', holder, LEASE_MS);
      const renew = (holder: string) => store.renewLease('a', holder, LEASE_MS);
      expect(await renew('one')).toBe(false);
      expect(await take('one')).toBe(true);
      clock.advance(LEASE_MS - 1);
      expect(await renew('one')).toBe(true);
      clock.advance(LEASE_MS - 1);
      expect(await take('two')).toBe(false);
      expect(await renew('two')).toBe(false);
      clock.advance(1);
      // It has ended, but nobody else has had it.
      expect(await renew('one')).toBe(true);
      clock.advance(LEASE_MS);
      expect(await take('two')).toBe(true);
      expect(await renew('one')).toBe(false);
      // The clock is set back.
      clock.advance(-DAY);
      expect(await take('one')).toBe(true);
    });

    test('allows what its last holder does, all of it or nothing', async () => {
      const { store, clock } = await open();
      const put = (holder: string, ...names: readonly (string | null)[]) =>
        store.underLease(
          'a',
          holder,
          names.map((name) => [
            'insert into checkpoints values ($1, $2, $3, null) returning agent',
            ['crm', 'x', name],
          ]),
        );
      const cursors = async () => (await store.query('select cursor from checkpoints')).map(({ cursor }) => cursor);
      expect(await put('one', '1')).toBeNull();
      await store.takeLease('a', 'one', LEASE_MS);
      await expect(put('one', '1', null)).rejects.toThrow();
      expect(await cursors()).toEqual([]);
      clock.advance(LEASE_MS);
      expect(await put('one', '1')).toEqual([[{ agent: 'x' }]]);
      await store.takeLease('a', 'two', LEASE_MS);
      expect(await put('one', '2')).toBeNull();
      expect(await cursors()).toEqual(['1']);
    });
  });

  describe('the outbox', () => {
    async function openOutbox() {
      const { store } = await open();
      await store.takeLease(OUTBOX_LEASE, 'one', LEASE_MS);
      const run = (statements: Parameters<SharedDatabase['underLease']>[2]) =>
        store.underLease(OUTBOX_LEASE, 'one', statements);
      const due = (now: number, limit = 9_999) => dueEvents(store, 'crm', now, limit);
      const names = (events: readonly OutboxEvent[]) =>
        events.map(({ change }) => (change === null ? 'list' : `${change.transId} ${change.version}`));
      return { store, run, due, names };
    }

    test('keeps events with the checkpoint after them, the first ones first, and sends them even if the clock that stored them was ahead', async () => {
      const { store, run, due, names } = await openOutbox();
      await run(enqueue(recipient, [change('T-2')], '1', 2_000));
      await run(enqueue(recipient, [change('T-1'), change('T\n"\u{1f600}')], '2', 1_000));
      await run(enqueue({ ...recipient, subscription: 'erp' }, [change('T-9')], '9', 1_000));
      expect(await checkpointsOf(store, 'crm')).toEqual(new Map([['111', '2']]));
      expect(names(await due(0, 2)).sort()).toEqual(['T\n"\u{1f600} a', 'T-1 a']);
      expect(names(await due(0)).at(-1)).toBe('T-2 a');
      expect(await due(0)).toHaveLength(3);
      const [event] = (await due(0)).filter(({ change }) => change?.transId === 'T-2');
      expect(event).toEqual({
        ...recipient,
        id: expect.stringMatching(/^msg_\w{32}$/),
        change: change('T-2'),
        ...{ seenAt: 2_000, attempts: 0, failures: 0, dueAt: 2_000, problem: null },
      });
      expect(await readBacklogs(store)).toEqual(
        new Map([
          ['crm', { waiting: 3, dead: 0, oldest: 1_000, problem: null }],
          ['erp', { waiting: 1, dead: 0, oldest: 1_000, problem: null }],
        ]),
      );
      const [first] = (await due(0)) as [OutboxEvent];
      await run(recordFailed(first, { isDead: false, dueAt: 3_000, problem: 'status 500' }));
      expect((await due(3_000)).at(-1)?.id).toBe(first.id);
    });

    test('sends a transaction that changes again and again in the place of its first change', async () => {
      const { run, due, names } = await openOutbox();
      for (const [at, each] of [change('T-1'), change('T-2'), change('T-1', 'b')].entries())
        await run(enqueue(recipient, [each], '1', at));
      expect(names(await due(2))).toEqual(['T-1 b', 'T-2 a']);
    });

    test('has one event for each transaction, which waits for what the one before it has waited for', async () => {
      const { run, due, names } = await openOutbox();
      await run(enqueue(recipient, [change('T-1')], '1', 0));
      const [first] = (await due(0)) as [OutboxEvent];
      await run(recordFailed(first, { isDead: false, dueAt: 5_000.5, problem: 'status 500' }));
      await run(enqueue(recipient, [change('T-1')], '2', 1_000));
      expect((await due(6_000))[0]).toMatchObject({ id: first.id, attempts: 1, failures: 1 });
      await run(enqueue(recipient, [change('T-1', 'b')], '3', 2_000));
      expect(await due(4_000)).toEqual([]);
      // The clock was set back further than anything waits.
      expect(await due(5_000 - Math.ceil(MAX_WAIT_MS))).toHaveLength(1);
      const [second] = (await due(6_000)) as [OutboxEvent];
      expect(second).toMatchObject({ seenAt: 2_000, attempts: 0, failures: 1, problem: 'status 500' });
      expect(second.id).not.toBe(first.id);

      // The end of the attempt for the first one comes late.
      expect(await run(recordFailed(first, { isDead: true, dueAt: 9_000, problem: 'late' }))).toEqual([[], []]);
      expect((await due(9_000))[0]).toMatchObject({ id: second.id, attempts: 0, problem: 'late' });
      await run(recordDelivered(first, 7_000));
      expect(await due(7_000)).toMatchObject([{ id: second.id, failures: 0, problem: null }]);
      await run(recordDelivered(second, 8_000));
      expect(names(await due(9_000))).toEqual([]);
    });

    test('gives an event up, and takes it back if that is asked for, or its transaction changes', async () => {
      const { store, run, due } = await openOutbox();
      await run(enqueue(recipient, [change('T-1'), change('T-2')], '1', 0));
      const events = await due(0);
      for (const event of events) {
        const failed = recordFailed(event, { isDead: true, dueAt: DAY, problem: 'status 500' });
        expect((await run(failed))?.[0]).toHaveLength(1);
      }
      expect(await due(2 * DAY)).toEqual([]);
      expect((await deadEvents(store)).map(({ problem }) => problem)).toEqual(['status 500', 'status 500']);
      const [one, other] = events as [OutboxEvent, OutboxEvent];
      await store.query(...retry(one.id, 1_000));
      expect(await due(1_000)).toMatchObject([{ id: one.id, attempts: 0, failures: 0, dueAt: 1_000 }]);
      await run(enqueue(recipient, [other.change], '2', 1_000));
      expect(await due(1_000)).toMatchObject([
        { id: one.id },
        { change: other.change, attempts: 0, failures: 0, dueAt: 1_000, problem: null },
      ]);
      expect(await deadEvents(store)).toEqual([]);
    });

    test('has one event that says to load the list in place of all others, or of too many', async () => {
      const { run, due, names } = await openOutbox();
      const many = (count: number) => Array.from({ length: count }, (_, at) => change(`T-${at}`));
      await run(enqueue(recipient, [...many(3), null, change('T-1', 'b')], '1', 0));
      expect(names(await due(0)).sort()).toEqual(['T-1 b', 'list']);
      await run(enqueue(recipient, many(MAX_EVENTS), '2', 1));
      expect(await due(1)).toHaveLength(MAX_EVENTS + 1);
      await run(enqueue(recipient, [change('one more')], '3', 2));
      expect(names(await due(2))).toEqual(['list']);
    });

    test('leaves alone what belongs to other subscriptions and agents', async () => {
      const { store, run, due } = await openOutbox();
      const [erp, neighbor] = [
        { ...recipient, subscription: 'erp' },
        { ...recipient, agentNrdsId: '222' },
      ];
      await run(enqueue(neighbor, [change('T-1')], '1', 0));
      await run(enqueue(erp, [change('T-1')], '1', 2));
      const ofOthers = () =>
        store.query(
          `select outbox.*, cursor from outbox join checkpoints using (subscription, agent)
             where subscription <> 'crm' or agent <> '111' order by subscription`,
        );
      const before = await ofOthers();
      expect(before).toHaveLength(2);
      const own = async () => (await due(DAY)).filter(({ agentNrdsId }) => agentNrdsId === '111');
      await run(enqueue(recipient, [change('T-1')], '2', 0));
      const [event] = (await own()) as [OutboxEvent];
      await run(recordFailed(event, { isDead: false, dueAt: 5_000, problem: 'status 500' }));
      await run([makeDue('crm', 1, -1)]);
      await run(recordDelivered(event, 1));
      await run(
        enqueue(
          recipient,
          Array.from({ length: MAX_EVENTS }, (_, at) => change(`T-${at}`)),
          '3',
          0,
        ),
      );
      expect(await own()).toHaveLength(MAX_EVENTS);
      await run(enqueue(recipient, [change('one more')], '4', 0));
      await run(enqueue(recipient, [null], '5', 0));
      expect(await ofOthers()).toEqual(before);
      await run(recordEnded('erp', new URL('https://erp.example.com/'), 0));
      await run(enqueue(erp, [change('T-1')], '1', 2));
      await store.query(...enable('crm'));
      await run(await forgetRemoved(store, (subscription, agent) => subscription === 'erp' || agent !== '111'));
      expect(await own()).toEqual([]);
      expect((await ofOthers()).map(({ id: _, ...row }) => row)).toEqual(before.map(({ id: _, ...row }) => row));
      await run(await forgetRemoved(store, (subscription, agent) => subscription === 'crm' || agent !== '333'));
      await run(recordEnded('crm', new URL('https://crm.example.com/'), 0));
      expect((await ofOthers()).map(({ subscription }) => subscription)).toEqual(['erp']);
      expect([...(await readEnded(store)).keys()].sort()).toEqual(['crm', 'erp']);
      await run(enqueue(recipient, [], '6', 0));
      await run(await forgetRemoved(store, (_, agent) => agent === '222'));
      expect([...(await readEnded(store)).keys()]).toEqual(['crm']);
    });

    test('forgets what waits for a receiver that has ended its subscription, until that is enabled', async () => {
      const { store, run, due } = await openOutbox();
      await run(enqueue(recipient, [change('T-1')], '1', 0));
      await run(recordEnded('crm', new URL('https://crm.example.com/'), 7));
      expect(await due(DAY)).toEqual([]);
      expect(await readEnded(store)).toEqual(new Map([['crm', { urlHash: expect.any(String), endedAt: 7 }]]));
      // It was about to be stored when the subscription ended.
      await run(enqueue(recipient, [change('T-2')], '1', 7));
      expect(await readBacklogs(store)).toEqual(new Map());
      await store.query(...enable('crm'));
      expect(await readEnded(store)).toEqual(new Map());
      expect(await checkpointsOf(store, 'crm')).toEqual(new Map([['111', '1']]));
    });

    test('forgets what is not configured', async () => {
      const { store, run, due } = await openOutbox();
      await run(enqueue(recipient, [change('T-1')], '1', 0));
      await run(recordEnded('erp', new URL('https://erp.example.com/'), 0));
      expect(await forgetRemoved(store, () => true)).toEqual([]);
      await run(enqueue({ ...recipient, subscription: 'erp' }, [change('T-1')], '1', 0));
      await run(await forgetRemoved(store, (subscription) => subscription === 'crm'));
      expect(await due(0)).toHaveLength(1);
      await run(await forgetRemoved(store, () => false));
      for (const table of ['outbox', 'checkpoints', 'ended_subscriptions'])
        expect(await store.query(`select * from ${table}`)).toEqual([]);
    });
  });
}
