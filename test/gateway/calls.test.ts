// The door that use cases get: counts the calls of a request, and makes them take turns.
import { expect, test, vi } from 'vitest';
import { createCalls } from '../../src/gateway/calls.ts';
import { createFlights } from '../../src/gateway/flights.ts';
import { fakeUpstream } from '../support/fake-upstream.ts';

/** A door through which each getTransById stays until the test lets it go. */
function heldDoor(parallel: number) {
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const upstream = fakeUpstream({
    getTransById: ({ transId }) =>
      new Promise((resolve, reject) => open.set(transId, { resolve: () => resolve([{ transId }]), reject })),
    createTicket: () => ({ status: 200 }) as never,
  });
  const flights = createFlights();
  const calls = createCalls(upstream, flights, parallel);
  return {
    ...calls,
    flights,
    open,
    ask: (transId: string, signal?: AbortSignal) => calls.upstream.call('getTransById', { transId }, { signal }),
    options: () => upstream.calls.map(({ options }) => options),
    begun: () => upstream.calls.map(({ request }) => Object.values(request)[0]),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('calls take turns, in the order of coming, and each is counted as it begins', async () => {
  const { within, tally, ask, open, begun } = heldDoor(2);
  await within(async () => {
    const all = Promise.all(['a', 'b', 'c', 'd'].map((id) => ask(id)));
    await settled();
    expect(begun()).toEqual(['a', 'b']);
    expect(tally().made).toBe(2);
    open.get('b')?.resolve();
    await settled();
    expect(begun()).toEqual(['a', 'b', 'c']);
    for (const id of ['a', 'c']) open.get(id)?.resolve();
    await settled();
    open.get('d')?.resolve();
    await all;
    expect(tally().made).toBe(4);
  });
});

test('a call that fails gives its place to the next', async () => {
  const { within, ask, open } = heldDoor(1);
  await within(async () => {
    const outcomes = Promise.allSettled([ask('a'), ask('b')]);
    await settled();
    open.get('a')?.reject(new Error('no'));
    await settled();
    open.get('b')?.resolve();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

test('one that is given up while it waits is never made, and takes nobody’s place', async () => {
  const { within, tally, ask, open, begun } = heldDoor(1);
  const leaver = new AbortController();
  await within(async () => {
    const outcomes = Promise.allSettled([ask('a'), ask('b', leaver.signal), ask('c')]);
    await settled();
    leaver.abort();
    open.get('a')?.resolve();
    await settled();
    open.get('c')?.resolve();
    expect(await outcomes).toMatchObject([{}, { reason: { code: 'ABORTED', sent: false } }, {}]);
    expect(begun()).toEqual(['a', 'c']);
    expect(tally().made).toBe(2);
  });
});

test('a write is given the departure of its request, asked for once, and a read has a signal of its own', async () => {
  const { within, upstream, ask, open, options } = heldDoor(4);
  const caller = new AbortController();
  const departure = vi.fn(() => caller.signal);
  await within(
    async () => {
      const read = ask('a');
      open.get('a')?.resolve();
      await read;
      expect(departure).not.toHaveBeenCalled();
      for (let time = 0; time < 2; time += 1) await upstream.call('createTicket', {} as never);
    },
    'request-1',
    departure,
  );
  expect(departure).toHaveBeenCalledOnce();
  expect(options()).toEqual([
    { requestId: 'request-1', signal: undefined },
    { requestId: 'request-1', signal: caller.signal },
    { requestId: 'request-1', signal: caller.signal },
  ]);
});

test('a write that waits for its turn is not made once its caller has left', async () => {
  const { within, upstream, ask, open, begun } = heldDoor(1);
  const caller = new AbortController();
  const outcomes = within(
    () => Promise.allSettled([ask('a'), upstream.call('createTicket', { title: 'b' } as never)]),
    'request-1',
    () => caller.signal,
  );
  await settled();
  caller.abort();
  await settled();
  open.get('a')?.resolve();
  expect(await outcomes).toMatchObject([{}, { reason: { code: 'ABORTED', sent: false } }]);
  expect(begun()).toEqual(['a']);
});

test('requests do not wait for each other, and are counted apart', async () => {
  const { within, tally, ask, open, begun } = heldDoor(1);
  const request = (id: string) =>
    within(async () => {
      await ask(id);
      return tally().made;
    });
  const both = Promise.all([request('a'), request('b')]);
  await settled();
  expect(begun()).toEqual(['a', 'b']);
  for (const { resolve } of open.values()) resolve();
  expect(await both).toEqual([1, 1]);
});

test('what is called outside a request is neither counted nor kept waiting', async () => {
  const { tally, ask, open } = heldDoor(1);
  const both = Promise.all([ask('a'), ask('b')]);
  await settled();
  for (const { resolve } of open.values()) resolve();
  expect(await both).toHaveLength(2);
  expect(tally().made).toBe(0);
});

test('after a write nobody joins an older read; after a read anybody may', async () => {
  const { within, upstream, flights, ask, open } = heldDoor(4);
  const forget = vi.spyOn(flights, 'forget');
  await within(async () => {
    const read = ask('a');
    await settled();
    open.get('a')?.resolve();
    await read;
    expect(forget).not.toHaveBeenCalled();
    await upstream.call('createTicket', {} as never);
    expect(forget).toHaveBeenCalledOnce();
  });
});

test('an upload is counted as a call, and is a write even where it fails', async () => {
  const { within, tally, upstream, flights } = heldDoor(4);
  const forget = vi.spyOn(flights, 'forget');
  await within(async () => {
    await expect(upstream.upload({} as never, {} as never)).rejects.toThrow('nobody expects an upload');
    expect(tally().made).toBe(1);
    expect(forget).toHaveBeenCalledOnce();
  });
});
