/** Rules of 4.14 to 4.16: shareApp, which the specification hardly describes, and the two ticket endpoints. */
import assert from 'node:assert/strict';
import { assertSuccess, readRecords } from '../assertions.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import type { Rule } from '../rule.ts';

const shareApp = endpointOf('4.14', { assumedScope: 'account.read', request: () => ({}), outcome: 'written' });

export const createTicket = endpointOf('4.15', {
  assumedScope: 'account.read',
  request: () => ({ userName: 'conformance', title: 'Conformance check', description: 'Nothing is wrong' }),
  outcome: 'written',
});

export const registrationTicket = endpointOf('4.16', {
  assumedScope: 'account.read',
  request: () => ({
    userName: 'conformance',
    name: 'Conformance Check',
    email: 'conformance@nowhere.example',
    phone: '(201) 555-0100',
    description: 'Nobody wants in',
  }),
  outcome: 'written',
});

export const ticketRules: readonly Rule[] = [
  ...[shareApp, createTicket, registrationTicket].flatMap(commonRules),
  ...[createTicket, registrationTicket].map(
    ({ path, section, request }): Rule => ({
      id: `${section}.answer`,
      sentence: `${path} answers status, title and detail`,
      needs: ['write'],
      async check(target) {
        const response = await target.call(path, request(await target.sample()));
        assertSuccess(response);
        const [body] = readRecords([response.body]);
        assert.deepEqual(Object.keys(body ?? {}).sort(), ['detail', 'status', 'title']);
        assert.equal(Number(body?.['status']), 200);
      },
    }),
  ),
  {
    id: '4.14.echo',
    sentence: 'shareApp takes any object and answers it back with a status of 200',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const fields = { email: 'friend@nowhere.example', message: 'Have a look', more: [1, { deep: true }] };
      const response = await target.call('/thlmobile/shareApp', fields);
      assertSuccess(response);
      assert.deepEqual(response.body, { ...fields, status: 200 });
    },
  },
];
