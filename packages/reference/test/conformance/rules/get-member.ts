/** Rules of 4.11: members by user name and e-mail, in an array. */
import assert from 'node:assert/strict';
import { assertExactColumns } from '../assertions.ts';
import { memberColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import { membersOf, oneMember, sharingMembers, someMembers } from '../membership.ts';
import { type Rule, requireRecords } from '../rule.ts';

export const getMemberRules: readonly Rule[] = [
  ...commonRules(
    endpointOf('4.11', {
      assumedScope: 'account.read',
      request: ({ users }) => ({ email: users[0]?.['email'] }),
      optional: ['userName', 'email'],
    }),
  ),
  {
    id: '4.11.columns',
    sentence: 'the answer is an array of records with the nine columns of a member and no other',
    needs: ['seed'],
    async check(target) {
      assert.equal(memberColumns.length, 9);
      const { single, sharing } = await someMembers(target);
      requireRecords(single.length + sharing.length > 0, 'no active user is a member');
      assertExactColumns([...single, ...sharing.flat()], memberColumns);
    },
  },
  {
    id: '4.11.email',
    sentence: 'asked by e-mail, everyone found has that e-mail',
    needs: ['seed'],
    async check(target) {
      const { email } = await oneMember(target);
      for (const member of await membersOf(target, { email })) assert.equal(member['email'], email);
    },
  },
  {
    id: '4.11.user-name',
    sentence: 'asked by user name, the member with that user name is found',
    needs: ['seed'],
    async check(target) {
      const member = await oneMember(target);
      assert.deepEqual(await membersOf(target, { userName: member['userName'] }), [member]);
    },
  },
  {
    id: '4.11.both',
    sentence: 'asked by both, only who has both is found',
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const [first, second] = await sharingMembers(target);
      assert.deepEqual(await membersOf(target, { email: first?.['email'], userName: second?.['userName'] }), [second]);
      const { email } = await oneMember(target);
      assert.deepEqual(await membersOf(target, { email, userName: second?.['userName'] }), []);
    },
  },
  {
    id: '4.11.unknown',
    sentence: 'whoever is no member is answered with an empty array, and so is a part, a wildcard or a quote',
    isAssumed: true,
    async check(target) {
      for (const text of ['nobody-at-all@nowhere.example', '%', '*', '@', "' OR '1'='1"]) {
        assert.deepEqual(await membersOf(target, { email: text }), [], text);
        assert.deepEqual(await membersOf(target, { userName: text }), [], text);
      }
    },
  },
];
