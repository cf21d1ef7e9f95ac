// What becomes of events: when they are sent, again, and no more; in simulated time.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SharedDatabase } from '../../src/gateway/ledger/stores/store.ts';
import { PAUSES_SECONDS, type Receipt } from '../../src/webhooks/sender.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { changed, openOffice, outboxOf, type Receiver, skip } from './office.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const DAY = 24 * 3_600_000;
/** How often is looked for what is due again. */
const LOOK_SECONDS = 2;
const ok: Receipt = { status: 204, retryAfter: null };
const status = (code: number, retryAfter: string | null = null): Receipt => ({ status: code, retryAfter });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function open(receive: Receiver, change: (database: SharedDatabase) => SharedDatabase = (given) => given) {
  const store = openLedgerInMemory({ now: () => Date.now() });
  const office = await openOffice(change(store), receive);
  return { ...office, store, outbox: () => outboxOf(store) };
}

/** What the log shows by default. */
const shownOf = ({ lines }: { readonly lines: readonly Record<string, unknown>[] }) =>
  lines.filter(({ level }) => Number(level) >= 30);

describe('an event', () => {
  test('is sent only once it is stored', async () => {
    const stored = Promise.withResolvers<void>();
    const office = await open(
      () => ok,
      (store) => ({
        ...store,
        underLease: async (...args) => {
          await stored.promise;
          return store.underLease(...args);
        },
      }),
    );
    office.happen(changed('T-1', 'a'));
    await pass(3_600_000);
    expect(office.received()).toEqual([]);
    stored.resolve();
    await pass(LOOK_SECONDS * 1_000);
    expect(office.received()).toEqual(['T-1 a']);
  });

  test('waits while it cannot be stored, with one line in the log', async () => {
    let isBroken = false;
    const office = await open(
      () => ok,
      (store) => ({
        ...store,
        underLease: (...args) => (isBroken ? Promise.reject(new Error('disk full')) : store.underLease(...args)),
      }),
    );
    isBroken = true;
    office.happen(changed('T-1', 'a'));
    await pass(60_000);
    expect(office.received()).toEqual([]);
    expect(office.lines).toMatchObject([{ level: 50, err: { message: 'disk full' } }]);
    isBroken = false;
    await pass(3_000);
    expect(office.received()).toEqual(['T-1 a']);
  });

  test('is sent again with growing pauses and the same id, then given up with an error in the log', async () => {
    const office = await open(() => status(500));
    office.happen(changed('T-1', 'a'));
    await skip(office.store, 5 * DAY);
    const [first] = office.sent;
    const pauses = office.sent.slice(1).map(({ at }, index) => (at - (office.sent[index]?.at ?? 0)) / 1_000);
    expect(pauses).toHaveLength(PAUSES_SECONDS.length);
    for (const [at, seconds] of PAUSES_SECONDS.entries()) {
      expect(pauses[at]).toBeGreaterThanOrEqual(seconds);
      expect(pauses[at]).toBeLessThanOrEqual(seconds + LOOK_SECONDS);
    }
    expect(new Set(office.sent.map(({ id }) => id))).toEqual(new Set([first?.id]));
    expect(await office.outbox()).toMatchObject([{ state: 'DEAD', attempts: 10, problem: 'status 500' }]);
    expect(shownOf(office)).toMatchObject([
      { level: 40, webhook: 'crm', reason: 'status 500' },
      { level: 50, webhook: 'crm', event: first?.id, attempt: 10, reason: 'status 500' },
    ]);
    expect((await office.metrics.webhookDeliveries.get()).values).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ labels: { outcome: 'failed' }, value: 9 }),
        expect.objectContaining({ labels: { outcome: 'dead' }, value: 1 }),
      ]),
    );
  });

  test('that fails is logged once for each reason, whatever number fails, until one is delivered', async () => {
    const receipts = [status(500), status(500), status(429)];
    const office = await open(() => receipts.shift() ?? ok);
    office.happen(...['T-1', 'T-2', 'T-3', 'T-4'].map((transId) => changed(transId, 'a')));
    await pass(600_000);
    expect(office.received()).toHaveLength(7);
    expect(shownOf(office).map(({ level, reason }) => [level, reason])).toEqual([
      [40, 'status 500'],
      [40, 'status 429'],
      [30, undefined],
    ]);
  });

  test('waits as long as the receiver asks for, and so do all others for it', async () => {
    const receipts = [status(429, '3600')];
    const office = await open(() => receipts.shift() ?? ok);
    office.happen(changed('T-1', 'a'));
    await pass(1_000);
    office.happen(changed('T-2', 'b'));
    await pass(3_598_000);
    expect(office.received()).toEqual(['T-1 a']);
    await pass(4_000);
    expect(office.received().sort()).toEqual(['T-1 a', 'T-2 b']);
  });

  test('that waits, and a receiver that has asked to wait, do so no longer because the clock is set back', async () => {
    const receipts = [status(500), status(429, '600')];
    const office = await open(() => receipts.shift() ?? ok);
    for (const transId of ['T-1', 'T-2']) {
      office.happen(changed(transId, 'a'));
      await pass(1_000);
      // Less than the longest pause: what is due later than that is sent anyway.
      vi.setSystemTime(Date.now() - 3_600_000);
    }
    await pass(610_000);
    expect(office.received().sort()).toEqual(['T-1 a', 'T-1 a', 'T-2 a', 'T-2 a']);
  });

  test('that could not be written because of a bug counts as failed, and is logged', async () => {
    const office = await open(() => Promise.reject(new TypeError('a bug')));
    office.happen(changed('T-1', 'a'));
    await pass(1_000);
    expect(shownOf(office)).toMatchObject([
      { level: 50, err: { message: 'a bug' } },
      { reason: 'an unexpected error' },
    ]);
  });
});

describe('a receiver that was away', () => {
  test('gets all that has waited, in order, as soon as it accepts one message, also from another process', async () => {
    let isAway = true;
    const receive = () => (isAway ? status(503) : ok);
    const before = await open(receive);
    for (const transId of ['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6']) {
      before.happen(changed(transId, 'a'));
      await pass(1_000);
    }
    await skip(before.store, 6 * 3_600_000);
    await before.dispatcher.close();
    const office = await openOffice(before.store, receive);
    office.received();
    isAway = false;
    office.happen(changed('T-9', 'a'));
    await pass(10);
    expect(office.received()).toEqual(['T-9 a', 'T-1 a', 'T-2 a', 'T-3 a', 'T-4 a', 'T-5 a', 'T-6 a']);
    expect(await before.outbox()).toEqual([]);
  });

  test('gets all that has waited, too, if it has accepted one before, from its first failure on', async () => {
    let isAway = false;
    const failLate = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return status(503);
    };
    const office = await open(() => (isAway ? failLate() : ok));
    for (const [transId, seconds] of [
      ['T-0', 1],
      ['T-1', 400],
      ['T-2', 60],
    ] as const) {
      office.happen(changed(transId, 'a'));
      await pass(seconds * 1_000);
      isAway = true;
    }
    office.received();
    isAway = false;
    office.happen(changed('T-9', 'a'));
    await pass(10);
    expect(office.received()).toEqual(['T-9 a', 'T-1 a', 'T-2 a']);
  });

  test('keeps the pauses of messages that fail alone, although so few others come that each could end an outage', async () => {
    const office = await open(({ transId }) => (transId?.startsWith('X') ? status(500) : ok));
    for (let index = 0; index < 4; index += 1) {
      office.happen(changed(`X-${index}`, 'a'));
      await pass(300_000);
      office.happen(changed('T-1', `v${index}`));
      await pass(300_000);
    }
    const attempts = Object.groupBy(office.received(), (each) => each);
    expect(attempts['X-0 a']?.length).toBeLessThanOrEqual(5);
  });
});

describe('of one transaction', () => {
  test('a later change takes the place of one that waits, with an id of its own, and waits for the same', async () => {
    const receipts = [status(503), status(503)];
    const office = await open(() => receipts.shift() ?? ok);
    office.happen(changed('T-1', 'a'));
    await pass(10_000);
    office.happen(changed('T-1', 'b'), changed('T-1', 'c'));
    await pass(280_000);
    expect(office.sent).toHaveLength(2);
    await pass(20_000);
    const ids = office.sent.map(({ id }) => id);
    expect(ids[2]).not.toBe(ids[0]);
    expect(office.received()).toEqual(['T-1 a', 'T-1 a', 'T-1 c']);
  });

  test('a change is not sent before the end of the attempt for the one before', async () => {
    const first = Promise.withResolvers<Receipt>();
    const office = await open(({ version }) => (version === 'a' ? first.promise : ok));
    office.happen(changed('T-1', 'a'), changed('T-2', 'x'));
    await pass(10);
    office.happen(changed('T-1', 'b'));
    await pass(60_000);
    expect(office.received()).toEqual(['T-1 a', 'T-2 x']);
    first.resolve(ok);
    await pass(10);
    expect(office.received()).toEqual(['T-1 b']);
    expect(await office.outbox()).toEqual([]);
  });

  test('a change is not sent again because its attempt ends while it is read what is due', async () => {
    const receipt = Promise.withResolvers<Receipt>();
    const reading = Promise.withResolvers<void>();
    let isSlow = false;
    const office = await open(
      ({ transId }) => (transId === 'T-1' ? receipt.promise : ok),
      (store) => ({
        ...store,
        async query(...args) {
          const rows = await store.query(...args);
          if (isSlow) await reading.promise;
          return rows;
        },
      }),
    );
    office.happen(changed('T-1', 'a'));
    await pass(10);
    isSlow = true;
    office.happen(changed('T-2', 'a'));
    await pass(10);
    receipt.resolve(ok);
    await pass(10);
    isSlow = false;
    reading.resolve();
    await pass(10);
    expect(office.received()).toEqual(['T-1 a', 'T-2 a']);
  });

  test('a change waits if the attempt for the one before fails', async () => {
    const first = Promise.withResolvers<Receipt>();
    const office = await open(({ version }) => (version === 'a' ? first.promise : ok));
    office.happen(changed('T-1', 'a'));
    await pass(10);
    office.happen(changed('T-1', 'b'));
    first.resolve(status(500));
    await pass(4_000);
    expect(office.received()).toEqual(['T-1 a']);
    await pass(4_000);
    expect(office.received()).toEqual(['T-1 b']);
  });
});

describe('a process that ends', () => {
  test('lets the four messages on their way end, records that, and begins no other', async () => {
    const receipt = Promise.withResolvers<Receipt>();
    const office = await open(() => receipt.promise);
    office.happen(...['T-1', 'T-2', 'T-3', 'T-4', 'T-5'].map((transId) => changed(transId, 'a')));
    await pass(10);
    const closing = office.dispatcher.close();
    receipt.resolve(ok);
    await pass(10);
    await closing;
    expect(office.received()).toEqual(['T-1 a', 'T-2 a', 'T-3 a', 'T-4 a']);
    expect(await office.outbox()).toMatchObject([{ subject: 'T-5', attempts: 0 }]);
  });

  test('waits no longer than a lease for what is on its way', async () => {
    const office = await open(() => new Promise(() => undefined));
    office.happen(changed('T-1', 'a'));
    await pass(10);
    let hasClosed = false;
    void office.dispatcher.close().then(() => {
      hasClosed = true;
    });
    await pass(4_000);
    expect(hasClosed).toBe(false);
    await pass(1_000);
    expect(hasClosed).toBe(true);
  });
});
