/**
 * Rules of what is accepted in two notations: as the specification has it, and as the service's public documentation shows it. The
 * answers are the same.
 */
import assert from 'node:assert/strict';
import { assertSuccess, readRecords } from '../assertions.ts';
import { oneMember } from '../membership.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

/** Asserts that the requests have the same answer. */
async function assertSameAnswer(target: Target, path: string, ...requests: readonly object[]): Promise<void> {
  const texts = new Set<string>();
  for (const request of requests) {
    const response = await target.call(path, request);
    assertSuccess(response);
    texts.add(response.text);
  }
  assert.equal(texts.size, 1, `${path} answers ${JSON.stringify(requests)} alike`);
}

const blankOf: readonly [id: string, path: string, blanks: readonly string[]][] = [
  ['4.2', '/accounts/activeUsers', ['batch_size', 'batch_no', 'filter', 'incremental_type', 'incremental_time']],
  ['4.4', '/fsforms/listTrans', ['batch_size', 'batch_no', 'sort', 'full_details']],
  ['4.10', '/fsforms/listFiles', ['filter']],
  ['4.11', '/thlmobile/getMember', ['userName']],
];

const blankRules = blankOf.map(
  ([section, path, names]): Rule => ({
    id: `${section}.blank`,
    sentence: `an optional parameter of ${path} may be blank, which is the same as to leave it out`,
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const { agent, transactions } = await target.sample();
      const { email } = await oneMember(target);
      const given = { filter: `NRDSID=<${agent}>`, transId: transactions[0]?.['transId'], email };
      const request = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
      const blanks = Object.fromEntries(names.map((name) => [name, '']));
      await assertSameAnswer(target, path, request, { ...request, ...blanks });
    },
  }),
);

export const bothNotationsRules: readonly Rule[] = [
  ...blankRules,
  {
    id: '4.4.filter.comma',
    sentence: 'the keys of a filter are separated by a comma, with or without a space',
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const { agent } = await target.sample();
      const filters = [', ', ','].map((comma) => ({ filter: `NRDSID=<${agent}>${comma}propertyStatus=<A|P>` }));
      await assertSameAnswer(target, '/fsforms/listTrans', ...filters);
    },
  },
  {
    id: '4.2.filter.bracketed',
    sentence: 'filter=<incremental> is the same as incremental',
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const period = { incremental_type: 'days', incremental_time: 90, batch_size: 5 };
      const filters = ['incremental', 'filter=<incremental>'].map((filter) => ({ ...period, filter }));
      await assertSameAnswer(target, '/accounts/activeUsers', ...filters);
    },
  },
  {
    id: '4.12.passcode.text',
    sentence: 'passcodeReturn may be the text true or false: true returns a passcode, false does not',
    isAssumed: true,
    needs: ['write', 'seed'],
    async check(target) {
      const { email } = await oneMember(target);
      for (const passcodeReturn of ['true', 'false']) {
        const request = { email, url: target.mobileUrl, passcodeReturn };
        const response = await target.call('/thlmobile/userRegistration', request);
        assertSuccess(response);
        const [body] = readRecords([response.body]);
        assert.equal(Object.hasOwn(body ?? {}, 'passcode'), passcodeReturn === 'true');
      }
    },
  },
];
