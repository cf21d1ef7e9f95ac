// Shared in-flight reads: which reads a caller joins, what happens when a caller aborts, and what is retained.
import { describe, expect, test, vi } from 'vitest';
import {
  createInFlightReads,
  type InFlightReads,
  type StartRead,
} from '../../../src/gateway/reading/in-flight-reads.ts';

const KEY = '100 T-1';

/** A read that the test ends. */
function heldRead() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = vi.fn<StartRead<string>>(() => promise);
  return { start, resolve, reject, signal: () => start.mock.calls[0]![0].signal! };
}

const join = (inFlightReads: InFlightReads, { start }: { start: StartRead<string> }, signal?: AbortSignal, key = KEY) =>
  inFlightReads.join('getTransById', key, start, signal);

test('a caller joins a read that is in flight', async () => {
  const inFlightReads = createInFlightReads();
  const [first, second] = [heldRead(), heldRead()];
  const both = Promise.all([join(inFlightReads, first), join(inFlightReads, second)]);
  first.resolve('there');
  expect(await both).toEqual(['there', 'there']);
  expect(second.start).not.toHaveBeenCalled();
});

test.each<[string, Parameters<InFlightReads['join']>[0], string]>([
  ['another grant', 'getTransById', ' T-1'],
  ['another object', 'getTransById', '100 T-2'],
  ['another endpoint', 'listFiles', KEY],
])('%s is a separate read', async (_, endpoint, key) => {
  const inFlightReads = createInFlightReads();
  const [first, second] = [heldRead(), heldRead()];
  const both = Promise.all([join(inFlightReads, first), inFlightReads.join(endpoint, key, second.start, undefined)]);
  first.resolve('one');
  second.resolve('another');
  expect(await both).toEqual(['one', 'another']);
});

test('nothing is retained of a read that has ended, whether it succeeded or failed', async () => {
  const inFlightReads = createInFlightReads();
  const reads = [heldRead(), heldRead(), heldRead()];
  reads[0]!.resolve('one');
  reads[1]!.reject(new Error('two'));
  reads[2]!.resolve('three');
  expect(await join(inFlightReads, reads[0]!)).toBe('one');
  await expect(join(inFlightReads, reads[1]!)).rejects.toThrow('two');
  expect(await join(inFlightReads, reads[2]!)).toBe('three');
});

test('a read that cannot start rejects, and nothing of it is retained', async () => {
  const inFlightReads = createInFlightReads();
  const read = heldRead();
  read.start.mockImplementationOnce(() => {
    throw new Error('no such filter');
  });
  await expect(join(inFlightReads, read)).rejects.toThrow('no such filter');
  read.resolve('there');
  expect(await join(inFlightReads, read)).toBe('there');
});

test('a read that is started when another resolves does not join that one', async () => {
  const inFlightReads = createInFlightReads();
  const [first, second] = [heldRead(), heldRead()];
  second.resolve('anew');
  const asked = join(inFlightReads, first).then(() => join(inFlightReads, second));
  first.resolve('old');
  expect(await asked).toBe('anew');
});

test('the result of a read reaches those who wait for it in one turn of the event loop each, unless they abort meanwhile', async () => {
  const inFlightReads = createInFlightReads();
  const read = heldRead();
  const caller = new AbortController();
  const turns: string[] = [];
  const note = (name: string) => () => turns.push(name);
  const first = join(inFlightReads, read).then(note('first'));
  const aborted = join(inFlightReads, read, caller.signal).then(note('aborted'), note('rejected'));
  const last = join(inFlightReads, read).then(note('last'));
  read.resolve('there');
  await first;
  await new Promise(process.nextTick);
  expect(turns).toEqual(['first']);
  caller.abort();
  await Promise.all([aborted, last]);
  expect(turns).toEqual(['first', 'rejected', 'last']);
});

test('a failure rejects for every caller that waits', async () => {
  const inFlightReads = createInFlightReads();
  const read = heldRead();
  const both = Promise.allSettled([join(inFlightReads, read), join(inFlightReads, read)]);
  const fault = new Error('no');
  read.reject(fault);
  expect(await both).toMatchObject([{ reason: fault }, { reason: fault }]);
});

test('a caller that aborts stops waiting, and the read continues for the others', async () => {
  const inFlightReads = createInFlightReads();
  const read = heldRead();
  const leaver = new AbortController();
  const left = join(inFlightReads, read, leaver.signal);
  const stayed = join(inFlightReads, read, new AbortController().signal);
  leaver.abort();
  await expect(left).rejects.toMatchObject({ code: 'ABORTED', endpoint: 'getTransById' });
  expect(read.signal().aborted).toBe(false);
  read.resolve('there');
  expect(await stayed).toBe('there');
  expect(read.signal().aborted).toBe(false);
});

test('a read without waiting callers aborts, and the next caller starts another', async () => {
  const inFlightReads = createInFlightReads();
  const [first, second] = [heldRead(), heldRead()];
  const leavers = [new AbortController(), new AbortController()];
  const outcomes = Promise.allSettled(leavers.map(({ signal }) => join(inFlightReads, first, signal)));
  for (const leaver of leavers) leaver.abort();
  await outcomes;
  expect(first.signal().aborted).toBe(true);
  const next = join(inFlightReads, second);
  first.reject(new Error('given up'));
  second.resolve('there');
  expect(await next).toBe('there');
});

test('a caller that has already aborted starts nothing', async () => {
  const read = heldRead();
  await expect(join(createInFlightReads(), read, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
  expect(read.start).not.toHaveBeenCalled();
});

test('no caller joins a read that began before a write, but those who wait for it still get its result', async () => {
  const inFlightReads = createInFlightReads();
  const [before, after, joined] = [heldRead(), heldRead(), heldRead()];
  const early = join(inFlightReads, before);
  inFlightReads.forget();
  const late = join(inFlightReads, after);
  before.resolve('old');
  expect(await early).toBe('old');
  const later = join(inFlightReads, joined);
  after.resolve('new');
  expect(await Promise.all([late, later])).toEqual(['new', 'new']);
});

describe('with several callers', () => {
  const queueOf = (caller: string) => ({ enter: () => null, leave: vi.fn(), caller: () => caller });
  const joinAs = (caller: string, inFlightReads: InFlightReads, { start }: { start: StartRead<string> }) =>
    inFlightReads.join('getTransById', KEY, start, undefined, queueOf(caller));

  test('a read that waits for a slot is joined by its own caller, while another caller begins its own', async () => {
    const inFlightReads = createInFlightReads();
    const [anns, unused, bens] = [heldRead(), heldRead(), heldRead()];
    const results = [joinAs('ann', inFlightReads, anns), joinAs('ben', inFlightReads, bens)];
    results.push(joinAs('ann', inFlightReads, unused), joinAs('ben', inFlightReads, unused));
    anns.resolve('hers');
    bens.resolve('his');
    expect(await Promise.all(results)).toEqual(['hers', 'his', 'hers', 'his']);
    expect(unused.start).not.toHaveBeenCalled();
  });

  test('once a read is sent, every caller joins it', async () => {
    const inFlightReads = createInFlightReads();
    const [anns, bens] = [heldRead(), heldRead()];
    const first = joinAs('ann', inFlightReads, anns);
    anns.start.mock.calls[0]![0].onSent(true);
    const both = Promise.all([first, joinAs('ben', inFlightReads, bens), joinAs('ann', inFlightReads, bens)]);
    anns.resolve('there');
    expect(await both).toEqual(['there', 'there', 'there']);
    expect(bens.start).not.toHaveBeenCalled();
    bens.resolve('anew');
    expect(await joinAs('cal', inFlightReads, bens)).toBe('anew');
  });

  test('a read that was sent with little time left is not joined by others, who would run out of time with it', async () => {
    const inFlightReads = createInFlightReads();
    const [anns, bens] = [heldRead(), heldRead()];
    const hers = joinAs('ann', inFlightReads, anns);
    anns.start.mock.calls[0]![0].onSent(false);
    const his = joinAs('ben', inFlightReads, bens);
    anns.reject(new Error('too late'));
    bens.resolve('there');
    await expect(hers).rejects.toThrow('too late');
    expect(await his).toBe('there');
  });

  test.each([
    [0, ['ben', 'cal']],
    [1, ['ann', 'cal']],
    [2, ['ann', 'ben']],
  ])('when read %i of several callers ends, the others can still be joined, and it cannot', async (ended, left) => {
    const inFlightReads = createInFlightReads();
    const names = ['ann', 'ben', 'cal'];
    const reads = names.map(() => heldRead());
    const results = names.map((name, at) => joinAs(name, inFlightReads, reads[at]!));
    reads[ended]!.resolve('ended');
    await results[ended];
    const unused = heldRead();
    results.push(...left.map((name) => joinAs(name, inFlightReads, unused)));
    expect(unused.start).not.toHaveBeenCalled();
    const anew = heldRead();
    results.push(joinAs(names[ended]!, inFlightReads, anew));
    for (const [at, read] of reads.entries()) read.resolve(names[at]!);
    anew.resolve('anew');
    expect((await Promise.all(results)).slice(names.length)).toEqual([...left, 'anew']);
  });

  test('a read that began before a write is not joined when it is sent after it', async () => {
    const inFlightReads = createInFlightReads();
    const [before, after] = [heldRead(), heldRead()];
    const early = joinAs('ann', inFlightReads, before);
    inFlightReads.forget();
    before.start.mock.calls[0]![0].onSent(true);
    const late = joinAs('ann', inFlightReads, after);
    before.resolve('old');
    after.resolve('new');
    expect(await Promise.all([early, late])).toEqual(['old', 'new']);
  });
});

describe('with a queue per caller', () => {
  /** A queue whose next slot the test grants. */
  function heldQueue() {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { enter: vi.fn(() => promise), leave: vi.fn(), give: resolve, caller: () => 'ann' };
  }

  test('a read that waits for its turn delays no other, and is not made if another caller has made it', async () => {
    const inFlightReads = createInFlightReads();
    const [held, free] = [heldRead(), heldRead()];
    const turns = heldQueue();
    const first = inFlightReads.join('getTransById', KEY, held.start, undefined, turns);
    const second = inFlightReads.join('getTransById', KEY, free.start, undefined, {
      enter: () => null,
      leave: vi.fn(),
      caller: () => 'ann',
    });
    expect(free.start).toHaveBeenCalledTimes(1);
    turns.give();
    await new Promise(setImmediate);
    free.resolve('there');
    expect(await Promise.all([first, second])).toEqual(['there', 'there']);
    expect(held.start).not.toHaveBeenCalled();
    expect(turns.leave).toHaveBeenCalledTimes(1);
  });

  test('a read that no other caller has made starts in its turn, and returns its slot if it cannot start', async () => {
    const inFlightReads = createInFlightReads();
    const read = heldRead();
    const turns = heldQueue();
    const joined = inFlightReads.join('getTransById', KEY, read.start, undefined, turns);
    expect(read.start).not.toHaveBeenCalled();
    turns.give();
    read.resolve('there');
    expect(await joined).toBe('there');
    expect(turns.leave).not.toHaveBeenCalled();
    read.start.mockImplementationOnce(() => {
      throw new Error('no such filter');
    });
    await expect(inFlightReads.join('getTransById', KEY, read.start, undefined, turns)).rejects.toThrow(
      'no such filter',
    );
    expect(turns.leave).toHaveBeenCalledTimes(1);
  });

  test('a caller that aborts as its turn comes returns the slot', async () => {
    const read = heldRead();
    const turns = heldQueue();
    const leaver = new AbortController();
    const joined = createInFlightReads().join('getTransById', KEY, read.start, leaver.signal, turns);
    turns.give();
    leaver.abort();
    await expect(joined).rejects.toMatchObject({ code: 'ABORTED' });
    expect([read.start.mock.calls, turns.leave.mock.calls.length]).toEqual([[], 1]);
  });
});
