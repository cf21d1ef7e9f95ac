/** Rules of addTrans's rows 402 and 403 in section 7: invalid characters, invalid values, and no transaction left behind. */
import assert from 'node:assert/strict';
import { assertError, assertErrorBody } from '../assertions.ts';
import { addTransaction, countTransactions } from '../creation.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

const BAD_REQUEST = 'Bad Request';
const FAILURE = 'New Transaction Failure';
const REASON = /^Transaction creation failed: ./;

const textFields = ['transName', 'streetAddress', 'stateID', 'agentNRDSID'] as const;
const codeFields = ['propertyType', 'transactionType', 'propertyStatus'] as const;

async function assertCharacterRejected(target: Target, field: string, value: string): Promise<void> {
  const response = await addTransaction(target, { [field]: value });
  assert.equal(response.status, 402, `${field} of ${JSON.stringify(value)} was answered with ${response.status}`);
  assertError(response, 402, BAD_REQUEST, `Invalid Character found in ${value}`);
}

async function assertCreationFails(target: Target, field: string, values: readonly string[]): Promise<void> {
  for (const value of values) {
    const response = await addTransaction(target, { [field]: value });
    assert.equal(response.status, 403, `${field} of ${JSON.stringify(value)} was answered with ${response.status}`);
    assertError(response, 403, FAILURE, REASON);
  }
}

export const addTransRefusedRules: readonly Rule[] = [
  {
    id: '7.add-trans.402.bad-request',
    sentence:
      'an invalid character is 402 Bad Request and the message ends with the value: Invalid Character found in <value>',
    needs: ['write'],
    check: (target) => assertCharacterRejected(target, 'transName', 'A <b>bold</b> name'),
  },
  {
    id: '4.6.characters',
    sentence: 'control characters, < and > are invalid in every field',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      for (const field of [...textFields, ...codeFields]) {
        for (const value of ['a<', 'b>c', 'tab\there', 'line\nbreak', 'null\u0000', 'escape\u001b', 'delete\u007f']) {
          await assertCharacterRejected(target, field, value);
        }
      }
    },
  },
  {
    id: '7.add-trans.403.new-transaction-failure',
    sentence: 'a creation that fails is 403 and the message gives the reason: Transaction creation failed: <reason>',
    needs: ['write'],
    check: (target) => assertCreationFails(target, 'agentNRDSID', ['no-such-agent']),
  },
  {
    id: '4.6.codes.unknown',
    sentence: 'a code that its table does not have is 403',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      await assertCreationFails(target, 'propertyType', ['Z', 'A', 'Residential', 'CR', 'C|R']);
      await assertCreationFails(target, 'transactionType', ['Z', 'X', 'Listing', 'AP']);
      await assertCreationFails(target, 'propertyStatus', ['Z', 'C', 'Active', 'AN']);
    },
  },
  {
    id: '4.6.state.unknown',
    sentence: 'a stateID that is no two-letter state is 403',
    isAssumed: true,
    needs: ['write'],
    check: (target) => assertCreationFails(target, 'stateID', ['ZZ', 'California', '5', 'C']),
  },
  {
    id: '4.6.refused.nothing-left',
    sentence: 'a creation that is refused leaves no transaction behind',
    needs: ['write'],
    async check(target) {
      const before = await countTransactions(target);
      await addTransaction(target, { transName: 'a < b' });
      await addTransaction(target, { propertyType: 'Z' });
      await addTransaction(target, { propertyStatus: undefined });
      assert.equal(await countTransactions(target), before);
    },
  },
  {
    id: '7.add-trans.402-403.body',
    sentence: 'a 402 and a 403 have the body {title, type, status, detail} too',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      assertErrorBody(await addTransaction(target, { transName: 'a < b' }));
      assertErrorBody(await addTransaction(target, { agentNRDSID: 'no-such-agent' }));
    },
  },
];
