// Shared in-flight reads: which reads a request joins, what happens when a request aborts, and what is retained.
import { expect, test, vi } from 'vitest';
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
  return { start, resolve, reject, signal: () => start.mock.calls[0]![0] };
}

const join = (inFlightReads: InFlightReads, { start }: { start: StartRead<string> }, signal?: AbortSignal, key = KEY) =>
  inFlightReads.join('getTransById', key, start, signal);

test('a request joins a read that is in flight', async () => {
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

test('a failure rejects for every request that waits', async () => {
  const inFlightReads = createInFlightReads();
  const read = heldRead();
  const both = Promise.allSettled([join(inFlightReads, read), join(inFlightReads, read)]);
  const fault = new Error('no');
  read.reject(fault);
  expect(await both).toMatchObject([{ reason: fault }, { reason: fault }]);
});

test('a request that aborts stops waiting, and the read continues for the others', async () => {
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

test('a read without waiting requests aborts, and the next request starts another', async () => {
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

test('a request that has already aborted starts nothing', async () => {
  const read = heldRead();
  await expect(join(createInFlightReads(), read, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
  expect(read.start).not.toHaveBeenCalled();
});

test('no request joins a read that began before a write, but those who wait for it still get its result', async () => {
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
