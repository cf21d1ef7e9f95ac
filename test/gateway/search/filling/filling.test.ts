// What fills the index: when it reads which list, what it makes of what it reads, and what it does when something fails.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UpstreamFault } from '../../../../src/gateway/fault.ts';
import type { AgentState } from '../../../../src/gateway/search/index.ts';
import { indexInMemory, openSqlInMemory } from '../../../support/gateways/search-index.ts';
import { fillingUnderTest, MINUTE, pass, SECOND, simulateTime, skip } from './filling-under-test.ts';

beforeEach(simulateTime);
afterEach(() => void vi.useRealTimers());

const HOUR = 60 * MINUTE;
const away = new UpstreamFault('UPSTREAM_UNAVAILABLE', 'away', { endpoint: 'listTrans', sent: false });
const overloaded = new UpstreamFault('OVERLOADED', 'busy', {
  endpoint: 'listTrans',
  sent: false,
  isRejectedLocally: true,
});
/** The first transaction of agent 111 is between two other agents from now on. */
function moveFirst({ serviceOf, state, remove }: Awaited<ReturnType<typeof fillingUnderTest>>): string {
  const [[transId, record] = ['', '']] = serviceOf('111').rows();
  state.elsewhere.set(transId, { ...JSON.parse(record), sellerAgentNRDSID: '222', buyerAgentNRDSID: '222' });
  remove('111', 0);
  return transId;
}

/** All lists are in the index. */
async function loaded(...given: Parameters<typeof fillingUnderTest>) {
  const under = await fillingUnderTest(...given);
  under.create();
  await pass(15 * SECOND);
  return under;
}

const sorted = (rows: ReadonlyMap<string, string>) => [...rows].sort(([one], [other]) => (one < other ? -1 : 1));

describe('a load', () => {
  test('reads each list once, a hundred a call, and is told in one line when all are there', async () => {
    const under = await loaded({ 111: 3, 222: 250 });
    for (const nrdsId of ['111', '222'])
      expect(sorted(await under.rows(nrdsId))).toEqual(sorted(under.serviceOf(nrdsId).rows()));
    expect(await under.index.freshness(['111', '222'])).toMatchObject({ isComplete: true });
    const ofAnn = under.calls.filter(({ nrdsId }) => nrdsId === '111');
    expect(ofAnn).toMatchObject([{ what: 'list', size: 100, full: true }]);
    // Three batches, which overlap by a record, and the newest time.
    expect(under.calls).toHaveLength(1 + 4);
    expect(under.lines.filter(({ msg }) => msg === 'the search index is filled')).toMatchObject([
      { agents: 2, transactions: 253, calls: 5 },
    ]);
  });

  test('comes once after a change if the service lists nothing since a time before its newest change', async () => {
    const under = await fillingUnderTest({ 111: 3 }, { excludesSince: true, comparesDays: true });
    under.create();
    await skip(30 * MINUTE);
    under.edit('111', 0);
    await skip(30 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    const before = under.calls.length;
    await skip(30 * MINUTE);
    // A poll compares the newest records, and some of them count the list.
    expect(under.calls.length - before).toBeLessThan(10);
  });

  test('takes as few calls as before once such a service lists what has changed', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    service.read = async ({ filter, ...list }, batch) =>
      filter.lastUpdateDateSince === undefined
        ? await read({ filter, ...list }, batch)
        : { data: [], max: 0, total: 0, nextBatchNo: null };
    const { interest } = under.create();
    await pass(15 * SECOND);
    under.edit('111', 0);
    await skip(11 * MINUTE);
    expect(service.batchBehavior.isSinceMisread).toBe(true);
    service.read = read;
    under.edit('111', 0, 2);
    await skip(11 * MINUTE);
    const before = under.calls.length;
    interest.suspect('111');
    await pass(MINUTE);
    expect(under.calls.slice(before)).toMatchObject([{ size: 100, full: true }]);
  });

  test('is followed by another one if a transaction that says it is old comes into the list before the first poll', async () => {
    const under = await fillingUnderTest({ 111: 30 });
    under.insert('111');
    under.create();
    await pass(15 * SECOND);
    const service = under.serviceOf('111');
    const { now } = service;
    service.now -= 40 * 24 * HOUR;
    service.write({ kind: 'insert', which: 0, content: 1, late: 0 });
    service.now = now;
    await skip(21 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(service.rows()));
  });

  test('makes no more calls than the budget allows', async () => {
    const under = await fillingUnderTest({ 111: 700 });
    under.create({ callsPerMinute: 6 });
    await pass(MINUTE);
    expect(under.calls.length).toBeGreaterThan(3);
    expect(under.calls.length).toBeLessThanOrEqual(6);
    expect(await under.index.freshness(['111'])).toMatchObject({ isComplete: false });
    await pass(2 * MINUTE);
    expect(await under.index.freshness(['111'])).toMatchObject({ isComplete: true });
    expect((await under.rows('111')).size).toBe(700);
  });

  test('goes on where it was after a kill, in another process', async () => {
    const under = await fillingUnderTest({ 111: 500 });
    const first = under.create({ callsPerMinute: 12 });
    await pass(25 * SECOND);
    const before = under.calls.length;
    expect(before).toBeGreaterThan(3);
    expect(before).toBeLessThan(6);
    await first.filling.close();
    under.create();
    await pass(30 * SECOND);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    // Six batches, and what is asked for the cursor.
    expect(under.calls.length).toBeLessThanOrEqual(8);
  });

  test('begins anew when something was deleted while no process went on', async () => {
    const under = await fillingUnderTest({ 111: 250 });
    const first = under.create({ callsPerMinute: 12 });
    await pass(12 * SECOND);
    expect(await under.index.freshness(['111'])).toMatchObject({ isComplete: false });
    expect((await under.rows('111')).size).toBeGreaterThanOrEqual(100);
    await first.filling.close();
    under.remove('111', 0);
    under.create();
    await skip(11 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });

  test('goes on where it was after a call that failed', async () => {
    const under = await fillingUnderTest({ 111: 400 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    const batches: number[] = [];
    service.read = async (list, batch) => {
      const isOfLoad = list.full && list.filter.lastUpdateDateSince === undefined;
      if (isOfLoad && batches.push(batch.number) === 3) throw overloaded;
      return await read(list, batch);
    };
    under.create();
    await pass(8 * SECOND);
    expect(sorted(await under.rows('111'))).toEqual(sorted(service.rows()));
    expect(batches.filter((number) => number === 1)).toHaveLength(1);
  });

  test('begins anew when something was deleted between two batches, and misses nothing', async () => {
    const under = await fillingUnderTest({ 111: 400 });
    under.serviceOf('111').between = [[], [], [{ kind: 'delete', which: 5, content: 0, late: 0 }]];
    under.create();
    await pass(15 * SECOND);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });

  test('begins anew when something was deleted while a batch was put together from smaller ones', async () => {
    const under = await fillingUnderTest({ 111: 250 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    service.read = (list, { size, number }) => read(list, { size: Math.min(size, 40), number });
    service.between = [...new Array(8).fill([]), [{ kind: 'delete', which: 0, content: 0, late: 0 }]];
    under.create();
    await pass(15 * SECOND);
    const rows = await under.rows('111');
    expect([...service.rows().keys()].filter((transId) => !rows.has(transId))).toEqual([]);
  });

  test('begins anew when its first batch took so long that changes meanwhile would be missed', async () => {
    const under = await fillingUnderTest({ 111: 250 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    service.read = async (...given) => {
      service.read = read;
      const answer = await read(...given);
      under.edit('111', 0, 77);
      await new Promise((resolve) => setTimeout(resolve, 130 * SECOND));
      under.edit('111', 200, 78);
      return answer;
    };
    under.create();
    await pass(4 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(service.rows()));
  });

  test('begins anew when a batch repeats a record of another one, in the place of one that is missing then', async () => {
    const under = await fillingUnderTest({ 111: 250 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    let first: FlatRecord | undefined;
    let isSwapped = false;
    service.read = async (list, batch) => {
      const answer = await read(list, batch);
      const data = [...answer.data] as FlatRecord[];
      first ??= data[0];
      if (batch.number === 1 || isSwapped || first === undefined) return answer;
      isSwapped = true;
      return { ...answer, data: data.with(50, first) };
    };
    under.create();
    await pass(15 * SECOND);
    expect(isSwapped).toBe(true);
    expect(sorted(await under.rows('111'))).toEqual(sorted(service.rows()));
  });

  test('finds what was changed, inserted and deleted while it lasted', async () => {
    const under = await fillingUnderTest({ 111: 300 });
    under.serviceOf('111').between = [
      [],
      [],
      [{ kind: 'edit', which: 3, content: 77, late: 0 }],
      [{ kind: 'insert', which: 0, content: 78, late: 0 }],
      [{ kind: 'delete', which: 299, content: 0, late: 0 }],
    ];
    under.create();
    await skip(21 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });

  test('of a long list finds what was changed in its first batch while the cursor of the load was read', async () => {
    const under = await fillingUnderTest({ 111: 600 });
    under.serviceOf('111').between = [[], [{ kind: 'edit', which: 0, content: 77, late: 0 }]];
    under.create();
    await skip(21 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });

  test('comes every half minute at most, however often something seems to be gone', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    const { interest } = under.create();
    await pass(15 * SECOND);
    const before = under.calls.length;
    for (let round = 0; round < 14; round += 1) {
      interest.suspect('111');
      await pass(2 * SECOND);
    }
    expect(under.calls.slice(before).filter(({ full }) => full)).toHaveLength(1);
  });

  test('does not come again and again because the service always counts more than it lists', async () => {
    const under = await fillingUnderTest({ 111: 30 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    let loads = 0;
    service.read = async (list, batch) => {
      const answer = await read(list, batch);
      if (list.filter.lastUpdateDateSince !== undefined) return answer;
      if (list.full && batch.number === 1) loads += 1;
      return { ...answer, max: Number(answer.max) + 5 };
    };
    under.create();
    await skip(30 * MINUTE);
    const before = loads;
    await skip(HOUR);
    expect(loads).toBe(before);
  });
});

describe('changes', () => {
  test('of lists that nobody searches are read every ten minutes, of those that are every minute', async () => {
    const under = await fillingUnderTest({ 111: 3, 222: 3 });
    const { interest } = under.create();
    await pass(15 * SECOND);
    under.edit('111', 0, 9);
    interest.note(['222']);
    under.edit('222', 0, 9);
    await pass(63 * SECOND);
    expect(sorted(await under.rows('222'))).toEqual(sorted(under.serviceOf('222').rows()));
    expect(sorted(await under.rows('111'))).not.toEqual(sorted(under.serviceOf('111').rows()));
    await skip(10 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    const polls = under.calls.filter(({ nrdsId }) => nrdsId === '222').length;
    await skip(HOUR);
    // Nobody has searched for it since: a poll and a count every ten minutes.
    expect(under.calls.filter(({ nrdsId }) => nrdsId === '222').length - polls).toBeLessThanOrEqual(14);
  });

  test('that come between the reads of a poll and of the length are not lost', async () => {
    const under = await fillingUnderTest({ 111: 30 });
    // Otherwise the number of rows would show it.
    under.state.closedDays = 30;
    under.create();
    await pass(15 * SECOND);
    under.serviceOf('111').between = [[], [{ kind: 'insert', which: 0, content: 5, late: 0 }]];
    await skip(12 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });

  test('move the time of which the list is, even if there are none', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    under.create();
    await skip(25 * MINUTE);
    const { asOf } = await under.index.freshness(['111']);
    expect(Date.now() - Number(asOf)).toBeLessThan(11 * MINUTE);
  });

  test('are read when the clock was set back by days, too, and deletions are found', async () => {
    const under = await loaded({ 111: 3 });
    vi.setSystemTime(Date.now() - 3 * 24 * HOUR);
    under.edit('111', 0, 9);
    await pass(30 * SECOND);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    under.remove('111', 1);
    await skip(21 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    expect(under.deleted).toHaveLength(1);
  });

  test('are read after the service was away, which is asked less and less often, and until then the time says how old the rows are', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    const { interest } = under.create();
    await pass(15 * SECOND);
    const asked = under.calls.length;
    const before = await under.index.freshness(['111']);
    under.state.fault = away;
    under.edit('111', 1, 5);
    await skip(HOUR);
    expect(await under.index.freshness(['111'])).toEqual(before);
    expect(under.lines.filter(({ code }) => code === 'UPSTREAM_UNAVAILABLE')).toHaveLength(1);
    expect(under.calls.length - asked).toBeLessThan(15);
    under.state.fault = null;
    await skip(11 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    // The next failure is the first one again.
    under.state.fault = away;
    under.edit('111', 1, 6);
    interest.suspect('111');
    await pass(4 * SECOND);
    under.state.fault = null;
    await pass(10 * SECOND);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });
});

describe('deletions', () => {
  test('show in the length of the list, and are confirmed, removed and told once', async () => {
    const under = await loaded({ 111: 30, 222: 30 });
    under.remove('111', 4);
    await skip(21 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    expect(under.deleted).toEqual(['111 T-5']);
    expect(under.calls.filter(({ what }) => what === 'record')).toHaveLength(1);
    await skip(HOUR);
    expect(under.deleted).toHaveLength(1);
  });

  test('that the length does not show, since as many records are new, show in the number of rows, to a process that has just started too', async () => {
    const under = await fillingUnderTest({ 111: 30 }, { times: 'days' });
    const { filling } = under.create();
    await pass(15 * SECOND);
    await filling.close();
    under.remove('111', 4);
    under.insert('111');
    under.create();
    await skip(21 * MINUTE);
    expect(under.deleted).toEqual(['111 T-5']);
  });

  test('that are noticed while the list is read are found by reading it again', async () => {
    const under = await fillingUnderTest({ 111: 30 });
    const { interest } = under.create();
    await pass(MINUTE);
    interest.suspect('111');
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    service.read = async (...given) => {
      const answer = await read(...given);
      service.read = read;
      under.remove('111', 0);
      interest.suspect('111');
      await new Promise((resolve) => setTimeout(resolve, 5 * SECOND));
      return answer;
    };
    // Sooner than they show in the length.
    await pass(4 * MINUTE);
    expect(under.deleted).toEqual(['111 T-1']);
  });

  test('in a long list, which is read again only after minutes, keep no change waiting until then', async () => {
    const index = indexInMemory();
    const longer = <State extends AgentState | null>(state: State) => state && { ...state, rows: state.rows + 6_000 };
    const under = await fillingUnderTest(
      { 111: 30 },
      {},
      {
        ...index,
        agents: async () => (await index.agents()).map(longer),
        beginLoad: async (nrdsId) => longer(await index.beginLoad(nrdsId)),
        stateOf: async (nrdsId) => longer(await index.stateOf(nrdsId)),
      },
    );
    const { interest } = under.create();
    // What the index has more than the list is counted, and the list read again for it, once.
    await skip(25 * MINUTE);
    under.remove('111', 4);
    interest.suspect('111');
    interest.note(['111']);
    // It lacks the row from now on, and may be read again three and a half minutes later.
    await pass(2 * MINUTE + 10 * SECOND);
    under.edit('111', 7);
    await pass(MINUTE + 10 * SECOND);
    const rows = await under.rows('111');
    expect([...under.serviceOf('111').rows()].filter(([transId, row]) => rows.get(transId) !== row)).toEqual([]);
    await pass(30 * SECOND);
    expect(under.deleted).toEqual(['111 T-5']);
  });

  test('are never believed because of one answer', async () => {
    const under = await loaded({ 111: 3 });
    under.serviceOf('111').isBlank = true;
    await pass(10 * MINUTE + 2 * SECOND);
    under.serviceOf('111').isBlank = false;
    await skip(HOUR);
    expect(under.deleted).toEqual([]);
    expect((await under.rows('111')).size).toBe(3);
  });

  test('are not told of a transaction that is written while the service is asked for it', async () => {
    const under = await fillingUnderTest({ 111: 30 });
    const readsOf: typeof under.readsWith = async (...args) => {
      const { source, ...reads } = await under.readsWith(...args);
      const record: typeof source.record = async (transId) => {
        await under.index.saveWritten('111', { transId, record: { transName: 'Written' }, seenAt: Date.now() + 1 });
        return await source.record(transId);
      };
      return { ...reads, source: { ...source, record } };
    };
    under.create({ readsOf });
    await pass(15 * SECOND);
    under.remove('111', 4);
    await skip(21 * MINUTE);
    expect(under.deleted).toEqual([]);
    expect((await under.rows('111')).get('T-5')).toContain('Written');
  });

  test('that are not confirmed when a process ends are confirmed by the next one', async () => {
    const index = indexInMemory();
    let isKilled = true;
    const remove: typeof index.remove = async (...given) => {
      if (isKilled) throw new Error('killed');
      return await index.remove(...given);
    };
    const under = await fillingUnderTest({ 111: 30 }, {}, { ...index, remove });
    const { filling } = under.create();
    await pass(15 * SECOND);
    under.remove('111', 4);
    await skip(22 * MINUTE);
    await filling.close();
    expect([under.deleted, (await under.rows('111')).size]).toEqual([[], 30]);
    isKilled = false;
    under.create();
    await skip(11 * MINUTE);
    expect(under.deleted).toEqual(['111 T-5']);
  });

  test('a transaction that the service fails to return stays, keeps nothing else waiting, is asked for again, but less and less often, and is told once', async () => {
    const under = await loaded({ 111: 30 });
    const details = { endpoint: 'getTransById', sent: true, status: 500 } as const;
    under.state.recordFaults.set('T-1', new UpstreamFault('UPSTREAM_UNAVAILABLE', 'failed', details));
    under.remove('111', 0);
    under.remove('111', 3);
    await skip(21 * MINUTE);
    expect(under.deleted).toEqual(['111 T-5']);
    expect((await under.index.agents())[0]).toMatchObject({ isLoading: false, rows: 29 });
    expect(under.lines.filter(({ msg }) => /fails to return a transaction/.test(String(msg)))).toMatchObject([
      { level: 40, code: 'UPSTREAM_UNAVAILABLE', reason: 'getTransById: failed' },
    ]);
    const asked = () => under.calls.filter(({ what }) => what === 'record').length;
    const before = asked();
    await skip(10 * HOUR);
    expect(asked() - before).toBeLessThan(6);
    under.state.recordFaults.clear();
    await skip(24 * HOUR);
    expect(under.deleted).toEqual(['111 T-5', '111 T-1']);
  });

  test('are told although the service can then be asked for no other transaction', async () => {
    const under = await loaded({ 111: 30 });
    under.remove('111', 0);
    under.remove('111', 3);
    under.state.recordFaults.set('T-5', overloaded);
    await skip(21 * MINUTE);
    expect(under.deleted).toEqual(['111 T-1']);
    under.state.recordFaults.clear();
    await pass(5 * SECOND);
    expect(under.deleted).toEqual(['111 T-1', '111 T-5']);
  });

  test('wait if the service limits calls, which is not about one transaction', async () => {
    const under = await loaded({ 111: 30 });
    const details = { endpoint: 'getTransById', sent: true, status: 429, retryAfterSeconds: 300 } as const;
    for (const transId of ['T-1', 'T-5'])
      under.state.recordFaults.set(transId, new UpstreamFault('UPSTREAM_RATE_LIMITED', 'too many', details));
    under.remove('111', 0);
    under.remove('111', 3);
    await skip(21 * MINUTE);
    const asked = under.calls.flatMap(({ what, at }) => (what === 'record' ? [at] : []));
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked).size).toBe(asked.length);
    under.state.recordFaults.clear();
    await skip(10 * MINUTE);
    expect(under.deleted).toEqual(['111 T-1', '111 T-5']);
  });

  test('a transaction that has moved to another agent goes when the list lacks it a second time', async () => {
    const under = await loaded({ 111: 30 });
    const transId = moveFirst(under);
    await skip(25 * MINUTE);
    expect(under.deleted).toEqual([`111 ${transId}`]);
    expect(under.calls.filter(({ what }) => what === 'record')).toHaveLength(1);
  });

  test('a transaction that has moved stays while the list was read only once, even if that load lasts', async () => {
    const under = await loaded({ 111: 30 });
    under.remove('111', 4);
    await skip(11 * MINUTE);
    const transId = moveFirst(under);
    under.state.recordFaults.set('T-5', overloaded);
    await skip(10 * MINUTE);
    under.state.recordFaults.clear();
    await pass(5 * SECOND);
    expect(under.deleted).toEqual(['111 T-5']);
    await skip(11 * MINUTE);
    expect(under.deleted).toEqual(['111 T-5', `111 ${transId}`]);
  });

  test('a transaction that has moved stays, too, while that load cannot be saved as complete', async () => {
    const index = indexInMemory();
    const state = { isFull: false };
    const completeLoad: typeof index.completeLoad = async (...given) => {
      if (state.isFull) throw new Error('disk full');
      return await index.completeLoad(...given);
    };
    const under = await loaded({ 111: 30 }, {}, { ...index, completeLoad });
    const transId = moveFirst(under);
    state.isFull = true;
    await skip(40 * MINUTE);
    expect(under.deleted).toEqual([]);
    state.isFull = false;
    await skip(40 * MINUTE);
    expect(under.deleted).toEqual([`111 ${transId}`]);
  });

  test('a transaction that has moved does not stay for a day because the list was empty once', async () => {
    const under = await loaded({ 111: 30 });
    const transId = moveFirst(under);
    await skip(12 * MINUTE);
    under.serviceOf('111').isBlank = true;
    await skip(9 * MINUTE);
    under.serviceOf('111').isBlank = false;
    await skip(25 * MINUTE);
    expect(under.deleted).toEqual([`111 ${transId}`]);
  });

  test.each([
    ['nothing', 30, 15],
    ['only some transactions', 5, 11],
  ])('none goes because the service finds %s for minutes, but all go if that lasts', async (_, lacked, minutes) => {
    const under = await fillingUnderTest({ 111: 30 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    let isLagging = false;
    service.read = async (...given) => {
      const { data, ...answer } = await read(...given);
      const max = Number(answer.max) - lacked;
      return isLagging ? { ...answer, data: data.slice(0, max), max } : { ...answer, data };
    };
    const readsOf: typeof under.readsWith = async (...args) => {
      const { source, ...reads } = await under.readsWith(...args);
      return { ...reads, source: { ...source, record: async (id) => (isLagging ? null : source.record(id)) } };
    };
    under.create({ readsOf });
    await pass(15 * SECOND);
    isLagging = true;
    await skip(minutes * MINUTE);
    isLagging = false;
    await skip(15 * MINUTE);
    expect([under.deleted, (await under.rows('111')).size]).toEqual([[], 30]);
    for (let left = 30; left > 0; left -= 1) under.remove('111');
    await skip(25 * MINUTE);
    expect(under.deleted).toHaveLength(30);
  });

  test('a transaction of other agents does not go because the list is empty twice', async () => {
    const under = await fillingUnderTest({ 111: 1 });
    under.create({ random: () => 0 });
    await pass(15 * SECOND);
    const transId = moveFirst(under);
    await skip(20 * HOUR);
    expect(under.deleted).toEqual([]);
    await skip(3 * HOUR);
    expect(under.deleted).toEqual([`111 ${transId}`]);
  });
});

describe('agents', () => {
  test('who have left are erased, which the log of changes says, and those who come are loaded', async () => {
    const under = await fillingUnderTest({ 111: 3, 222: 3 });
    under.state.agents = ['111'];
    under.create();
    await pass(15 * SECOND);
    under.state.agents = ['222'];
    await pass(25 * SECOND);
    expect((await under.index.agents()).map(({ nrdsId, rows }) => [nrdsId, rows])).toEqual([['222', 3]]);
    expect((await under.index.changesSince(0, 10)).changes).toContainEqual(
      expect.objectContaining({ nrdsId: '111', transId: null }),
    );
    expect(under.deleted).toEqual([]);
  });

  test('who leave together are erased together; the lists of others are read meanwhile, and a failure is told once', async () => {
    const leaving = ['111', '112', '113'];
    const results = [Promise.reject(new Error('disk full')), new Promise<void>(() => {})];
    results[0]?.catch(() => {});
    const erased: unknown[] = [];
    const under = await fillingUnderTest({ 111: 1, 112: 1, 113: 1, 222: 1 });
    const erase: typeof under.index.erase = async (nrdsIds) => {
      erased.push(nrdsIds);
      await results.shift();
    };
    Object.assign(under.index, { erase });
    under.state.agents = leaving;
    under.create();
    await pass(15 * SECOND);
    under.state.agents = ['222'];
    await pass(MINUTE);
    expect(erased).toEqual([leaving, leaving]);
    expect(await under.rows('222')).toHaveLength(1);
    expect(under.lines.filter(({ level }) => Number(level) > 30)).toMatchObject([
      { msg: 'agents who have left cannot be erased from the search index for now' },
    ]);
  });

  test('whose lists cannot be read are told once until all of them can, although those of others are read meanwhile', async () => {
    const under = await fillingUnderTest({ 111: 3, 222: 3 });
    const service = under.serviceOf('111');
    const read = service.read.bind(service);
    service.read = () => Promise.reject(away);
    under.create();
    await skip(HOUR);
    const told = () => under.lines.flatMap(({ msg }) => (/can(not)? be read/.test(String(msg)) ? [msg] : []));
    expect(told()).toEqual(['the list of an agent cannot be read for the search index']);
    service.read = read;
    await skip(11 * MINUTE);
    expect(told().slice(1)).toEqual(['the lists of all agents can be read for the search index again']);
  });

  test('are warned of once if there are none, as after a mistake in a setting', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    under.state.agents = [];
    under.create();
    await pass(MINUTE);
    expect(under.lines.filter(({ level }) => level === 40)).toMatchObject([
      { reason: expect.stringMatching(/INDEX_AGENTS/) },
    ]);
  });

  test('are neither erased nor loaded while the directory cannot be read', async () => {
    const under = await fillingUnderTest({ 111: 3, 222: 3 });
    under.state.agents = ['111'];
    under.create();
    await pass(15 * SECOND);
    under.state.agents = away;
    await skip(HOUR);
    expect((await under.index.agents()).map(({ nrdsId }) => nrdsId)).toEqual(['111']);
    under.state.agents = ['111', '222'];
    await pass(25 * SECOND);
    expect((await under.index.agents()).map(({ nrdsId }) => nrdsId)).toEqual(['111', '222']);
  });

  test('are filled by one of several processes, and by another one when that has ended', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    const first = under.create();
    const second = under.create();
    await pass(15 * SECOND);
    expect(under.calls).toHaveLength(1);
    await first.filling.close();
    under.edit('111', 0, 5);
    await skip(11 * MINUTE);
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
    await second.filling.close();
  });
});

describe('what is over', () => {
  const closed = (under: Awaited<ReturnType<typeof fillingUnderTest>>, days: number) => {
    const service = under.serviceOf('111');
    const { read } = service;
    service.read = async (list, batch) => {
      const answer = await read(list, batch);
      const lastUpdateDate = new Date(Date.now() - days * 24 * HOUR).toISOString();
      const data = answer.data.map((row) => {
        const flat = row as FlatRecord;
        return flat['transId'] === 'T-3' ? { ...flat, propertyStatus: 'X', lastUpdateDate } : flat;
      });
      return { ...answer, data };
    };
  };

  test('for longer than it is kept is not in the index, and is not told as deleted', async () => {
    const under = await fillingUnderTest({ 111: 3 });
    under.state.closedDays = 30;
    closed(under, 29.9);
    under.create();
    await pass(15 * SECOND);
    expect((await under.rows('111')).size).toBe(3);
    closed(under, 31);
    await skip(26 * HOUR);
    expect((await under.rows('111')).size).toBe(2);
    expect(under.deleted).toEqual([]);
  });
});

test('an agent whose rows cannot be written keeps no other agent from being loaded, and is loaded once they can', async () => {
  const index = indexInMemory();
  let isBroken = true;
  const saveBatch: typeof index.saveBatch = async (nrdsId, ...batch) => {
    if (nrdsId === '111' && isBroken) throw new Error('a key is too long');
    return await index.saveBatch(nrdsId, ...batch);
  };
  const under = await fillingUnderTest({ 111: 3, 222: 3, 333: 3 }, {}, { ...index, saveBatch });
  under.create({ callsPerMinute: 60 });
  await pass(5 * MINUTE);
  expect(await under.index.freshness(['222', '333'])).toMatchObject({ isComplete: true });
  expect(await under.index.freshness(['111'])).toMatchObject({ isComplete: false });
  expect(under.lines.filter(({ level }) => level === 50)).toHaveLength(1);
  isBroken = false;
  await skip(10 * MINUTE);
  expect(await under.index.freshness(['111'])).toMatchObject({ isComplete: true });
});

test('a list with a transaction whose number is too long for an id is not loaded, but others are', async () => {
  const under = await fillingUnderTest({ 111: 3, 222: 3 });
  const service = under.serviceOf('111');
  const read = service.read.bind(service);
  service.read = async (list, batch) => {
    const answer = await read(list, batch);
    return { ...answer, data: answer.data.map((record) => ({ ...(record as FlatRecord), transId: '7'.repeat(400) })) };
  };
  under.create();
  await pass(MINUTE);
  expect(await under.index.freshness(['222'])).toMatchObject({ isComplete: true });
  expect(await under.index.agents()).toMatchObject([{ nrdsId: '111', isComplete: false, rows: 0 }, { nrdsId: '222' }]);
  expect(under.lines.find(({ level }) => level === 40)).toMatchObject({ code: 'UPSTREAM_INVALID' });
});

describe('a full disk', () => {
  test('is logged once, searches find what is there and say that it is not all, and the rest is loaded once there is space', async () => {
    const database = openSqlInMemory();
    const limitPages = (pages: number) => database.query(`pragma max_page_count = ${pages}`);
    const under = await fillingUnderTest({ 111: 400 }, {}, indexInMemory(database));
    const [size] = await database.query('pragma page_count');
    await limitPages(Number(size?.['page_count']) + 75);
    under.create();
    await pass(5 * MINUTE);
    const { rows: found, ...page } = await under.index.search({
      ...{ agents: ['111'], words: [], values: [], ranges: [], facets: [], isCounted: true },
      sort: { column: 'last_update_date', isDescending: true },
      window: { from: 'start', take: 100, after: null, before: null },
    });
    expect(found).toHaveLength(100);
    expect(page).toMatchObject({ freshness: { isComplete: false } });
    expect(page.total).toBeLessThan(400);
    expect(under.lines.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'the search index cannot be written for now', err: { message: expect.stringContaining('full') } },
    ]);
    await limitPages(1_000_000);
    await pass(5 * MINUTE);
    expect(await under.index.freshness(['111'])).toMatchObject({ isComplete: true });
    expect(sorted(await under.rows('111'))).toEqual(sorted(under.serviceOf('111').rows()));
  });
});
