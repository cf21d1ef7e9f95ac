/** Rules of 4.3: one account by the member's e-mail, in an array. */
import assert from 'node:assert/strict';
import { assertExactColumns, assertSuccess, type Fields, readRecords } from '../assertions.ts';
import { accountColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import { type Rule, requireRecords } from '../rule.ts';
import type { Target } from '../target.ts';

const PATH = '/accounts/getAccount';
const SAMPLE_SIZE = 10;

async function accountsOf(target: Target, emailId: unknown): Promise<readonly Fields[]> {
  const response = await target.call(PATH, { emailId });
  assertSuccess(response);
  return readRecords(response.body);
}

async function someUsers(target: Target): Promise<readonly Fields[]> {
  const { users } = await target.sample();
  requireRecords(users.length > 0, 'there is no active user');
  return users.slice(0, SAMPLE_SIZE);
}

export const getAccountRules: readonly Rule[] = [
  ...commonRules(endpointOf('4.3', { request: ({ users }) => ({ emailId: users[0]?.['email'] }) })),
  {
    id: '4.3.columns',
    sentence: 'the answer is an array of one record with the six columns of an account and no other',
    needs: ['seed'],
    async check(target) {
      assert.equal(accountColumns.length, 6);
      for (const { email } of await someUsers(target)) {
        const accounts = await accountsOf(target, email);
        assert.equal(accounts.length, 1);
        assertExactColumns(accounts, accountColumns);
      }
    },
  },
  {
    id: '4.3.member',
    sentence: 'the account is that of the member with this e-mail, and agrees with the list of active users',
    needs: ['seed'],
    async check(target) {
      for (const user of await someUsers(target)) {
        const [account] = await accountsOf(target, user['email']);
        for (const column of ['firstName', 'lastName', 'email', 'phone', 'memberType']) {
          assert.deepEqual(account?.[column], user[column], column);
        }
      }
    },
  },
  {
    id: '4.3.account-id',
    sentence: 'accountID is given, tells members apart and does not change',
    needs: ['seed'],
    async check(target) {
      const users = await someUsers(target);
      const read = () =>
        Promise.all(users.map(async ({ email }) => (await accountsOf(target, email))[0]?.['accountID']));
      const ids = await read();
      assert.ok(ids.every((id) => id !== undefined && id !== null && id !== ''));
      assert.equal(new Set(ids).size, users.length);
      assert.deepEqual(await read(), ids);
    },
  },
  {
    id: '4.3.unknown',
    sentence: 'an e-mail that no member has is answered with an empty array',
    isAssumed: true,
    async check(target) {
      assert.deepEqual(await accountsOf(target, 'nobody-at-all@nowhere.example'), []);
    },
  },
  {
    id: '4.3.whole-text',
    sentence: 'a part of an e-mail, a wildcard or a quote matches nobody',
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const [user] = await someUsers(target);
      const email = String(user?.['email']);
      for (const part of [email.slice(1), email.slice(0, -1), '%', '*', "' OR '1'='1"]) {
        assert.deepEqual(await accountsOf(target, part), [], part);
      }
    },
  },
];
