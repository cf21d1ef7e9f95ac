import type { Requests } from '@realty-forms/contract/calls/messages.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { describe, expect, test } from 'vitest';
import {
  type DirectoryUnderTest,
  directoryOver,
  MINUTE,
  settled,
  unavailable,
  user,
  users,
} from '../../support/gateways/directory-under-test.ts';
import { batchOf, judged } from '../../support/upstreams/fake-upstream.ts';

/** A directory that gets `all` from full loads, and `newcomers` from incremental ones. */
function changing(all: FlatRecord[], newcomers: FlatRecord[]): DirectoryUnderTest {
  return directoryOver((request) => batchOf(request.filter === 'incremental' ? newcomers : all, request));
}

describe('the directory', () => {
  test('finds users by NRDS id and by email address, case-insensitively', async () => {
    const { directory, requests } = changing(users(3), []);
    expect(await directory.byNrdsId('2')).toMatchObject({
      nrdsId: '2',
      email: 'User2@Example.com',
      office: { nrdsId: 'O1', name: 'Office' },
    });
    expect((await directory.byEmail('uSER2@example.COM'))?.nrdsId).toBe('2');
    expect(await directory.byNrdsId('3')).toBeNull();
    expect(await directory.byEmail('user3@example.com')).toBeNull();
    expect(await directory.byEmail('')).toBeNull();
    expect(requests()).toHaveLength(1);
  });

  test.each([
    ['in one order', ['7', '50', '']],
    ['in the reverse order', ['', '50', '7']],
  ])(
    'finds the requested user of a shared address, otherwise the first by NRDS id, if they are listed %s',
    async (_, ids) => {
      const sharing = ids.map((agentNRDSID) => ({ agentNRDSID, email: agentNRDSID === '7' ? 'A@b.c' : 'a@b.c' }));
      const { directory } = changing(sharing, []);
      const foundBy = async (nrdsIds?: string[]) => (await directory.byEmail('a@B.c', nrdsIds && { nrdsIds }))?.nrdsId;
      expect(await foundBy()).toBe('50');
      expect(await foundBy(['7'])).toBe('7');
      expect(await foundBy(['7', '50'])).toBe('50');
      expect(await foundBy(['8', ''])).toBeUndefined();
      expect(await foundBy([])).toBeUndefined();
    },
  );

  test.each([
    ['is read again', 1, ['149']],
    ['is not used if it goes on so', 9, 'UPSTREAM_UNAVAILABLE'],
  ])('that repeats a user in the place of another one %s', async (_, times, found) => {
    let repeated = 0;
    const { directory } = directoryOver((request) => {
      const all = users(150);
      if (Number(request.batch_no) > 1 && repeated < times) {
        repeated += 1;
        all[110 + repeated] = user(repeated);
      }
      return batchOf(all, request);
    });
    const first = directory.byNrdsId('111');
    const ids = Promise.resolve(first).then(
      async () => [(await directory.byNrdsId('149'))?.nrdsId],
      ({ code }: { code: string }) => code,
    );
    expect(await ids).toEqual(found);
    if (times === 1) expect(await first).not.toBeNull();
  });

  test('says in the log that the service states more users than it lists', async () => {
    const lines: string[] = [];
    const { directory } = directoryOver((request) => ({ ...batchOf(users(3), request), max: 5 }), {
      log: { warn: (_: object, text: string) => lines.push(text), info() {}, error() {}, debug() {} } as never,
    });
    expect((await directory.byNrdsId('2'))?.nrdsId).toBe('2');
    expect(lines).toEqual([expect.stringContaining('another number of active users')]);
  });

  test('finds the agents of some ids and offices, once each and in the order of their ids, in every notation', async () => {
    const all = [
      user(3, { officeNRDSID: '0077' }),
      user(1, { officeNRDSID: '8' }),
      user(2, { officeNRDSID: '' }),
      // A member of two offices has a record for each.
      user(4, { officeNRDSID: '8' }),
      user(4, { officeNRDSID: '7-7' }),
      user(5, { agentNRDSID: '', officeNRDSID: '77' }),
    ];
    const { directory } = changing(all, []);
    const agentsIn = async (...sets: Parameters<typeof directory.agentsIn>) =>
      (await directory.agentsIn(...sets))?.map(({ nrdsId }) => nrdsId) ?? null;
    expect(await agentsIn(null)).toEqual(['1', '2', '3', '4']);
    expect(await agentsIn({ nrdsIds: ['4', '02', '2'] })).toEqual(['2', '4']);
    expect(await agentsIn({ nrdsIds: ['4'], officeNrdsIds: ['77'] })).toEqual(['3', '4']);
    expect(await agentsIn({ nrdsIds: [], officeNrdsIds: ['77', '08'] })).toEqual(['1', '3', '4']);
    expect(await agentsIn({ nrdsIds: [], officeNrdsIds: ['77'] }, { nrdsIds: [], officeNrdsIds: ['8'] })).toEqual([
      '4',
    ]);
    for (const office of ['9', '', '0']) expect(await agentsIn({ nrdsIds: [], officeNrdsIds: [office] })).toBeNull();
    expect(directory.officeOf('4', ['77', '8'])).toBe('8');
    expect(directory.officeOf('4', ['77'])).toBe('7-7');
    for (const nrdsId of ['1', '2', '9']) expect(directory.officeOf(nrdsId, ['77'])).toBeNull();
  });

  test('finds a user whose address changed by the new address only', async () => {
    const newcomers: FlatRecord[] = [];
    const { directory, clock } = changing(users(2), newcomers);
    await directory.byNrdsId('1');
    newcomers.push(user(1, { email: 'new@example.com' }));
    clock.advance(5 * MINUTE);
    expect((await directory.byEmail('new@example.com'))?.nrdsId).toBe('1');
    expect(await directory.byEmail('user1@example.com')).toBeNull();
  });

  test('is not loaded before the first lookup', () => {
    expect(changing(users(1), []).requests()).toEqual([]);
  });

  test('omits users from the index whose key they lack', async () => {
    const { directory } = changing([user(1, { agentNRDSID: '' }), user(2, { email: ' ' })], []);
    expect((await directory.byEmail('user1@example.com'))?.nrdsId).toBeNull();
    expect((await directory.byNrdsId('2'))?.email).toBeNull();
    expect(await directory.byNrdsId('')).toBeNull();
  });

  test.each([
    [0, [100]],
    [19, [100]],
    // A full batch may be the last one: only the one after it tells.
    [100, [100, 100]],
    [101, [100, 99]],
    [250, [100, 99, 98]],
  ])('of %i users is loaded in batches of %o, each with the last user of the one before', async (count, sizes) => {
    const { directory, requests } = changing(users(count), []);
    expect((await directory.byNrdsId(`${count - 1}`))?.nrdsId).toBe(count === 0 ? undefined : `${count - 1}`);
    expect(requests()).toEqual(sizes.map((batch_size, index) => ({ batch_size, batch_no: index + 1 })));
  });

  test('requests all batches after the first concurrently', async () => {
    const held: (() => void)[] = [];
    const { directory, requests } = directoryOver(async (request) => {
      if (request.batch_no !== 1) await new Promise<void>((resolve) => held.push(resolve));
      return batchOf(users(500), request);
    });
    const waiting = directory.byNrdsId('499');
    await settled();
    expect(requests()).toHaveLength(6);
    for (const release of held) release();
    expect((await waiting)?.nrdsId).toBe('499');
  });

  test('is loaded once for all waiting lookups', async () => {
    const { directory, requests } = changing(users(150), []);
    const found = await Promise.all(
      users(150).flatMap((_, index) => [directory.byNrdsId(`${index}`), directory.byEmail(`user${index}@example.com`)]),
    );
    expect(found).not.toContain(null);
    expect(requests()).toHaveLength(2);
  });

  test.each([0, 1, 100])('accepts no response with %i users that does not count them', async (count) => {
    const { directory } = directoryOver((request) => ({ ...batchOf(users(count), request), max: null }));
    await expect(directory.byNrdsId('0')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      cause: { code: 'UPSTREAM_INVALID' },
    });
  });
});

describe('a list that changes while it is read', () => {
  /** In each of the first `departures` readings, a user of the first batch leaves before the second is read. */
  function restless(departures: number, of: (request: Requests['activeUsers']) => boolean = () => true) {
    const all = users(250);
    let left = departures;
    const under = directoryOver((request) => {
      if (request.batch_no === 2 && left > 0 && of(request)) {
        left -= 1;
        all.shift();
      }
      return batchOf(all, request);
    });
    return { ...under, all };
  }

  test('is read again, so that a user whom a departure moves to an earlier batch is not lost', async () => {
    const { directory, requests } = restless(2);
    for (const id of ['100', '101', '249']) expect((await directory.byNrdsId(id))?.nrdsId).toBe(id);
    expect(await directory.byNrdsId('0')).toBeNull();
    expect(requests().filter(({ batch_no }) => batch_no === 1)).toHaveLength(3);
  });

  test('is not accepted as complete if it changes three times in a row', async () => {
    const { directory, requests } = restless(3);
    await expect(directory.byNrdsId('100')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      cause: { code: 'UPSTREAM_INVALID' },
    });
    expect(requests().filter(({ batch_no }) => batch_no === 1)).toHaveLength(3);
    expect((await directory.byNrdsId('100'))?.nrdsId).toBe('100');
  });

  test('leaves the current directory in use, also in an incremental load', async () => {
    const { directory, all, clock } = restless(3, ({ filter }) => filter === 'incremental');
    expect(await directory.byNrdsId('100')).not.toBeNull();
    all.push(user(900));
    clock.advance(5 * MINUTE);
    expect((await directory.byNrdsId('100'))?.nrdsId).toBe('100');
    expect(await directory.byNrdsId('900')).toBeNull();
    clock.advance(MINUTE / 2);
    expect((await directory.byNrdsId('900'))?.nrdsId).toBe('900');
  });

  test('is read again if a batch is shorter than the length of the list implies', async () => {
    let isShort = true;
    const { directory } = directoryOver((request) => {
      const page = batchOf(users(250), request);
      if (request.batch_no !== 3 || !isShort) return page;
      isShort = false;
      return { ...page, data: page.data.slice(1) };
    });
    expect((await directory.byNrdsId('200'))?.nrdsId).toBe('200');
  });
});

describe('a list of which one user leaves and another joins while it is read', () => {
  test('is read again, although its length stays the same', async () => {
    const all = users(250);
    let isMoving = true;
    const { directory, requests } = directoryOver((request) => {
      if (request.batch_no === 2 && isMoving) {
        isMoving = false;
        all.shift();
        all.push(user(900));
      }
      return batchOf(all, request);
    });
    // By then, 100 has moved into the batch that was read before.
    for (const id of ['100', '198', '900']) expect((await directory.byNrdsId(id))?.nrdsId).toBe(id);
    expect(requests().filter(({ batch_no }) => batch_no === 1)).toHaveLength(2);
  });

  test('is not read again for a user who joins in front: the others are seen again, and known by then', async () => {
    const all = users(250);
    const { directory, requests } = directoryOver((request) => {
      if (request.batch_no === 2) all.unshift(user(900 + all.length));
      return batchOf(all, request);
    });
    for (const id of ['0', '98', '99', '100', '249']) expect((await directory.byNrdsId(id))?.nrdsId).toBe(id);
    expect(requests()).toHaveLength(3);
  });
});

describe('a service that returns fewer users than it is asked for', () => {
  test.each([20, 7])(
    '%i at once is loaded as a whole, in batches of that size, and the second load knows that',
    async (limit) => {
      const all = users(103);
      const { directory, requests, clock } = directoryOver(({ batch_size = 20, batch_no = 1 }) => ({
        ...batchOf(all, { batch_size, batch_no }),
        data: all.slice((batch_no - 1) * batch_size).slice(0, Math.min(limit, batch_size)),
      }));
      for (const id of ['0', '20', '57', '102']) expect((await directory.byNrdsId(id))?.nrdsId).toBe(id);
      const first = requests().length;
      clock.advance(60 * MINUTE);
      expect((await directory.byNrdsId('102'))?.nrdsId).toBe('102');
      expect(
        new Set(
          requests()
            .slice(first)
            .map(({ batch_size }) => batch_size),
        ),
      ).toEqual(new Set([limit]));
    },
  );
});

test.each([
  ['an error with a column of a user', { message: 'Your account is suspended', phone: '1-800-555-0100' }],
  ['one user without a list', user(1)],
  ['a list without a meta', users(1)],
  ['an empty list beside an error', { meta: { total: 0, max: 0 }, data: [], status: 'error' }],
  ['an empty list without a meta', []],
  [
    'users without NRDS ids',
    {
      meta: { total: 4, max: 4 },
      data: users(4).map(({ agentNRDSID, ...rest }) => ({ ...rest, agent_nrds_id: agentNRDSID })),
    },
  ],
])('a reload that is answered by %s leaves the directory as it was, and is reported', async (_, body) => {
  let isOdd = false;
  const { directory, clock, failures } = directoryOver((request) =>
    isOdd ? (judged('activeUsers', body, request) as never) : batchOf(users(4), request),
  );
  await directory.byNrdsId('1');
  isOdd = true;
  for (const minutes of [60, 1]) {
    clock.advance(minutes * MINUTE);
    expect((await directory.byNrdsId('3'))?.nrdsId).toBe('3');
    await settled();
  }
  expect(failures()).toMatchObject([{ code: 'UPSTREAM_INVALID' }, { code: 'UPSTREAM_INVALID' }]);
});

describe('a reload without most of the users', () => {
  /** A directory of four users at the time of its second reload, which shows one. */
  async function decimated() {
    const all = users(4);
    const under = directoryOver((request) => batchOf(all, request));
    await under.directory.byNrdsId('1');
    all.splice(1);
    under.clock.advance(60 * MINUTE);
    expect((await under.directory.byNrdsId('3'))?.nrdsId).toBe('3');
    expect(under.failures()).toMatchObject([
      { code: 'UPSTREAM_INVALID', reason: expect.stringContaining('only 1 users are left') },
    ]);
    under.clock.advance(MINUTE / 2);
    return { ...under, all };
  }

  test('is asked for again before it is believed, and believed if it stays so', async () => {
    const { directory, failures } = await decimated();
    expect((await directory.byNrdsId('3'))?.nrdsId).toBe('3');
    await settled();
    expect(await directory.byNrdsId('3')).toBeNull();
    expect((await directory.byNrdsId('0'))?.nrdsId).toBe('0');
    expect(failures()).toHaveLength(1);
  });

  test('leaves nothing behind if the next one has all of them again', async () => {
    const { directory, all, failures, clock } = await decimated();
    all.push(user(1), user(2), user(3), user(4));
    await directory.byNrdsId('4');
    expect((await directory.byNrdsId('4'))?.nrdsId).toBe('4');
    all.splice(1);
    clock.advance(60 * MINUTE);
    expect((await directory.byNrdsId('3'))?.nrdsId).toBe('3');
    expect(failures()).toHaveLength(2);
  });
});

describe('a member who is listed twice', () => {
  test('has what either record has, and is found by both addresses', async () => {
    const twice = [
      { agentNRDSID: '7', email: 'a@example.com', firstName: 'Ann', officeNRDSID: '' },
      { agentNRDSID: '7', email: 'b@example.com', firstName: '', phone: '555-0100', officeNRDSID: 'O1' },
    ];
    for (const list of [twice, twice.toReversed()]) {
      const { directory } = changing(list, []);
      expect(await directory.byNrdsId('7')).toMatchObject({
        firstName: 'Ann',
        phone: '555-0100',
        office: { nrdsId: 'O1' },
      });
      for (const email of ['a@example.com', 'B@example.com'])
        expect((await directory.byEmail(email))?.nrdsId).toBe('7');
      expect(await directory.addressOf('7')).toBe(list[0]?.email);
    }
  });

  test.each([
    ['once without an NRDS id', { firstName: 'Ann' }, 'ann@example.com'],
    ['once by another name, is two people', { firstName: 'Bob' }, ''],
  ])('%s', async (_, other, address) => {
    const ann = { agentNRDSID: '7', email: 'ann@example.com', firstName: 'Ann' };
    const { directory } = changing([{ ...ann, agentNRDSID: '', ...other }, ann], []);
    expect(await directory.addressOf('7')).toBe(address);
  });

  test('because the NRDS id came later keeps the address alone', async () => {
    const ann = { agentNRDSID: '', email: 'ann@example.com', firstName: 'Ann' };
    const newcomers: FlatRecord[] = [];
    const { directory, clock } = changing([ann, user(1)], newcomers);
    expect((await directory.byEmail('ann@example.com'))?.nrdsId).toBeNull();
    newcomers.push({ ...ann, agentNRDSID: '7' });
    clock.advance(5 * MINUTE);
    await directory.byNrdsId('7');
    expect(await directory.addressOf('7')).toBe('ann@example.com');
    expect((await directory.byEmail('ann@example.com'))?.nrdsId).toBe('7');
  });
});

describe('once the clock has been set back', () => {
  test('the whole list is read, even if the last full reload seems recent', async () => {
    const { directory, requests, clock } = changing(users(3), []);
    await directory.byNrdsId('1');
    clock.advance(40 * MINUTE);
    expect(await directory.byNrdsId('900')).toBeNull();
    clock.advance(-20 * MINUTE);
    expect(await directory.byNrdsId('900')).toBeNull();
    expect(requests().map(({ filter }) => filter)).toEqual([undefined, 'incremental', undefined]);
  });

  test('users whose list cannot be read are unknown, because nobody knows how old it is', async () => {
    let isBroken = false;
    const { directory, clock } = directoryOver((request) => {
      if (isBroken) throw unavailable();
      return batchOf(users(3), request);
    });
    await directory.byNrdsId('1');
    isBroken = true;
    clock.advance(-60 * MINUTE);
    await expect(directory.byNrdsId('1')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    isBroken = false;
    expect((await directory.byNrdsId('1'))?.nrdsId).toBe('1');
  });
});

describe('over time', () => {
  test('nothing is requested for five minutes, then the newcomers of the last hour are', async () => {
    const newcomers: FlatRecord[] = [];
    const { directory, requests, clock } = changing(users(150), newcomers);
    await directory.byNrdsId('1');
    newcomers.push(user(900), user(1, { firstName: 'Renamed' }));
    clock.advance(5 * MINUTE - 1);
    expect(await directory.byNrdsId('900')).toBeNull();
    expect(requests()).toHaveLength(2);
    clock.advance(1);
    expect((await directory.byNrdsId('900'))?.nrdsId).toBe('900');
    expect((await directory.byEmail('user1@example.com'))?.firstName).toBe('Renamed');
    expect((await directory.byNrdsId('149'))?.nrdsId).toBe('149');
    expect(requests().slice(2)).toEqual([
      { batch_size: 100, batch_no: 1, filter: 'incremental', incremental_type: 'hours', incremental_time: 1 },
    ]);
  });

  test('only the full reload before the end of an hour shows who left', async () => {
    const all = users(3);
    const { directory, requests, clock } = changing(all, []);
    await directory.byNrdsId('1');
    all.splice(1, 1);
    for (let minutes = 5; minutes < 60; minutes += 5) {
      clock.advance(5 * MINUTE);
      expect((await directory.byNrdsId('1'))?.nrdsId).toBe('1');
      expect(requests().filter(({ filter }) => filter === undefined)).toHaveLength(minutes < 55 ? 1 : 2);
      await settled();
    }
    expect(await directory.byNrdsId('1')).toBeNull();
    expect(await directory.byEmail('user1@example.com')).toBeNull();
    expect((await directory.byNrdsId('2'))?.nrdsId).toBe('2');
    expect(requests().filter(({ filter }) => filter === undefined)).toHaveLength(2);
  });

  test('all users are requested again after five minutes if there were none', async () => {
    const all: FlatRecord[] = [];
    const { directory, clock } = changing(all, []);
    expect(await directory.byNrdsId('1')).toBeNull();
    all.push(...users(3));
    clock.advance(5 * MINUTE);
    expect(await directory.byNrdsId('1')).toMatchObject({ nrdsId: '1' });
  });

  test('both intervals are configurable', async () => {
    const { directory, requests, clock } = directoryOver((request) => batchOf(users(3), request), {
      refreshSeconds: 10,
      reloadSeconds: 30,
    });
    for (let seconds = 0; seconds <= 60; seconds += 5) {
      await directory.byNrdsId('1');
      await settled();
      clock.advance(5_000);
    }
    const kinds = requests().map(({ filter }) => filter ?? 'whole');
    expect(kinds).toEqual(['whole', 'incremental', 'whole', 'incremental', 'whole', 'incremental', 'whole']);
  });

  test.each([
    [49, 1],
    [51, 2],
    [111, 3],
  ])('after %i minutes without a lookup, newcomers of the last %i hours are requested', async (minutes, hours) => {
    const newcomers: { readonly enabledAt: number; readonly record: FlatRecord }[] = [];
    const { directory, requests, clock } = directoryOver(
      (request) => {
        const since = clock.now() - (request.incremental_time ?? 0) * 60 * MINUTE;
        const come = newcomers.filter(({ enabledAt }) => enabledAt >= since).map(({ record }) => record);
        return batchOf(request.filter === 'incremental' ? come : users(3), request);
      },
      { reloadSeconds: 7_200 },
    );
    await directory.byNrdsId('1');
    clock.advance(MINUTE);
    newcomers.push({ enabledAt: clock.now(), record: user(901) });
    clock.advance((minutes - 1) * MINUTE);
    expect((await directory.byNrdsId('901'))?.nrdsId).toBe('901');
    expect(requests().map(({ incremental_time }) => incremental_time)).toEqual([undefined, hours]);
  });

  test('a full reload restarts the hour', async () => {
    const { directory, requests, clock } = changing(users(3), []);
    for (let minutes = 0; minutes <= 130; minutes += 5) {
      await directory.byNrdsId('1');
      await settled();
      clock.advance(5 * MINUTE);
    }
    const whole = requests().flatMap(({ filter }, index) => (filter === undefined ? [index * 5] : []));
    expect(whole).toEqual([0, 55, 110]);
  });
});

describe('a load that fails', () => {
  test('rejects all waiting lookups, is not cached, and is retried by the next one', async () => {
    let failures = 1;
    const { directory, requests } = directoryOver((request) => {
      failures -= 1;
      if (failures >= 0) throw unavailable();
      return batchOf(users(3), request);
    });
    const outcomes = await Promise.allSettled([directory.byNrdsId('1'), directory.byEmail('user1@example.com')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(requests()).toHaveLength(1);
    expect((await directory.byNrdsId('1'))?.nrdsId).toBe('1');
    expect(requests()).toHaveLength(2);
  });

  test('in a later batch leaves no partial directory', async () => {
    let isBroken = true;
    const { directory } = directoryOver((request) => {
      if (isBroken && request.batch_no === 2) throw unavailable();
      return batchOf(users(150), request);
    });
    await expect(directory.byNrdsId('1')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    isBroken = false;
    expect((await directory.byNrdsId('149'))?.nrdsId).toBe('149');
  });

  test('leaves the current directory in use for two hours, and is retried every 30 seconds', async () => {
    let isBroken = false;
    const { directory, requests, clock } = directoryOver((request) => {
      if (isBroken) throw unavailable();
      return batchOf(users(3), request);
    });
    await directory.byNrdsId('1');
    isBroken = true;
    clock.advance(5 * MINUTE);
    expect((await directory.byNrdsId('1'))?.nrdsId).toBe('1');
    await settled();
    clock.advance(MINUTE / 2 - 1);
    await directory.byNrdsId('1');
    expect(requests()).toHaveLength(2);
    clock.advance(1);
    await directory.byNrdsId('1');
    expect(requests()).toHaveLength(3);
    await settled();
    clock.advance(114.5 * MINUTE - 1);
    expect((await directory.byNrdsId('1'))?.nrdsId).toBe('1');
    clock.advance(1);
    await expect(directory.byNrdsId('1')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    isBroken = false;
    expect((await directory.byNrdsId('1'))?.nrdsId).toBe('1');
  });
});

test('a load has at most eight batches in flight, and leaves the other connections to reads', async () => {
  const all = users(2_000);
  let underWay = 0;
  let most = 0;
  const { directory, requests } = directoryOver(async (request) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return batchOf(all, request);
  });
  expect(await directory.byNrdsId('1999')).not.toBeNull();
  expect(requests()).toHaveLength(23);
  expect(most).toBe(8);
});
