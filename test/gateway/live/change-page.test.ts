// Pages of changes and their cursors, for clients that poll: any process continues after any cursor, and no other agent's opens.
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { describe, expect, test } from 'vitest';
import type { AgentGrant, TransactionGrant } from '../../../src/gateway/callers/grants.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { type ChangeArguments, createListChanges } from '../../../src/gateway/live/change-page.ts';
import { createChangeCursors } from '../../../src/gateway/live/tracking/change-cursors.ts';
import { createDecode } from '../../../src/gateway/reading/decode.ts';
import type { Loaders } from '../../../src/gateway/reading/loaders.ts';
import type { Transaction } from '../../../src/gateway/reading/transactions.ts';
import type { LoggedRemovals } from '../../../src/gateway/search/store/reading.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { captureLog } from '../../support/caught-log.ts';
import { grantOf, serviceGrantOf } from './grants.ts';
import { ModelService } from './model-service.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const ann = await grantOf('111');
const sealer = createSealer([sealKey(1)]);

/** What an index says is gone. */
class Log {
  name = 'a log';
  isReadable = true;
  readonly #gone: string[] = [];

  remove(...transIds: string[]): void {
    this.#gone.push(...transIds);
  }

  read(_nrdsId: string, change: number, limit: number): LoggedRemovals {
    if (!this.isReadable) throw new Error('the index cannot be read');
    const removals = this.#gone.map((transId, at) => ({ change: at + 1, transId })).slice(change, change + limit);
    return { log: this.name, last: this.#gone.length, removals };
  }
}

/** `length` records, one changed per day. */
function underTest(length = 5, countSeconds = 60, timeZone = 'UTC', clocksOf?: string, log?: Log) {
  const traits = {
    times: 'milliseconds',
    excludesSince: false,
    comparesDays: false,
    ...(clocksOf && { clocksOf }),
  } as const;
  const service = new ModelService(traits, 0, length, length * DAY);
  const clock = { now: () => service.now };
  const listChanges = createListChanges({
    cursors: createChangeCursors({ sealer, clock, timeZone }),
    clock,
    decode: createDecode({ timeZone, log: captureLog().log, metrics: createMetrics() }),
    overlapMs: 120 * SECOND,
    countSeconds,
    transactions: { fromRecord: (_, flat) => flat as unknown as Transaction },
    sources: { ofRequest: () => service },
    access: {
      ownTransaction: (_, transId) => ({ transId }) as TransactionGrant,
      transactionId: ({ transId }) => transId,
    },
    index: log === undefined ? null : { removalsSince: async (...since) => log.read(...since) },
    log: captureLog().log,
  });
  const page = async (args: ChangeArguments = {}, grant: AgentGrant = ann) => {
    service.reads = 0;
    const { changes, endCursor, hasMore } = await listChanges({} as Loaders, grant, args);
    const received = changes.map(({ event, transaction, deletedId }) =>
      event.kind === 'DELETED' ? `-${deletedId}` : (transaction?.transId ?? event.kind),
    );
    return { received, changes, endCursor, hasMore, calls: service.reads };
  };
  return {
    service,
    page,
    begin: async (grant = ann) => (await page({}, grant)).endCursor,
    edit: (which: number, content = 1_000) => service.write({ kind: 'edit', which, content, late: 0 }),
    remove: (which: number) => service.write({ kind: 'delete', which, content: 0, late: 0 }),
    insert: () => service.write({ kind: 'insert', which: 0, content: 1, late: 0 }),
  };
}

test('the first page has no changes, but a cursor; each further one has what changed since, by one call', async () => {
  const { page, edit, service } = underTest();
  const begin = await page();
  expect(begin).toMatchObject({ received: [], hasMore: false, calls: 2 });
  service.advance(SECOND);
  edit(1);
  service.advance(SECOND);
  edit(0);
  const first = await page({ after: begin.endCursor });
  expect(first).toMatchObject({ received: ['T-2', 'T-1'], hasMore: false, calls: 1 });
  expect(await page({ after: first.endCursor })).toMatchObject({ received: [], hasMore: false, calls: 1 });
});

test('a change has a version, which is that of the record’s content', async () => {
  const { page, edit, begin, service } = underTest();
  const after = await begin();
  service.advance(SECOND);
  edit(1);
  const [one, same] = [await page({ after }), await page({ after })];
  const versionOf = ({ changes: [change] }: typeof one) =>
    change?.event.kind === 'CHANGED' ? change.event.record.fingerprint : null;
  expect(versionOf(one)).toMatch(/^[\w-]{11}$/);
  expect(versionOf(same)).toBe(versionOf(one));
  edit(1, 2_000);
  const other = await page({ after });
  expect(other.received).toEqual(['T-2']);
  expect(versionOf(other)).not.toBe(versionOf(one));
});

test('after the cursor of any change come exactly those behind it, and what has changed since', async () => {
  const { page, edit, begin, service } = underTest();
  const after = await begin();
  for (const which of [4, 2, 0]) edit(which);
  const { received, changes } = await page({ after });
  service.advance(SECOND);
  edit(2, 3_000);
  for (const [at, { event }] of changes.entries()) {
    const rest = [...received.slice(at + 1).filter((transId) => transId !== 'T-3'), 'T-3'];
    expect((await page({ after: event.cursor })).received).toEqual(rest);
  }
});

test('after a cursor whose times were read in another zone, the list has to be loaded: what is asked since would be hours off', async () => {
  const { page } = underTest();
  expect((await page({ after: await underTest().begin() })).received).toEqual([]);
  expect((await page({ after: await underTest(5, 60, 'America/Denver').begin() })).received).toEqual(['READY']);
});

test('a change in the hour that clocks repeat is delivered, though its time is before that of the last change', async () => {
  const { page, begin, edit, service } = underTest(5, 0, 'America/Denver', 'America/Denver');
  service.advance(Date.parse('2026-11-01T07:58:00Z') - service.now);
  edit(0);
  let after = await begin();
  const received: string[] = [];
  for (const minutes of [4, 30, 30, 60]) {
    service.advance(minutes * 60 * SECOND);
    edit(1, minutes);
    const read = await page({ after });
    received.push(...read.received);
    after = read.endCursor;
  }
  expect(received).toEqual(['T-2', 'T-2', 'T-2', 'T-2']);
});

test('a mass update of 499 within one second is delivered once, in pages, and not again when something else changes', async () => {
  const { page, edit, begin, service } = underTest(600, 60, 'UTC', undefined, new Log());
  let after = await begin();
  service.advance(SECOND);
  for (let which = 0; which < 499; which += 1) edit(which);
  const received: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const read = await page({ after, first: 100 });
    received.push(...read.received);
    ({ hasMore, endCursor: after } = read);
  }
  expect([received.length, new Set(received).size]).toEqual([499, 499]);
  expect((await page({ after })).received).toEqual([]);
  service.advance(SECOND);
  edit(599);
  expect((await page({ after })).received).toEqual(['T-600']);
});

test('more than 500 changes are not delivered one by one', async () => {
  const { page, edit, begin, service } = underTest(600);
  const after = await begin();
  service.advance(SECOND);
  for (let which = 0; which < 501; which += 1) edit(which);
  const read = await page({ after });
  expect(read).toMatchObject({ received: ['READY'], hasMore: false });
  expect(read.changes[0]).toMatchObject({ event: { kind: 'READY', cursor: read.endCursor }, transaction: null });
  // While the list stays the same, one call shows that.
  expect(await page({ after: read.endCursor })).toMatchObject({ received: [], calls: 1 });
  edit(7);
  expect((await page({ after: read.endCursor })).received).toEqual(['READY']);
});

test('a cursor is good for 7 days', async () => {
  const { page, edit, begin, service } = underTest();
  const after = await begin();
  edit(0);
  service.advance(7 * DAY - SECOND);
  expect((await page({ after })).received).toEqual(['T-1']);
  service.advance(2 * SECOND);
  expect((await page({ after })).received).toEqual(['READY']);
});

test('a deletion asks to load the list again, when the list is counted the next time', async () => {
  const { page, begin, remove, service } = underTest();
  const after = await begin();
  remove(3);
  expect(await page({ after })).toMatchObject({ received: [], calls: 1 });
  service.advance(60 * SECOND);
  const read = await page({ after });
  expect(read.received).toEqual(['READY']);
  expect(await page({ after: read.endCursor })).toMatchObject({ received: [], calls: 1 });
});

test('new records explain a longer list, also those that are created while the list is counted', async () => {
  const { page, begin, insert, service } = underTest();
  const after = await begin();
  insert();
  service.advance(60 * SECOND);
  service.between = [[], [{ kind: 'insert', which: 0, content: 2, late: 0 }]];
  expect((await page({ after })).received).toEqual(['T-6', 'T-7']);
});

test('the list is never counted if the interval is 0', async () => {
  const { page, begin, remove, service } = underTest(5, 0);
  const after = await begin();
  remove(3);
  service.advance(DAY);
  expect(await page({ after })).toMatchObject({ received: [], calls: 1 });
});

test.each([0, -1, 101])('a page size of %i is rejected', async (first) => {
  await expect(underTest().page({ first })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', argument: 'first' });
});

test('a cursor opens for its own agent only, under the same kind of grant, and only unmodified', async () => {
  const under = underTest();
  const [others, services] = [await grantOf('222'), await serviceGrantOf('111')];
  const mine = await under.begin();
  const rejected = { code: 'INVALID_CURSOR', argument: 'after' };
  for (const grant of [others, services]) {
    await expect(under.page({ after: mine }, grant)).rejects.toMatchObject(rejected);
    await expect(under.page({ after: await under.begin(grant) })).rejects.toMatchObject(rejected);
  }
  const flipped = [...mine].map((character, at, all) => all.with(at, character === 'A' ? 'B' : 'A').join(''));
  const foreign = sealer.sealCursor('page', 'whatever', Buffer.alloc(26));
  const otherKey = createSealer([{ id: 1, secret: Buffer.alloc(32, 9) }]).sealCursor(
    'changes',
    'whatever',
    Buffer.alloc(26),
  );
  for (const after of [...flipped, '', 'nonsense', foreign, otherKey, mine.slice(0, -1)]) {
    await expect(under.page({ after })).rejects.toMatchObject(rejected);
  }
  expect((await under.page({ after: mine })).received).toEqual([]);
});

test('a cursor shows nothing that could be compared with a guess', async () => {
  const bytes = Buffer.from(await underTest().begin(), 'base64url');
  for (const text of ['111', '2026-03-01']) expect(bytes.includes(text)).toBe(false);
});

describe('with an index', () => {
  function indexed(length = 5) {
    const log = new Log();
    return { log, ...underTest(length, 0, 'UTC', undefined, log) };
  }

  test('deletions that the index has confirmed since the cursor come once, before the changes, and need no call', async () => {
    const { page, begin, edit, log, service } = indexed();
    log.remove('before');
    const after = await begin();
    log.remove('T-8', 'T-9');
    edit(0);
    const read = await page({ after });
    expect(read).toMatchObject({ received: ['-T-8', '-T-9', 'T-1'], hasMore: false });
    expect(read.changes[0]).toMatchObject({ event: { kind: 'DELETED' }, transaction: null });
    expect((await page({ after: read.endCursor })).received).toEqual([]);
    service.advance(SECOND);
    log.remove('T-7');
    expect((await page({ after: read.endCursor })).received).toEqual(['-T-7']);
    const full = await page({ after, first: 2 });
    expect(full).toMatchObject({ received: ['-T-8', '-T-9'], hasMore: true, calls: 0 });
  });

  test.each([1, 3, 4, 100])(
    'pages of %i have every change and deletion once, after any cursor of theirs',
    async (first) => {
      const { page, begin, edit, log, service } = indexed();
      let after = await begin();
      for (const which of [4, 2, 0]) {
        service.advance(SECOND);
        edit(which);
      }
      log.remove('T-7', 'T-8', 'T-9');
      const all = ['-T-7', '-T-8', '-T-9', 'T-5', 'T-3', 'T-1'];
      const received: string[] = [];
      for (let hasMore = true; hasMore; ) {
        const read = await page({ after, first });
        received.push(...read.received);
        for (const [at, { event }] of read.changes.entries())
          expect((await page({ after: event.cursor })).received).toEqual(
            all.slice(received.length - read.changes.length + at + 1),
          );
        ({ hasMore, endCursor: after } = read);
      }
      expect(received).toEqual(all);
    },
  );

  test('READY comes alone, and deletions of that time behind it', async () => {
    const log = new Log();
    const { page, begin, remove, service } = underTest(5, 60, 'UTC', undefined, log);
    const after = await begin();
    remove(3);
    log.remove('T-4');
    service.advance(60 * SECOND);
    const ready = await page({ after });
    expect(ready).toMatchObject({ received: ['READY'], hasMore: true });
    const rest = await page({ after: ready.endCursor });
    expect(rest).toMatchObject({ received: ['-T-4'], hasMore: false });
    expect((await page({ after: rest.endCursor })).received).toEqual([]);
  });

  test('an index that was filled anew may have forgotten some, so the list has to be loaded again', async () => {
    const { page, begin, log } = indexed();
    const after = await begin();
    log.name = 'another';
    const read = await page({ after });
    expect(read).toMatchObject({ received: ['READY'], hasMore: false });
    log.remove('T-4');
    expect((await page({ after: read.endCursor })).received).toEqual(['-T-4']);
  });

  test('while the index cannot be read, changes come without deletions, which follow when it can', async () => {
    const { page, begin, edit, log } = indexed();
    const after = await begin();
    edit(0);
    log.remove('T-9');
    log.isReadable = false;
    const read = await page({ after });
    expect(read.received).toEqual(['T-1']);
    log.isReadable = true;
    expect((await page({ after: read.endCursor })).received).toEqual(['-T-9']);
  });

  test('after a cursor that was issued without an index, deletions are told from the next page on', async () => {
    const { page, log } = indexed();
    const after = await underTest().begin();
    log.remove('T-8');
    const read = await page({ after });
    expect(read.received).toEqual([]);
    log.remove('T-9');
    expect((await page({ after: read.endCursor })).received).toEqual(['-T-9']);
  });
});
