// Which lookups wait while the directory of active users is reloaded, and which do not.
import { describe, expect, test } from 'vitest';
import {
  directoryOver,
  MINUTE,
  settled,
  unavailable,
  user,
  users,
} from '../../support/gateways/directory-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

/** A directory of users 0 and 1 whose loads, from the second on, wait until the test ends them. */
async function startWithHeldLoads(isImmediate: (filter: unknown) => boolean = () => false) {
  const all = users(2);
  let loads = 0;
  let waiting: { readonly resume: () => void; readonly fail: (error: unknown) => void }[] = [];
  const under = directoryOver(async (request) => {
    loads += 1;
    if (loads > 1 && !isImmediate(request.filter)) {
      await new Promise<void>((resume, fail) => waiting.push({ resume, fail }));
    }
    return batchOf(all, request);
  });
  await under.directory.byNrdsId('1');
  const end = async (how: (each: (typeof waiting)[number]) => void) => {
    waiting.forEach(how);
    waiting = [];
    await settled();
  };
  return {
    ...under,
    all,
    failures: under.failures,
    answer: () => end(({ resume }) => resume()),
    fail: (error: unknown = unavailable()) => end((each) => each.fail(error)),
  };
}

describe('while a newer directory is loaded', () => {
  test('users in the current directory are returned at once, and all lookups together start one load', async () => {
    const { directory, requests, clock, all, answer } = await startWithHeldLoads();
    all[1] = user(1, { firstName: 'Renamed' });
    clock.advance(5 * MINUTE);
    for (let asking = 0; asking < 10; asking += 1) {
      expect(await directory.byNrdsId('1')).toMatchObject({ firstName: 'First 1' });
      expect(await directory.byEmail('user1@example.com')).toMatchObject({ firstName: 'First 1' });
    }
    expect(requests()).toHaveLength(2);
    await answer();
    expect(await directory.byNrdsId('1')).toMatchObject({ firstName: 'Renamed' });
  });

  test.each(['byNrdsId', 'byEmail'] as const)('%s waits for it if the current one lacks the user', async (by) => {
    const { directory, requests, clock, all, answer } = await startWithHeldLoads();
    const key = by === 'byNrdsId' ? '900' : 'user900@example.com';
    all.push(user(900));
    expect(await directory[by](key)).toBeNull();
    clock.advance(5 * MINUTE);
    const asking = directory[by](key);
    await answer();
    expect((await asking)?.nrdsId).toBe('900');
    expect(requests()).toHaveLength(2);
  });

  test('a failure leaves the current directory in use, is reported, and is followed by a retry after 30 seconds', async () => {
    const { directory, requests, clock, failures, fail } = await startWithHeldLoads();
    clock.advance(5 * MINUTE);
    const known = directory.byNrdsId('1');
    const unknown = directory.byNrdsId('900');
    const fault = unavailable();
    await fail(fault);
    expect(await known).toMatchObject({ nrdsId: '1' });
    expect(await unknown).toBeNull();
    expect(failures()).toMatchObject([{ code: fault.code, reason: fault.message }]);
    clock.advance(MINUTE / 2 - 1);
    expect(await directory.byNrdsId('900')).toBeNull();
    expect(requests()).toHaveLength(2);
    clock.advance(1);
    expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    expect(requests()).toHaveLength(3);
  });

  test('a failure after the current directory has expired rejects every lookup, and is reported every 30 seconds', async () => {
    const { directory, clock, failures, fail } = await startWithHeldLoads();
    clock.advance(120 * MINUTE);
    for (const reported of [1, 1, 2]) {
      const asking = Promise.allSettled([directory.byNrdsId('1'), directory.byNrdsId('900')]);
      await fail();
      expect((await asking).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(failures()).toHaveLength(reported);
      clock.advance(MINUTE / 4);
    }
  });

  test('an empty response without a length is a failure, so no user is considered to have left', async () => {
    let isEmpty = false;
    const { directory, clock, failures } = directoryOver((request) =>
      isEmpty ? { data: [], max: null, total: 0, nextBatchNo: null } : batchOf(users(2), request),
    );
    await directory.byNrdsId('1');
    isEmpty = true;
    clock.advance(60 * MINUTE);
    expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    expect(failures()).toMatchObject([{ code: 'UPSTREAM_INVALID' }]);
  });

  test('a clock that is set back does not delay the load', async () => {
    const { directory, requests, clock, answer } = await startWithHeldLoads();
    clock.advance(-180 * MINUTE);
    const asking = directory.byNrdsId('1');
    expect(requests()).toHaveLength(2);
    await answer();
    expect(await asking).toMatchObject({ nrdsId: '1' });
  });

  test('an unexpected error is reported too, and thrown only to waiting lookups', async () => {
    const { directory, clock, failures, fail } = await startWithHeldLoads();
    clock.advance(5 * MINUTE);
    expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    const unknown = Promise.resolve(directory.byNrdsId('900'));
    const mistake = new TypeError('a mistake');
    const thrown = expect(unknown).rejects.toBe(mistake);
    await fail(mistake);
    await thrown;
    expect(failures()).toMatchObject([{ err: { message: 'a mistake' } }]);
  });
});

describe('when the last full load is an hour old', () => {
  test('lookups wait for a full reload, so that an agent who left is no longer found', async () => {
    const { directory, clock, all, answer } = await startWithHeldLoads();
    all.pop();
    clock.advance(60 * MINUTE);
    const asking = Promise.all([directory.byNrdsId('0'), directory.byNrdsId('1')]);
    await answer();
    expect((await asking).map((found) => found?.nrdsId)).toEqual(['0', undefined]);
  });

  test('an incremental load in progress is not enough', async () => {
    const { directory, requests, clock, all, answer } = await startWithHeldLoads();
    clock.advance(54 * MINUTE);
    expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    all.pop();
    clock.advance(6 * MINUTE);
    const asking = directory.byNrdsId('1');
    await answer();
    await answer();
    expect(await asking).toBeNull();
    expect(requests().map(({ filter }) => filter)).toEqual([undefined, 'incremental', undefined]);
  });

  test('no lookup waits if there were lookups in the five minutes before', async () => {
    const { directory, requests, clock, all, answer } = await startWithHeldLoads((filter) => filter === 'incremental');
    for (let minutes = 5; minutes < 60; minutes += 5) {
      clock.advance(5 * MINUTE);
      expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
      await settled();
    }
    all.pop();
    await answer();
    expect(await directory.byNrdsId('1')).toBeNull();
    expect(requests().filter(({ filter }) => filter === undefined)).toHaveLength(2);
  });

  test('and a reload has failed, no lookup waits for the next ones until five minutes pass without a failure', async () => {
    const { directory, requests, clock, fail } = await startWithHeldLoads();
    clock.advance(60 * MINUTE);
    const first = directory.byNrdsId('1');
    expect(first).toBeInstanceOf(Promise);
    await fail();
    expect(await first).toMatchObject({ nrdsId: '1' });
    for (let times = 0; times < 20; times += 1) {
      clock.advance(MINUTE / 2);
      expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
      await fail();
    }
    expect(requests()).toHaveLength(22);
    clock.advance(5 * MINUTE);
    const waiting = directory.byNrdsId('1');
    expect(waiting).toBeInstanceOf(Promise);
    await fail();
    expect(await waiting).toMatchObject({ nrdsId: '1' });
  });
});
