/** Rules of 4.14 to 4.16: shareApp, which the specification hardly describes, and the two ticket endpoints. */
import assert from 'node:assert/strict';
import { assertSuccess, readRecords } from '../assertions.ts';
import { endpoints } from '../endpoints.ts';
import { idPart, type Rule } from '../rule.ts';

const ticketEndpoints = endpoints.filter(({ name }) => name === 'create-ticket' || name === 'registration-ticket');

export const ticketRules: readonly Rule[] = [
  ...ticketEndpoints.map(
    ({ path, section, request }): Rule => ({
      id: `${section}.${idPart('answer')}`,
      section,
      sentence: `${path} answers status, title and detail`,
      basis: 'spec',
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
    section: '4.14',
    sentence: 'shareApp takes any object and answers it back with a status of 200',
    basis: 'assumption',
    needs: ['write'],
    async check(target) {
      const fields = { email: 'friend@nowhere.example', message: 'Have a look', more: [1, { deep: true }] };
      const response = await target.call('/thlmobile/shareApp', fields);
      assertSuccess(response);
      assert.deepEqual(response.body, { ...fields, status: 200 });
    },
  },
];
