/** Rules of 4.5: one transaction by its transId, in an array, without the transId. */
import assert from 'node:assert/strict';
import { type Fields, hasExactColumns, readRecords, succeeded } from '../answer.ts';
import { recordColumns } from '../columns.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

const PATH = '/fsforms/getTransById';
const ASKED = 25;

async function recordsOf(target: Target, transId: unknown): Promise<readonly Fields[]> {
  const answer = await target.call(PATH, { transId });
  succeeded(answer);
  return readRecords(answer.body);
}

export const getTransByIdRules: readonly Rule[] = [
  {
    id: '4.5.columns',
    section: '2.4',
    sentence: 'the answer is an array with one record of the summary and detail fields, without transId: 240 columns',
    basis: 'spec',
    async check(target) {
      assert.equal(recordColumns.length, 240);
      const { transactions } = await target.sample();
      const records = await recordsOf(target, transactions[0]?.['transId']);
      assert.equal(records.length, 1);
      hasExactColumns(records, recordColumns);
    },
  },
  {
    id: '4.5.same',
    section: '4.5',
    sentence: 'the record says the same as the full record of the list',
    basis: 'spec',
    async check(target) {
      for (const { transId, ...expected } of (await target.sample()).transactions.slice(0, ASKED)) {
        assert.deepEqual(await recordsOf(target, transId), [expected]);
      }
    },
  },
  {
    id: '4.5.unknown',
    section: '4.5',
    sentence: 'a transId that is none is answered with an empty array',
    basis: 'assumption',
    async check(target) {
      for (const transId of ['no-such-transaction', '0', '-1', '%', "' OR '1'='1"]) {
        assert.deepEqual(await recordsOf(target, transId), [], transId);
      }
    },
  },
];
