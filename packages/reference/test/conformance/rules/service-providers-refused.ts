/** Rules of what serviceproviders rejects (2.7, 4.9, 7): unexpected values (411), missing ones (400), invalid characters (402). */
import assert from 'node:assert/strict';
import { assertError, assertErrorBody } from '../assertions.ts';
import { newTransaction } from '../creation.ts';
import { addProviders, type Entry, entry, entryWith, readTransaction } from '../providing.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

const MISSING = 'Missing Required Parameter';
const UNEXPECTED = 'Unexpected Value in the parameter';

interface Rejection {
  readonly id: string;
  readonly sentence: string;
  readonly isAssumed?: true;
  readonly status: 400 | 411;
  readonly data: readonly (readonly Entry[])[];
}

const rejections: readonly Rejection[] = [
  {
    id: '7.serviceproviders.411.unexpected-value-in-the-parameter',
    sentence: 'a spType that is none is 411 Unexpected Value in the parameter',
    status: 411,
    data: [[entryWith({ spType: 'NO_SUCH_TYPE' })]],
  },
  {
    id: '4.9.type.case',
    sentence: 'a spType in another spelling is 411',
    isAssumed: true,
    status: 411,
    data: [[entryWith({ spType: 'escrow' })], [entryWith({ spType: 'Property Appraisal' })]],
  },
  {
    id: '4.9.phone-and-fax',
    sentence: 'an entry with both Phone and Fax is 411',
    isAssumed: true,
    status: 411,
    data: [[entryWith({ Fax: '(201) 555-0101' })]],
  },
  {
    id: '4.9.type.twice',
    sentence: 'the same spType twice in one request is 411',
    isAssumed: true,
    status: 411,
    data: [[entry, entryWith({ Company: 'Another' })]],
  },
  {
    id: '4.9.appraisal-agent',
    sentence: 'an AgentName of PROPERTY_APPRAISAL, which has no column for it, is 411',
    isAssumed: true,
    status: 411,
    data: [[entryWith({ spType: 'PROPERTY_APPRAISAL' })]],
  },
  {
    id: '4.9.unknown-field',
    sentence: 'a field that 2.7 does not name, and a value that is no text, is 411',
    isAssumed: true,
    status: 411,
    data: [[entryWith({ Website: 'https://conformance.example' })], [entryWith({ Company: 5 })]],
  },
  {
    id: '4.9.entry.required',
    sentence: 'an entry without one of its fields, or with a blank one other than Represents, is 400',
    isAssumed: true,
    status: 400,
    data: [
      ...['spType', 'Company', 'AgentName', 'CompanyAddress', 'Email'].flatMap((field) => [
        [entryWith({ [field]: undefined })],
        [entryWith({ [field]: '' })],
      ]),
      [entryWith({ Represents: undefined })],
    ],
  },
  {
    id: '4.9.phone-or-fax',
    sentence: 'an entry with neither Phone nor Fax is 400',
    isAssumed: true,
    status: 400,
    data: [[entryWith({ Phone: undefined })], [entryWith({ Phone: '', Fax: '' })]],
  },
  {
    id: '4.9.no-entry',
    sentence: 'data without an entry is 400',
    isAssumed: true,
    status: 400,
    data: [[]],
  },
];

async function assertRejected(target: Target, { status, data }: Rejection): Promise<void> {
  const transId = await newTransaction(target);
  const before = await readTransaction(target, transId);
  for (const entries of data) {
    const response = await addProviders(target, transId, entries);
    assert.equal(response.status, status, `${JSON.stringify(entries)} was answered with ${response.status}`);
    assertError(response, status, status === 400 ? MISSING : UNEXPECTED);
    assertErrorBody(response);
  }
  assert.deepEqual(await readTransaction(target, transId), before);
}

export const serviceProviderRefusedRules: readonly Rule[] = [
  ...rejections.map((rejection): Rule => {
    const { id, sentence, isAssumed } = rejection;
    return { id, sentence, isAssumed, needs: ['write'], check: (target) => assertRejected(target, rejection) };
  }),
  {
    id: '7.serviceproviders.402.bad-request',
    sentence: 'an invalid character in an entry is 402 Bad Request: Invalid Character found in <value>',
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (const field of ['Represents', 'Company', 'AgentName', 'CompanyAddress', 'Email', 'Phone']) {
        const response = await addProviders(target, transId, [entryWith({ [field]: 'a <b>' })]);
        assertError(response, 402, 'Bad Request', 'Invalid Character found in a <b>');
      }
    },
  },
  {
    id: '4.9.trans-id.unknown',
    sentence: 'a transId that is none is 400 and the message names it',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      for (const transId of ['no-such-transaction', '0', '-1']) {
        assertError(await addProviders(target, transId, [entry]), 400, MISSING, /\btransId\b/);
      }
    },
  },
  {
    id: '4.9.agent.another',
    sentence: 'an agentNRDSID that is not the transaction’s is 400 and the message names it',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const { otherAgent } = await target.sample();
      for (const agentNRDSID of ['no-such-agent', ...(otherAgent === null ? [] : [otherAgent])]) {
        assertError(await addProviders(target, transId, [entry], { agentNRDSID }), 400, MISSING, /\bagentNRDSID\b/);
      }
    },
  },
];
