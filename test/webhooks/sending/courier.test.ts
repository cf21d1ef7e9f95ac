// What becomes of letters: when they are sent, again, and no more; in simulated time.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_LETTERS } from '../../../src/webhooks/enqueue.ts';
import { PAUSES_SECONDS } from '../../../src/webhooks/sending/retries.ts';
import type { Receipt } from '../../../src/webhooks/sending/sender.ts';
import { openLedgerInMemory } from '../../support/gateways/memory-ledger.ts';
import { changed, hook, openOffice, type Receiver, ready, recipient } from '../office.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const DAY = 24 * 3_600_000;
const ok: Receipt = { status: 204, retryAfter: null };
const status = (code: number, retryAfter: string | null = null): Receipt => ({ status: code, retryAfter });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const newStore = () => openLedgerInMemory({ now: () => Date.now() });
const open = (receive: Receiver, store = newStore()) => openOffice(store, 'one', receive);
/** What was sent since the last call: transaction and version, or `list`. */
const namesOf = ({ sent }: Awaited<ReturnType<typeof open>>) =>
  sent.splice(0).map(({ letter: { change } }) => (change === null ? 'list' : `${change.transId} ${change.version}`));

describe('a letter', () => {
  test('is sent once if it is accepted', async () => {
    const office = await open(() => ok);
    office.enqueue(changed('T-1', 'a'));
    await pass(DAY);
    expect(namesOf(office)).toEqual(['T-1 a']);
    expect([...office.outbox.letters()]).toEqual([]);
  });

  test('is sent only once it is stored', async () => {
    const store = newStore();
    const { changeShelf } = store;
    const stored = Promise.withResolvers<void>();
    const office = await open(() => ok, {
      ...store,
      changeShelf: async (...args) => {
        await stored.promise;
        return changeShelf(...args);
      },
    });
    office.enqueue(changed('T-1', 'a'));
    await pass(DAY);
    expect(namesOf(office)).toEqual([]);
    stored.resolve();
    await pass(1);
    expect(namesOf(office)).toEqual(['T-1 a']);
  });

  test('waits while it cannot be stored, with one line in the log', async () => {
    const store = newStore();
    const broken = { ...store, changeShelf: () => Promise.reject(new Error('disk full')) as Promise<boolean> };
    const office = await open(() => ok, broken);
    office.enqueue(changed('T-1', 'a'));
    await pass(60_000);
    expect(namesOf(office)).toEqual([]);
    expect(office.lines).toMatchObject([{ level: 50, err: { message: 'disk full' } }]);
    broken.changeShelf = store.changeShelf as typeof broken.changeShelf;
  });

  test('is sent again with growing pauses and the same id, then given up with an error in the log', async () => {
    const office = await open(() => status(500));
    office.enqueue(changed('T-1', 'a'));
    await pass(5 * DAY);
    const [first] = office.sent;
    const pauses = office.sent
      .slice(1)
      .map(({ at }, index) => Math.round((at - (office.sent[index]?.at ?? 0)) / 1_000));
    expect(pauses).toEqual(PAUSES_SECONDS);
    expect(new Set(office.sent.map(({ letter }) => letter.id))).toEqual(new Set([first?.letter.id]));
    expect([...office.outbox.letters()]).toMatchObject([{ isDead: true, attempts: 10, problem: 'status 500' }]);
    expect(office.lines.map(({ level }) => level)).toEqual([...Array(9).fill(40), 50]);
    expect(office.lines[0]).toMatchObject({
      hook: 'crm',
      letter: first?.letter.id,
      reason: 'status 500',
      nextTryMs: 5_000,
    });
    expect(await office.metrics.webhookDeliveries.get()).toMatchObject({
      values: [
        { labels: { outcome: 'failed' }, value: 9 },
        { labels: { outcome: 'dead' }, value: 1 },
      ],
    });
  });

  test('waits as long as the receiver asks for, and so do all others for it', async () => {
    const receipts = [status(429, '3600')];
    const office = await open(() => receipts.shift() ?? ok);
    office.enqueue(changed('T-1', 'a'));
    await pass(1_000);
    office.enqueue(changed('T-2', 'b'));
    await pass(3_598_000);
    expect(namesOf(office)).toEqual(['T-1 a']);
    await pass(2_000);
    expect(namesOf(office).sort()).toEqual(['T-1 a', 'T-2 b']);
  });

  test('that waits, and a receiver that has asked to wait, do so no longer because the clock is set back', async () => {
    const receipts = [status(500), status(429, '3600')];
    const office = await open(() => receipts.shift() ?? ok);
    for (const transId of ['T-1', 'T-2']) {
      office.enqueue(changed(transId, 'a'));
      await pass(1_000);
      vi.setSystemTime(Date.now() - 30 * DAY);
    }
    await pass(DAY);
    expect(namesOf(office).sort()).toEqual(['T-1 a', 'T-1 a', 'T-2 a', 'T-2 a']);
  });

  test('that could not be written because of a bug counts as failed, and is logged', async () => {
    const office = await open(() => Promise.reject(new TypeError('a bug')));
    office.enqueue(changed('T-1', 'a'));
    await pass(1_000);
    expect(office.lines).toMatchObject([{ level: 50, err: { message: 'a bug' } }, { reason: 'an unexpected error' }]);
  });
});

describe('of one transaction', () => {
  test('a later change takes the place of one that waits, with an id of its own, and waits for the same', async () => {
    const receipts = [status(503), status(503)];
    const office = await open(() => receipts.shift() ?? ok);
    office.enqueue(changed('T-1', 'a'));
    await pass(10_000);
    office.enqueue(changed('T-1', 'b'), changed('T-1', 'c'));
    await pass(280_000);
    expect(office.sent).toHaveLength(2);
    await pass(20_000);
    const ids = office.sent.map(({ letter }) => letter.id);
    expect(ids[2]).not.toBe(ids[0]);
    expect(namesOf(office)).toEqual(['T-1 a', 'T-1 a', 'T-1 c']);
  });

  test('a change is not sent before the end of the attempt for the one before', async () => {
    const first = Promise.withResolvers<Receipt>();
    const office = await open(({ change }) => (change?.version === 'a' ? first.promise : ok));
    office.enqueue(changed('T-1', 'a'), changed('T-2', 'x'));
    await pass(10);
    office.enqueue(changed('T-1', 'b'));
    await pass(60_000);
    expect(namesOf(office)).toEqual(['T-1 a', 'T-2 x']);
    first.resolve(ok);
    await pass(10);
    expect(namesOf(office)).toEqual(['T-1 b']);
    expect([...office.outbox.letters()]).toEqual([]);
  });

  test('a change waits if the attempt for the one before fails', async () => {
    const first = Promise.withResolvers<Receipt>();
    const office = await open(({ change }) => (change?.version === 'a' ? first.promise : ok));
    office.enqueue(changed('T-1', 'a'));
    await pass(10);
    office.enqueue(changed('T-1', 'b'));
    first.resolve(status(500));
    await pass(4_000);
    expect(namesOf(office)).toEqual(['T-1 a']);
    await pass(2_000);
    expect(namesOf(office)).toEqual(['T-1 b']);
  });

  test('a change takes the place of a dead letter, and is sent at once', async () => {
    const receipts = Array(10).fill(status(500));
    const office = await open(() => receipts.shift() ?? ok);
    office.enqueue(changed('T-1', 'a'));
    await pass(5 * DAY);
    office.sent.length = 0;
    office.enqueue(changed('T-1', 'a'));
    await pass(10);
    expect(namesOf(office)).toEqual(['T-1 a']);
    expect([...office.outbox.letters()]).toEqual([]);
  });

  test('a change that is told twice while it waits is sent once', async () => {
    const office = await open(() => ok);
    office.enqueue(changed('T-1', 'a'), changed('T-1', 'a'));
    const [letter] = office.outbox.letters();
    office.enqueue(changed('T-1', 'a'));
    await pass(10);
    expect(office.sent.map((each) => each.letter.id)).toEqual([letter?.id]);
  });
});

describe('a list that has to be loaded', () => {
  test('is told in place of everything that waits or is dead for the agent', async () => {
    let receipt = status(500);
    const office = await open(() => receipt);
    office.enqueue(changed('T-1', 'a'), changed('T-2', 'b'));
    await pass(1_000);
    office.enqueue(changed('T-3', 'c'), ready());
    office.sent.length = 0;
    receipt = ok;
    await pass(DAY);
    expect(namesOf(office)).toEqual(['list']);
    expect([...office.outbox.letters()]).toEqual([]);
  });

  test(`takes the place of more than ${MAX_LETTERS} letters`, async () => {
    const office = await open(() => status(500));
    office.enqueue(...Array.from({ length: MAX_LETTERS }, (_, at) => changed(`T-${at}`, 'a')));
    expect([...office.outbox.letters()]).toHaveLength(MAX_LETTERS);
    office.enqueue(changed('T-0', 'b'));
    expect([...office.outbox.letters()]).toHaveLength(MAX_LETTERS);
    office.enqueue(changed('one more', 'a'));
    expect([...office.outbox.letters()]).toMatchObject([{ change: null }]);
  });
});

describe('a receiver that answers 410', () => {
  test('is sent nothing more, until its URL is another one', async () => {
    const store = newStore();
    const office = await openOffice(store, 'one', () => status(410));
    office.enqueue(changed('T-1', 'a'), changed('T-2', 'b'));
    await pass(DAY);
    office.enqueue(changed('T-3', 'c'));
    await pass(DAY);
    expect(namesOf(office)).toHaveLength(2);
    expect(office.gone).toEqual(['crm']);
    expect(office.lines.filter(({ level }) => level === 40)).toHaveLength(1);
    const next = await openOffice(store, 'one', () => ok);
    await pass(DAY);
    expect(next.sent).toEqual([]);
    expect(next.outbox.gone(hook.name)).not.toBeNull();
  });
});

describe('a process that ends', () => {
  test('leaves letters and the cursor to the next one, which sends what was not accepted, with the same id', async () => {
    const store = newStore();
    const first = await openOffice(store, 'one', ({ change }) => (change?.transId === 'T-1' ? ok : status(500)));
    first.enqueue(changed('T-1', 'a', '1'), changed('T-2', 'b', '2'));
    await pass(100);
    first.kill();
    const next = await openOffice(store, 'one', () => ok);
    expect(next.outbox.place(recipient.hook, recipient.agentNrdsId)).toBe('2');
    await pass(10_000);
    expect(next.sent.map(({ letter }) => letter.id)).toEqual([first.sent[1]?.letter.id]);
    expect(namesOf(next)).toEqual(['T-2 b']);
  });

  test('lets what is on its way end, and records that', async () => {
    const store = newStore();
    const receipt = Promise.withResolvers<Receipt>();
    const office = await openOffice(store, 'one', () => receipt.promise);
    office.enqueue(changed('T-1', 'a'));
    await pass(10);
    const closing = office.courier.close(5_000);
    office.enqueue(changed('T-2', 'b'));
    receipt.resolve(ok);
    await pass(10);
    await closing;
    await office.outbox.stored();
    const next = await openOffice(store, 'one', () => ok);
    await pass(DAY);
    expect(namesOf(next)).toEqual(['T-2 b']);
  });

  test('waits no longer for what is on its way than it is given', async () => {
    const office = await open(() => new Promise(() => undefined));
    office.enqueue(changed('T-1', 'a'));
    await pass(10);
    let hasClosed = false;
    void office.courier.close(5_000).then(() => {
      hasClosed = true;
    });
    await pass(4_000);
    expect(hasClosed).toBe(false);
    await pass(1_000);
    expect(hasClosed).toBe(true);
  });

  test('that has lost the shelf to another one stores and sends nothing', async () => {
    const store = newStore();
    const office = await openOffice(store, 'one', () => ok);
    await pass(6_000);
    await store.takeShelf('webhooks', 'two');
    office.enqueue(changed('T-1', 'a', '9'));
    await pass(DAY);
    expect(office.sent).toEqual([]);
    expect(await store.readShelf('webhooks')).toEqual(new Map());
  });
});
