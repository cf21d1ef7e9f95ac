// The upstream client that use cases get: it counts the calls of a request, makes them take turns, and shares reads.
import { expect, test, vi } from 'vitest';
import { createRequestCalls } from '../../../src/gateway/reading/request-calls.ts';
import type { Upstream } from '../../../src/upstream/call.ts';
import { fakeUpstream } from '../../support/upstreams/fake-upstream.ts';

/** An upstream client whose getTransById calls stay open until the test ends them. */
function heldUpstream(parallel: number) {
  const open = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const upstream = fakeUpstream({
    getTransById: ({ transId }) =>
      new Promise((resolve, reject) => open.set(transId, { resolve: () => resolve([{ transId }]), reject })),
    createTicket: () => ({ status: 200 }) as never,
    getMember: () => [],
  });
  const calls = createRequestCalls(upstream, parallel);
  const { call, join } = calls.sharedReads;
  return {
    ...calls,
    open,
    share: (transId: string, signal?: AbortSignal) =>
      join('getTransById', transId, () => call('getTransById', { transId }), signal),
    ask: (transId: string, signal?: AbortSignal) => calls.upstream.call('getTransById', { transId }, { signal }),
    options: () => upstream.calls.map(({ options }) => options),
    started: () => upstream.calls.map(({ request }) => Object.values(request)[0]),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('calls take turns in order of arrival, and each is counted when it starts', async () => {
  const { runRequest, tally, ask, open, started } = heldUpstream(2);
  await runRequest(async () => {
    const all = Promise.all(['a', 'b', 'c', 'd'].map((id) => ask(id)));
    await settled();
    expect(started()).toEqual(['a', 'b']);
    expect(tally().made).toBe(2);
    open.get('b')?.resolve();
    await settled();
    expect(started()).toEqual(['a', 'b', 'c']);
    for (const id of ['a', 'c']) open.get(id)?.resolve();
    await settled();
    open.get('d')?.resolve();
    await all;
    expect(tally().made).toBe(4);
  });
});

test('a call that fails passes its slot to the next', async () => {
  const { runRequest, ask, open } = heldUpstream(1);
  await runRequest(async () => {
    const outcomes = Promise.allSettled([ask('a'), ask('b')]);
    await settled();
    open.get('a')?.reject(new Error('no'));
    await settled();
    open.get('b')?.resolve();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

test('a call that aborts while it waits is never made, and takes no slot', async () => {
  const { runRequest, tally, ask, open, started } = heldUpstream(1);
  const disconnected = new AbortController();
  await runRequest(async () => {
    const outcomes = Promise.allSettled([ask('a'), ask('b', disconnected.signal), ask('c')]);
    await settled();
    disconnected.abort();
    open.get('a')?.resolve();
    await settled();
    open.get('c')?.resolve();
    expect(await outcomes).toMatchObject([{}, { reason: { code: 'ABORTED', sent: false } }, {}]);
    expect(started()).toEqual(['a', 'c']);
    expect(tally().made).toBe(2);
  });
});

test('a write gets the disconnect signal of its request, created once, and a read has a signal of its own', async () => {
  const { runRequest, upstream, ask, open, options } = heldUpstream(4);
  const caller = new AbortController();
  const departure = vi.fn(() => caller.signal);
  await runRequest(
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

test('calls carry the caller of their request, once it is known', async () => {
  const { runRequest, setCaller, upstream, ask, open, options } = heldUpstream(4);
  await runRequest(async () => {
    setCaller('ann');
    const read = ask('a');
    open.get('a')?.resolve();
    await Promise.all([read, upstream.call('createTicket', {} as never)]);
  });
  setCaller('nobody');
  const outside = ask('b');
  open.get('b')?.resolve();
  await outside;
  expect(options().map((each) => each?.caller)).toEqual(['ann', 'ann', undefined]);
});

test('a write whose client has disconnected before it would wait for its turn is not made', async () => {
  const { runRequest, upstream, ask, open, started } = heldUpstream(1);
  const outcomes = runRequest(
    () => Promise.allSettled([ask('a'), upstream.call('createTicket', { title: 'b' } as never)]),
    'request-1',
    () => AbortSignal.abort(),
  );
  await settled();
  expect(started()).toEqual(['a']);
  open.get('a')?.resolve();
  expect(await outcomes).toMatchObject([{}, { reason: { code: 'ABORTED', sent: false } }]);
  expect(started()).toEqual(['a']);
});

test('a write that waits for its turn is not made once its client has disconnected', async () => {
  const { runRequest, upstream, ask, open, started } = heldUpstream(1);
  const caller = new AbortController();
  const outcomes = runRequest(
    () => Promise.allSettled([ask('a'), upstream.call('createTicket', { title: 'b' } as never)]),
    'request-1',
    () => caller.signal,
  );
  await settled();
  caller.abort();
  await settled();
  open.get('a')?.resolve();
  expect(await outcomes).toMatchObject([{}, { reason: { code: 'ABORTED', sent: false } }]);
  expect(started()).toEqual(['a']);
});

test('requests do not wait for each other, and are counted separately', async () => {
  const { runRequest, tally, ask, open, started } = heldUpstream(1);
  const request = (id: string) =>
    runRequest(async () => {
      await ask(id);
      return tally().made;
    });
  const both = Promise.all([request('a'), request('b')]);
  await settled();
  expect(started()).toEqual(['a', 'b']);
  for (const { resolve } of open.values()) resolve();
  expect(await both).toEqual([1, 1]);
});

test('calls outside a request are neither counted nor queued', async () => {
  const { tally, ask, open } = heldUpstream(1);
  const both = Promise.all([ask('a'), ask('b')]);
  await settled();
  for (const { resolve } of open.values()) resolve();
  expect(await both).toHaveLength(2);
  expect(tally().made).toBe(0);
});

test('a caller’s requests share a read, which counts for the one that made it, and another caller makes its own', async () => {
  const { runRequest, setCaller, tally, share, open, started } = heldUpstream(4);
  const request = (caller: string) =>
    runRequest(async () => {
      setCaller(caller);
      await share('a');
      return tally().made;
    });
  const all = [request('ann'), request('ann')];
  await settled();
  const anns = open.get('a');
  all.push(request('ben'));
  await settled();
  expect(started()).toEqual(['a', 'a']);
  anns?.resolve();
  open.get('a')?.resolve();
  expect(await Promise.all(all)).toEqual([1, 0, 1]);
});

test('a read that waits for its turn is not joined, but joins the same read if another request has begun it', async () => {
  const { runRequest, share, open, started } = heldUpstream(1);
  const first = runRequest(() => Promise.all([share('a'), share('b')]));
  const second = runRequest(() => share('b'));
  await settled();
  expect(started()).toEqual(['a', 'b']);
  open.get('a')?.resolve();
  await settled();
  open.get('b')?.resolve();
  expect(await Promise.all([first, second])).toEqual([[[{ transId: 'a' }], [{ transId: 'b' }]], [{ transId: 'b' }]]);
  expect(started()).toEqual(['a', 'b']);
});

test('a read whose request disconnects while it waits for its turn is not made', async () => {
  const { runRequest, share, open, started } = heldUpstream(1);
  const leaver = new AbortController();
  const outcomes = runRequest(() => Promise.allSettled([share('a'), share('b', leaver.signal), share('c')]));
  await settled();
  leaver.abort();
  open.get('a')?.resolve();
  await settled();
  open.get('c')?.resolve();
  expect(await outcomes).toMatchObject([{}, { reason: { code: 'ABORTED' } }, {}]);
  expect(started()).toEqual(['a', 'c']);
});

test.each([
  ['a write', 2, (upstream: Upstream) => upstream.call('createTicket', {} as never)],
  ['an upload, even if it fails', 2, (upstream: Upstream) => upstream.upload({} as never, {} as never)],
  ['a read', 1, (upstream: Upstream) => upstream.call('getMember', {} as never)],
])('after %s, %i of two equal reads are made', async (_, made, act) => {
  const { runRequest, upstream, share, open, started } = heldUpstream(4);
  const reads = await runRequest(async () => {
    const before = share('a');
    const first = open.get('a');
    await act(upstream).catch(() => undefined);
    const after = share('a');
    first?.resolve();
    open.get('a')?.resolve();
    return [before, after];
  });
  await Promise.all(reads);
  expect(started().filter((id) => id === 'a')).toHaveLength(made);
});

test('an upload is counted as a call', async () => {
  const { runRequest, tally, upstream } = heldUpstream(4);
  await runRequest(async () => {
    await expect(upstream.upload({} as never, {} as never)).rejects.toThrow('an unexpected upload');
    expect(tally().made).toBe(1);
  });
});
