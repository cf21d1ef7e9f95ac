// What tells a record of a list from the others when the list is read again.
import { expect, test } from 'vitest';
import { transactionFingerprints } from '../../../src/gateway/paging/record-fingerprints.ts';
import { summaryRecord } from '../../support/transaction-record.ts';

const fingerprintOf = transactionFingerprints({ field: 'STATUS', direction: 'ASC' });
const known = fingerprintOf(summaryRecord);

test.each(['insertDate', 'transName', 'realtorName', 'propertyType', 'transactionType'])(
  'a summary with another %s is another record',
  (column) => {
    expect(fingerprintOf({ ...summaryRecord, [column]: 'other' }).summary).not.toBe(known.summary);
  },
);

test('a record whose sorted column has another value is the same one, elsewhere', () => {
  const { sortKey, ...identity } = fingerprintOf({ ...summaryRecord, propertyStatus: 'other' });
  expect(sortKey).not.toBe(known.sortKey);
  expect({ sortKey: known.sortKey, ...identity }).toEqual(known);
});
