// Who waits while the directory of active users is loaded anew, and who does not.
import { describe, expect, test } from 'vitest';
import { directoryOver, down, MINUTE, settled, user, users } from '../support/directory-under-test.ts';
import { batchOf } from '../support/fake-upstream.ts';

/** A directory of users 0 and 1 whose loads, from the second on, end when they are told to. */
async function held(isAnswered: (filter: unknown) => boolean = () => false) {
  const all = users(2);
  const failures: unknown[] = [];
  let loads = 0;
  let waiting: { readonly go: () => void; readonly fail: (error: unknown) => void }[] = [];
  const under = directoryOver(
    async (request) => {
      loads += 1;
      if (loads > 1 && !isAnswered(request.filter)) {
        await new Promise<void>((go, fail) => waiting.push({ go, fail }));
      }
      return batchOf(all, request);
    },
    { onFailure: (error) => failures.push(error) },
  );
  await under.directory.byNrdsId('1');
  const end = async (how: (each: (typeof waiting)[number]) => void) => {
    waiting.forEach(how);
    waiting = [];
    await settled();
  };
  return {
    ...under,
    all,
    failures,
    answer: () => end(({ go }) => go()),
    fail: (error: unknown = down()) => end((each) => each.fail(error)),
  };
}

describe('while a newer one is loaded', () => {
  test('whoever is found in the one at hand gets it at once, and all of them start one load', async () => {
    const { directory, requests, clock, all, answer } = await held();
    all[1] = user(1, { firstName: 'Renamed' });
    clock.advance(5 * MINUTE);
    for (let asking = 0; asking < 10; asking += 1) {
      expect(directory.byNrdsId('1')).toMatchObject({ firstName: 'First 1' });
      expect(directory.byEmail('user1@example.com')).toMatchObject({ firstName: 'First 1' });
    }
    expect(requests()).toHaveLength(2);
    await answer();
    expect(directory.byNrdsId('1')).toMatchObject({ firstName: 'Renamed' });
  });

  test.each(['byNrdsId', 'byEmail'] as const)('%s waits for it with somebody who is not found', async (by) => {
    const { directory, requests, clock, all, answer } = await held();
    const key = by === 'byNrdsId' ? '900' : 'user900@example.com';
    all.push(user(900));
    expect(directory[by](key)).toBeNull();
    clock.advance(5 * MINUTE);
    const asking = directory[by](key);
    await answer();
    expect((await asking)?.nrdsId).toBe('900');
    expect(requests()).toHaveLength(2);
  });

  test('that fails, the one at hand goes on, the failure is told, and the next is tried after 30 seconds', async () => {
    const { directory, requests, clock, failures, fail } = await held();
    clock.advance(5 * MINUTE);
    const known = directory.byNrdsId('1');
    const unknown = directory.byNrdsId('900');
    const fault = down();
    await fail(fault);
    expect(known).toMatchObject({ nrdsId: '1' });
    expect(await unknown).toBeNull();
    expect(failures).toEqual([fault]);
    clock.advance(MINUTE / 2 - 1);
    expect(directory.byNrdsId('900')).toBeNull();
    expect(requests()).toHaveLength(2);
    clock.advance(1);
    expect(directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    expect(requests()).toHaveLength(3);
  });

  test('fails once the one at hand serves no more, those who wait are told, as many as ask, and the log once', async () => {
    const { directory, clock, failures, fail } = await held();
    clock.advance(120 * MINUTE);
    const asking = Promise.allSettled([directory.byNrdsId('1'), directory.byNrdsId('900')]);
    await fail();
    expect((await asking).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(failures).toHaveLength(1);
  });

  test('that is empty without saying so is none: nobody is taken to have left', async () => {
    let isEmpty = false;
    const failures: unknown[] = [];
    const { directory, clock } = directoryOver(
      (request) => (isEmpty ? { data: [], max: null, total: 0, nextBatchNo: null } : batchOf(users(2), request)),
      { onFailure: (error) => failures.push(error) },
    );
    await directory.byNrdsId('1');
    isEmpty = true;
    clock.advance(60 * MINUTE);
    expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    expect(failures).toMatchObject([{ code: 'UPSTREAM_INVALID' }]);
  });

  test('is not put off by a clock that is put back', async () => {
    const { directory, requests, clock, answer } = await held();
    clock.advance(-180 * MINUTE);
    const asking = directory.byNrdsId('1');
    expect(requests()).toHaveLength(2);
    await answer();
    expect(await asking).toMatchObject({ nrdsId: '1' });
  });

  test('a mistake in the making of it is told too, and thrown to those who wait only', async () => {
    const { directory, clock, failures, fail } = await held();
    clock.advance(5 * MINUTE);
    expect(directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    const unknown = Promise.resolve(directory.byNrdsId('900'));
    const mistake = new TypeError('a mistake');
    const thrown = expect(unknown).rejects.toBe(mistake);
    await fail(mistake);
    await thrown;
    expect(failures).toEqual([mistake]);
  });
});

describe('once the hour of a reload is over', () => {
  test('whoever asks waits for it, so that an agent who left is seen to have left', async () => {
    const { directory, clock, all, answer } = await held();
    all.pop();
    clock.advance(60 * MINUTE);
    const asking = Promise.all([directory.byNrdsId('0'), directory.byNrdsId('1')]);
    await answer();
    expect((await asking).map((found) => found?.nrdsId)).toEqual(['0', undefined]);
  });

  test('newcomers that are being asked for are not enough', async () => {
    const { directory, requests, clock, all, answer } = await held();
    clock.advance(54 * MINUTE);
    expect(directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
    all.pop();
    clock.advance(6 * MINUTE);
    const asking = directory.byNrdsId('1');
    await answer();
    await answer();
    expect(await asking).toBeNull();
    expect(requests().map(({ filter }) => filter)).toEqual([undefined, 'incremental', undefined]);
  });

  test('nobody waits where there were requests in the five minutes before', async () => {
    const { directory, requests, clock, all, answer } = await held((filter) => filter === 'incremental');
    for (let minutes = 5; minutes < 60; minutes += 5) {
      clock.advance(5 * MINUTE);
      expect(directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
      await settled();
    }
    all.pop();
    await answer();
    expect(directory.byNrdsId('1')).toBeNull();
    expect(requests().filter(({ filter }) => filter === undefined)).toHaveLength(2);
  });

  test('and a reload has failed, nobody waits for the next ones, until five minutes bring no failure', async () => {
    const { directory, requests, clock, fail } = await held();
    clock.advance(60 * MINUTE);
    const first = directory.byNrdsId('1');
    expect(first).toBeInstanceOf(Promise);
    await fail();
    expect(await first).toMatchObject({ nrdsId: '1' });
    for (let times = 0; times < 20; times += 1) {
      clock.advance(MINUTE / 2);
      expect(directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
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
