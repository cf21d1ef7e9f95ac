/** Rules of 4.4 about the records of the list. Filter, sort, batches and rejections have their own files. */
import assert from 'node:assert/strict';
import { assertExactColumns } from '../assertions.ts';
import { fullColumns, summaryColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import { type ListRequest, listTransactions, MAX_SIZE } from '../listing.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

async function list(target: Target, request: Omit<ListRequest, 'agent'> = {}) {
  return listTransactions(target, { agent: (await target.sample()).agent, ...request });
}

export const listTrans = endpointOf('4.4', { request: ({ agent }) => ({ filter: `NRDSID=<${agent}>` }) });

export const listTransRules: readonly Rule[] = [
  ...commonRules(listTrans),
  {
    id: '4.4.wrapper',
    sentence: 'the answer is an array holding one object with meta and data',
    check: async (target) => void (await list(target)),
  },
  {
    id: '4.4.full-details.true',
    sentence: 'with full_details true each record has the summary fields, all detail fields and transId',
    async check(target) {
      assertExactColumns((await target.sample()).transactions, fullColumns);
    },
  },
  {
    id: '4.4.full-details.false',
    sentence: 'with full_details false each record has the seven summary fields, and no transId',
    async check(target) {
      assert.equal(summaryColumns.length, 7);
      assertExactColumns((await list(target, { full: false, size: MAX_SIZE })).data, summaryColumns);
    },
  },
  {
    id: '4.4.full-details.default',
    sentence: 'full_details is false by default',
    async check(target) {
      assert.deepEqual(await list(target), await list(target, { full: false }));
    },
  },
  {
    id: '4.4.full-details.same',
    sentence: 'a summary says the same as the full record in its place',
    async check(target) {
      const [summary, full] = [
        await list(target, { full: false, size: MAX_SIZE }),
        await list(target, { full: true, size: MAX_SIZE }),
      ];
      const summaries = full.data.map((record) =>
        Object.fromEntries(summaryColumns.map((column) => [column, record[column]])),
      );
      assert.deepEqual(summary.data, summaries);
      assert.equal(summary.max, full.max);
    },
  },
  {
    id: '4.4.codes',
    sentence: 'propertyType, transactionType and propertyStatus are codes of the tables',
    isAssumed: true,
    async check(target) {
      for (const record of (await target.sample()).transactions) {
        assert.match(String(record['propertyType']), /^[CRVF]$/);
        assert.match(String(record['transactionType']), /^[APGL]$/);
        assert.match(String(record['propertyStatus']), /^[XEPWANLTR]$/);
      }
    },
  },
  {
    id: '4.4.timestamps',
    sentence: 'a timestamp is ISO 8601 with offset, or a date',
    isAssumed: true,
    async check(target) {
      const columns = fullColumns.filter((column) => column.endsWith('Date'));
      assert.equal(columns.length, 8);
      for (const record of (await target.sample()).transactions) {
        for (const column of columns) {
          assert.match(
            String(record[column] ?? ''),
            /^(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?)?$/,
            column,
          );
        }
      }
    },
  },
];
