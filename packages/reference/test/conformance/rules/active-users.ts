/** Rules of 4.2: the record, the incremental filter, and the values rejected with 405. Batches have their own file. */
import assert from 'node:assert/strict';
import { assertError, assertErrorBody, assertExactColumns } from '../assertions.ts';
import { activeUserColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import { listAllUsers, listUsers, MAX_SIZE } from '../listing.ts';
import { type Rule, requireRecords } from '../rule.ts';
import type { Target } from '../target.ts';

const PATH = '/accounts/activeUsers';
const INVALID = 'Invalid Value in Parameters';

/** The sorted NRDSIDs of the agents who enabled the integration within the given time. */
async function enabledWithin(target: Target, type: string, time: unknown): Promise<string[]> {
  const fields = { filter: 'incremental', incremental_type: type, incremental_time: time };
  return (await listAllUsers(target, fields)).map((user) => String(user['agentNRDSID'])).sort();
}

async function assertTreatedAsOne(target: Target, times: readonly unknown[]): Promise<void> {
  for (const type of ['days', 'hours']) {
    const one = await enabledWithin(target, type, 1);
    for (const time of times) assert.deepEqual(await enabledWithin(target, type, time), one, `${time} ${type}`);
  }
  const [one, ninety] = [await enabledWithin(target, 'days', 1), await enabledWithin(target, 'days', 90)];
  requireRecords(ninety.length > one.length, 'nobody enabled the feature between 90 days and 1 day ago');
}

const successRules: readonly Rule[] = [
  ...commonRules(endpointOf('4.2', { request: () => ({}), optional: ['incremental_type', 'incremental_time'] })),
  {
    id: '4.2.columns',
    sentence: 'a record has the eight columns of an active user and no other',
    async check(target) {
      assert.equal(activeUserColumns.length, 8);
      assertExactColumns(await listAllUsers(target), activeUserColumns);
    },
  },
  {
    id: '4.2.each-once',
    sentence: 'every agent stands in the list once',
    async check(target) {
      const agents = (await listAllUsers(target)).map((user) => user['agentNRDSID']);
      assert.equal(new Set(agents).size, agents.length);
    },
  },
  {
    id: '4.2.filter.empty',
    sentence: 'an empty filter returns all records, like none',
    async check(target) {
      assert.deepEqual(await listAllUsers(target, { filter: '' }), await listAllUsers(target));
    },
  },
  {
    id: '4.2.filter.incremental',
    sentence: 'incremental returns only members that enabled the feature lately: more time, never fewer members',
    needs: ['seed'],
    async check(target) {
      const all = (await listAllUsers(target)).map((user) => String(user['agentNRDSID']));
      let wider = new Set(all);
      const counts = [wider.size];
      for (const days of [90, 60, 30, 14, 7, 2, 1]) {
        const within = await enabledWithin(target, 'days', days);
        for (const agent of within)
          assert.ok(wider.has(agent), `${agent}: within ${days} days, but not in the longer time`);
        wider = new Set(within);
        counts.push(wider.size);
      }
      requireRecords(new Set(counts).size >= 3, `all times have about the same members: ${counts.join(', ')}`);
    },
  },
  {
    id: '4.2.filter.incremental.record',
    sentence: 'incremental returns the same records as the whole list',
    needs: ['seed'],
    async check(target) {
      const all = new Map((await listAllUsers(target)).map((user) => [user['agentNRDSID'], user]));
      const some = await listAllUsers(target, {
        filter: 'incremental',
        incremental_type: 'days',
        incremental_time: 90,
      });
      requireRecords(some.length > 0, 'nobody enabled the feature in 90 days');
      for (const user of some) assert.deepEqual(user, all.get(user['agentNRDSID']));
    },
  },
  {
    id: '4.2.incremental-type',
    sentence: 'incremental_type is days or hours: 24 hours are one day, 72 hours are three',
    needs: ['seed'],
    async check(target) {
      const pairs = [1, 2, 3].map(async (days) => {
        const [inDays, inHours] = await Promise.all([
          enabledWithin(target, 'days', days),
          enabledWithin(target, 'hours', days * 24),
        ]);
        assert.deepEqual(inHours, inDays, `${days} days`);
        return inDays.length;
      });
      const counts = await Promise.all(pairs);
      const oneHour = await enabledWithin(target, 'hours', 1);
      requireRecords(Math.max(...counts) > oneHour.length, 'nobody enabled the feature between 3 days and 1 hour ago');
    },
  },
  {
    id: '4.2.incremental-time.out-of-range',
    sentence: 'an incremental_time below 0 or above 90 is treated as 1',
    needs: ['seed'],
    check: (target) => assertTreatedAsOne(target, [-1, -90, 91, 1000, 2 ** 53, 1e300, -1e300]),
  },
  {
    id: '4.2.incremental-time.zero',
    sentence: 'an incremental_time of 0 is outside 1 to 90 and so treated as 1',
    isAssumed: true,
    needs: ['seed'],
    check: (target) => assertTreatedAsOne(target, [0]),
  },
  {
    id: '4.2.incremental.ignored',
    sentence: 'incremental_type and incremental_time without filter=incremental change nothing',
    async check(target) {
      const fields = { incremental_type: 'hours', incremental_time: 1 };
      assert.deepEqual(await listAllUsers(target, fields), await listAllUsers(target));
    },
  },
];

interface InvalidValue {
  readonly id: string;
  readonly parameter: string;
  readonly isAssumed?: true;
  readonly values: readonly unknown[];
  readonly with?: object;
}

const incremental = { filter: 'incremental', incremental_type: 'days', incremental_time: 3 };

const invalidValues: readonly InvalidValue[] = [
  { id: '4.2.filter.invalid', parameter: 'filter', values: ['sometimes', 'Incremental '] },
  {
    id: '4.2.incremental-type.invalid',
    parameter: 'incremental_type',
    values: ['weeks', 'day'],
    with: incremental,
  },
  {
    id: '4.2.incremental-time.invalid',
    parameter: 'incremental_time',
    isAssumed: true,
    values: ['soon', 1.5, true],
    with: incremental,
  },
  {
    id: '4.2.batch-size.invalid',
    parameter: 'batch_size',
    isAssumed: true,
    values: [0, -1, MAX_SIZE + 1, 'many', 2.5, true],
  },
  {
    id: '4.2.batch-no.invalid',
    parameter: 'batch_no',
    isAssumed: true,
    values: [0, -1, 'first', 1.5, true, 1e300],
  },
];

const invalid: readonly Rule[] = invalidValues.map((row) => ({
  id: row.id,
  sentence: `${row.parameter} of ${row.values.map((value) => JSON.stringify(value)).join(', ')} is 405 Invalid Value in ${row.parameter}`,
  isAssumed: row.isAssumed,
  async check(target) {
    for (const value of row.values) {
      const response = await target.call(PATH, { ...row.with, [row.parameter]: value });
      assertError(response, 405, INVALID, `Invalid Value in ${row.parameter}`);
    }
  },
}));

const errors: readonly Rule[] = [
  {
    id: '7.active-users.405.invalid-value-in-parameters',
    sentence: 'an invalid value is 405 Invalid Value in Parameters and the message names the parameter',
    async check(target) {
      const response = await target.call(PATH, { filter: 'no such filter' });
      assertError(response, 405, INVALID, 'Invalid Value in filter');
    },
  },
  {
    id: '7.active-users.405.body',
    sentence: 'a 405 has the body {title, type, status, detail} too',
    isAssumed: true,
    check: async (target) => assertErrorBody(await target.call(PATH, { filter: 'no such filter' })),
  },
  {
    id: '4.2.incremental.required',
    sentence: 'incremental without incremental_type or incremental_time is 400 and the message names it',
    isAssumed: true,
    async check(target) {
      for (const field of ['incremental_type', 'incremental_time'] as const) {
        const { [field]: _, ...rest } = incremental;
        assertError(await target.call(PATH, rest), 400, 'Missing Required Parameter', new RegExp(`\\b${field}\\b`));
      }
    },
  },
  {
    id: '4.2.wrapper',
    sentence: 'the answer is one object with meta and data, not an array',
    check: async (target) => void (await listUsers(target)),
  },
];

export const activeUserRules: readonly Rule[] = [...successRules, ...invalid, ...errors];
