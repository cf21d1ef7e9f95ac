/** Rules of 4.5: one transaction by its transId, in an array, without the transId. */
import assert from 'node:assert/strict';
import { assertExactColumns, assertSuccess, type Fields, readRecords } from '../assertions.ts';
import { recordColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

const PATH = '/fsforms/getTransById';
const SAMPLE_SIZE = 25;

async function recordsOf(target: Target, transId: unknown): Promise<readonly Fields[]> {
  const response = await target.call(PATH, { transId });
  assertSuccess(response);
  return readRecords(response.body);
}

export const getTransByIdRules: readonly Rule[] = [
  ...commonRules(endpointOf('4.5', { request: ({ transactions }) => ({ transId: transactions[0]?.['transId'] }) })),
  {
    id: '4.5.columns',
    sentence: 'the answer is an array with one record of the summary and detail fields, without transId',
    async check(target) {
      const { transactions } = await target.sample();
      const records = await recordsOf(target, transactions[0]?.['transId']);
      assert.equal(records.length, 1);
      assertExactColumns(records, recordColumns);
    },
  },
  {
    id: '4.5.same',
    sentence: 'the record says the same as the full record of the list',
    async check(target) {
      for (const { transId, ...expected } of (await target.sample()).transactions.slice(0, SAMPLE_SIZE)) {
        assert.deepEqual(await recordsOf(target, transId), [expected]);
      }
    },
  },
  {
    id: '4.5.unknown',
    sentence: 'a transId that is none is answered with an empty array',
    isAssumed: true,
    async check(target) {
      for (const transId of ['no-such-transaction', '0', '-1', '%', "' OR '1'='1"]) {
        assert.deepEqual(await recordsOf(target, transId), [], transId);
      }
    },
  },
];
