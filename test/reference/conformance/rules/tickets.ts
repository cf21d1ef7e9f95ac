/** Rules of 4.14 to 4.16: shareApp, as far as anyone can know it, and the two tickets. */
import assert from 'node:assert/strict';
import { readRecords, succeeded } from '../answer.ts';
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
        const answer = await target.call(path, request(await target.sample()));
        succeeded(answer);
        const [body] = readRecords([answer.body]);
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
      const answer = await target.call('/thlmobile/shareApp', fields);
      succeeded(answer);
      assert.deepEqual(answer.body, { ...fields, status: 200 });
    },
  },
];
