/** Rules of 4.10: the files of a transaction, what the list says about them, and its filter. */
import assert from 'node:assert/strict';
import { assertError, assertExactColumns, type Fields } from '../assertions.ts';
import { fileColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { newTransaction } from '../creation.ts';
import { endpointOf } from '../endpoint.ts';
import { casesOf, FILE_NAMES, fileFilterKeys, newTransactionWithFiles, transactionWithFiles } from '../file-filters.ts';
import { listFiles, requestFileList, storeFile } from '../files.ts';
import { idPart, type Rule } from '../rule.ts';

const idsOf = (files: readonly Fields[]) => files.map((file) => file['fileID']);

const filterRules: readonly Rule[] = fileFilterKeys.map((key) => ({
  id: `4.10.filter.${idPart(key)}`,
  sentence: `${key}=<value> gives exactly the files that match`,
  needs: ['write'],
  async check(target) {
    const transId = await transactionWithFiles(target);
    const { data: files } = await listFiles(target, transId);
    for (const { filter, matches } of casesOf(key, files)) {
      assert.deepEqual(idsOf((await listFiles(target, transId, filter)).data), idsOf(files.filter(matches)), filter);
    }
  },
}));

export const listFilesRules: readonly Rule[] = [
  ...commonRules(
    endpointOf('4.10', {
      assumedScope: 'transactions.read',
      request: ({ transactions }) => ({ transId: transactions[0]?.['transId'] }),
    }),
  ),
  {
    id: '4.10.columns',
    sentence: 'a file has its six columns and no other',
    needs: ['write'],
    async check(target) {
      assert.equal(fileColumns.length, 6);
      assertExactColumns((await listFiles(target, await transactionWithFiles(target))).data, fileColumns);
    },
  },
  {
    id: '4.10.meta',
    sentence: 'meta holds total alone, the number of files of the transaction',
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (let count = 1; count <= 3; count += 1) {
        await storeFile(target, transId, `${count}.pdf`);
        const { total, data } = await listFiles(target, transId);
        assert.deepEqual([total, data.length], [count, count]);
      }
    },
  },
  {
    id: '4.10.none',
    sentence: 'a transaction without files has an empty list, and total 0',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      assert.deepEqual(await listFiles(target, await newTransaction(target)), { total: 0, data: [] });
    },
  },
  {
    id: '4.10.own',
    sentence: 'the list holds the files of its transaction, in the order of their uploads, and of no other',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const [one, other] = [await transactionWithFiles(target), await newTransaction(target)];
      await storeFile(target, other, 'other.pdf');
      const { data } = await listFiles(target, one);
      assert.deepEqual(
        data.map((file) => file['fileName']),
        [...FILE_NAMES],
      );
    },
  },
  {
    id: '4.10.folder',
    sentence: 'every file has a fileFolderID and a fileID, and the fileID is its own',
    needs: ['write'],
    async check(target) {
      const lists = [await transactionWithFiles(target), await newTransactionWithFiles(target)];
      const files = (await Promise.all(lists.map((transId) => listFiles(target, transId)))).flatMap(({ data }) => data);
      assert.ok(files.every((file) => ![undefined, null, ''].includes(file['fileFolderID'] as string)));
      assert.equal(new Set(idsOf(files)).size, 2 * FILE_NAMES.length);
    },
  },
  {
    id: '4.10.timestamps',
    sentence: 'insertDate and lastUpdateDate of a file are ISO 8601 with offset',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      for (const file of (await listFiles(target, await transactionWithFiles(target))).data) {
        for (const column of ['insertDate', 'lastUpdateDate']) {
          assert.match(String(file[column]), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/);
        }
      }
    },
  },
  ...filterRules,
  {
    id: '4.10.filter.several',
    sentence: 'several keys are separated by commas, and a file must match all of them',
    needs: ['write'],
    async check(target) {
      const transId = await transactionWithFiles(target);
      const [, second] = (await listFiles(target, transId)).data;
      const filter = (since: string) => `fileID=<${second?.['fileID']}>,insertDate_min=<${since}>`;
      assert.deepEqual((await listFiles(target, transId, filter(String(second?.['insertDate'])))).data, [second]);
      assert.deepEqual((await listFiles(target, transId, filter('2999-12-31'))).data, []);
    },
  },
  {
    id: '4.10.filter.total',
    sentence: 'meta.total counts the files of the transaction, also those that the filter leaves out',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const { total, data } = await listFiles(target, await transactionWithFiles(target), 'fileID=<0>');
      assert.deepEqual([total, data.length], [FILE_NAMES.length, 0]);
    },
  },
  {
    id: '4.10.filter.empty',
    sentence: 'an empty filter is none',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await transactionWithFiles(target);
      assert.deepEqual(await listFiles(target, transId, ''), await listFiles(target, transId));
    },
  },
  {
    id: '4.10.filter.foreign',
    sentence: 'the fileID of another transaction finds nothing',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const [one, other] = [await transactionWithFiles(target), await newTransaction(target)];
      const [file] = (await listFiles(target, one)).data;
      assert.deepEqual(await listFiles(target, other, `fileID=<${file?.['fileID']}>`), { total: 0, data: [] });
    },
  },
  {
    id: '4.10.filter.invalid',
    sentence:
      'a key that is unknown, given twice or without brackets, a reserved character in a value, and a date that is none, are 404 Invalid Filter: <filter>',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (const filter of [
        'fileName=<one.pdf>',
        'NRDSID=<1>',
        'fileID=1',
        'fileID=<>',
        'fileID=<1|2>',
        'fileID=<1>,fileID=<2>',
        'fileID=<1>;insertDate=<2026-01-01>',
        'insertDate=<yesterday>',
        'insertDate=<2026-02-30>',
        'insertDate_range=<2026-01-01 - 2026-01-31>',
      ]) {
        const response = await requestFileList(target, transId, filter);
        assert.equal(response.status, 404, `${filter} was answered with ${response.status}`);
        assertError(response, 404, 'Bad Request', `Invalid Filter: ${filter}`);
      }
    },
  },
];
