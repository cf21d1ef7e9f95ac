// Reads under way, shared: who joins whom, who may leave, and what is left afterwards.
import { describe, expect, test, vi } from 'vitest';
import { createFlights, type Flights, type StartRead } from '../../src/gateway/flights.ts';
import type { Cut } from '../../src/upstream/cut.ts';

const KEY = '100 T-1';

/** A read whose end is in the test's hands. */
function heldRead() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const start = vi.fn<StartRead<string>>(() => promise);
  return { start, resolve, reject, signal: (): Cut => start.mock.calls[0]![0] };
}

const join = (flights: Flights, { start }: { start: StartRead<string> }, signal?: AbortSignal, key = KEY) =>
  flights.join('getTransById', key, start, signal);

test('who wants what is under way waits for that', async () => {
  const flights = createFlights();
  const [first, second] = [heldRead(), heldRead()];
  const both = Promise.all([join(flights, first), join(flights, second)]);
  first.resolve('there');
  expect(await both).toEqual(['there', 'there']);
  expect(second.start).not.toHaveBeenCalled();
});

test.each<[string, Parameters<Flights['join']>[0], string]>([
  ['another grant', 'getTransById', ' T-1'],
  ['another object', 'getTransById', '100 T-2'],
  ['another endpoint', 'listFiles', KEY],
])('%s is another read', async (_, endpoint, key) => {
  const flights = createFlights();
  const [first, second] = [heldRead(), heldRead()];
  const both = Promise.all([join(flights, first), flights.join(endpoint, key, second.start, undefined)]);
  first.resolve('one');
  second.resolve('another');
  expect(await both).toEqual(['one', 'another']);
});

test('nothing is kept of what has ended, whether well or not', async () => {
  const flights = createFlights();
  const reads = [heldRead(), heldRead(), heldRead()];
  reads[0]!.resolve('one');
  reads[1]!.reject(new Error('two'));
  reads[2]!.resolve('three');
  expect(await join(flights, reads[0]!)).toBe('one');
  await expect(join(flights, reads[1]!)).rejects.toThrow('two');
  expect(await join(flights, reads[2]!)).toBe('three');
});

test('a read that cannot begin is a failure of its own, and nothing is kept of it', async () => {
  const flights = createFlights();
  const read = heldRead();
  read.start.mockImplementationOnce(() => {
    throw new Error('no such filter');
  });
  await expect(join(flights, read)).rejects.toThrow('no such filter');
  read.resolve('there');
  expect(await join(flights, read)).toBe('there');
});

test('one who starts the next read from the answer does not get the same again', async () => {
  const flights = createFlights();
  const [first, second] = [heldRead(), heldRead()];
  second.resolve('anew');
  const asked = join(flights, first).then(() => join(flights, second));
  first.resolve('old');
  expect(await asked).toBe('anew');
});

test('a failure is everybody’s who waited', async () => {
  const flights = createFlights();
  const read = heldRead();
  const both = Promise.allSettled([join(flights, read), join(flights, read)]);
  const fault = new Error('no');
  read.reject(fault);
  expect(await both).toMatchObject([{ reason: fault }, { reason: fault }]);
});

test('one who leaves stops waiting, and the others’ read goes on', async () => {
  const flights = createFlights();
  const read = heldRead();
  const leaver = new AbortController();
  const left = join(flights, read, leaver.signal);
  const stayed = join(flights, read, new AbortController().signal);
  leaver.abort();
  await expect(left).rejects.toMatchObject({ code: 'ABORTED', endpoint: 'getTransById' });
  expect(read.signal().aborted).toBe(false);
  read.resolve('there');
  expect(await stayed).toBe('there');
  expect(read.signal().aborted).toBe(false);
});

test('a read that nobody waits for any more ends, and who comes then begins another', async () => {
  const flights = createFlights();
  const [first, second] = [heldRead(), heldRead()];
  const leavers = [new AbortController(), new AbortController()];
  const outcomes = Promise.allSettled(leavers.map(({ signal }) => join(flights, first, signal)));
  for (const leaver of leavers) leaver.abort();
  await outcomes;
  expect(first.signal().aborted).toBe(true);
  const next = join(flights, second);
  first.reject(new Error('given up'));
  second.resolve('there');
  expect(await next).toBe('there');
});

test('one who has left already begins nothing', async () => {
  const read = heldRead();
  await expect(join(createFlights(), read, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
  expect(read.start).not.toHaveBeenCalled();
});

test('nobody joins what began before a write; who waits for it still gets it', async () => {
  const flights = createFlights();
  const [before, after, joined] = [heldRead(), heldRead(), heldRead()];
  const early = join(flights, before);
  flights.forget();
  const late = join(flights, after);
  before.resolve('old');
  expect(await early).toBe('old');
  const later = join(flights, joined);
  after.resolve('new');
  expect(await Promise.all([late, later])).toEqual(['new', 'new']);
});

describe('in a line of one’s own', () => {
  /** A line whose next place the test gives. */
  function line() {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { enter: vi.fn(() => promise), leave: vi.fn(), give: resolve };
  }

  test('a read that waits for its turn holds up nobody else, and is not made where another has made it', async () => {
    const flights = createFlights();
    const [held, free] = [heldRead(), heldRead()];
    const turns = line();
    const first = flights.join('getTransById', KEY, held.start, undefined, turns);
    const second = flights.join('getTransById', KEY, free.start, undefined, { enter: () => null, leave: vi.fn() });
    expect(free.start).toHaveBeenCalledTimes(1);
    turns.give();
    await new Promise(setImmediate);
    free.resolve('there');
    expect(await Promise.all([first, second])).toEqual(['there', 'there']);
    expect(held.start).not.toHaveBeenCalled();
    expect(turns.leave).toHaveBeenCalledTimes(1);
  });

  test('a read that nobody else has made begins in its turn, and gives back a place that it cannot begin in', async () => {
    const flights = createFlights();
    const read = heldRead();
    const turns = line();
    const joined = flights.join('getTransById', KEY, read.start, undefined, turns);
    expect(read.start).not.toHaveBeenCalled();
    turns.give();
    read.resolve('there');
    expect(await joined).toBe('there');
    expect(turns.leave).not.toHaveBeenCalled();
    read.start.mockImplementationOnce(() => {
      throw new Error('no such filter');
    });
    await expect(flights.join('getTransById', KEY, read.start, undefined, turns)).rejects.toThrow('no such filter');
    expect(turns.leave).toHaveBeenCalledTimes(1);
  });

  test('a caller that leaves as its turn comes gives the place back', async () => {
    const read = heldRead();
    const turns = line();
    const leaver = new AbortController();
    const joined = createFlights().join('getTransById', KEY, read.start, leaver.signal, turns);
    turns.give();
    leaver.abort();
    await expect(joined).rejects.toMatchObject({ code: 'ABORTED' });
    expect([read.start.mock.calls, turns.leave.mock.calls.length]).toEqual([[], 1]);
  });
});
