/**
 * The suite judges itself: ids are unique and well formed, and no error row, filter key, sort category or code table of the
 * specification is without its rule. The lists are typed here once more, from the specification's text.
 */
import { describe, expect, test } from 'vitest';
import { accountColumns, activeUserColumns, fullColumns, recordColumns, summaryColumns } from './columns.ts';
import { idPart } from './rule.ts';
import { rules } from './rules/index.ts';

/** The rows of section 7 of the endpoints that have rules so far. */
const errorRows = [
  ['token', 400, 'Unsupported Grant Type'],
  ['token', 400, 'Invalid Request'],
  ['token', 401, 'Invalid Credentials'],
  ['activeUsers', 401, 'Access Denied'],
  ['activeUsers', 400, 'Missing Required Parameter'],
  ['activeUsers', 405, 'Invalid Value in Parameters'],
  ['getAccount', 401, 'Access Denied'],
  ['getAccount', 400, 'Missing Required Parameter'],
  ['listTrans', 400, 'Missing Required Parameter'],
  ['listTrans', 401, 'Access Denied'],
  ['listTrans', 403, 'New Transaction Failure'],
  ['listTrans', 404, 'List Transactions Request Failure'],
  ['getTransById', 401, 'Access Denied'],
  ['getTransById', 400, 'Missing Required Parameter'],
  ['addTrans', 400, 'Missing Required Parameter'],
  ['addTrans', 401, 'Access Denied'],
  ['addTrans', 402, 'Bad Request'],
  ['addTrans', 403, 'New Transaction Failure'],
] as const;

/** Rows that no request is known to provoke, with the reason. */
const exempt = new Map([
  ['7.list-trans.403.new-transaction-failure', 'a list creates no transaction: the specification names no condition'],
]);

const filterKeys = [
  'NRDSID',
  'realtorName',
  'lastUpdateDate',
  'insertDate',
  'listingStartDate',
  'listingExpDate',
  'purchaseAgreementDate',
  'earnestMoneyDueDate',
  'closingDate',
  'propertyType',
  'transactionType',
  'propertyStatus',
  'insertDate_min',
  'lastUpdateDate_since',
  'closingDate_range',
];

const sortCategories = [
  'transName',
  'realtorName',
  'insertDate',
  'lastUpdateDate',
  'propertyType',
  'transactionType',
  'propertyStatus',
  'listingPrice',
  'listingStartDate',
  'listingExpDate',
  'purchasePrice',
  'purchaseAgreementDate',
  'earnestMoneyDueDate',
  'closingDate',
];

const ids = rules.map((rule) => rule.id);

describe('the conformance suite', () => {
  test('gives every rule an id of its own', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.filter((id) => !/^\d+(\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  test('gives every rule a sentence and a section of the specification', () => {
    expect(rules.filter(({ sentence }) => sentence.length < 20 || sentence.endsWith('.'))).toEqual([]);
    expect(rules.filter(({ section }) => !/^[2-8](\.\d+)?$/.test(section))).toEqual([]);
  });

  test.each(errorRows)('has a rule from the specification for %s %i %s', (endpoint, status, type) => {
    const id = `7.${idPart(endpoint)}.${status}.${idPart(type.replaceAll(' ', '-'))}`;
    if (exempt.has(id)) expect(ids).not.toContain(id);
    else expect(rules.find((rule) => rule.id === id)?.basis).toBe('spec');
  });

  test.each(filterKeys)('has a rule from the specification for the filter key %s', (key) => {
    expect(rules.find((rule) => rule.id === `4.4.filter.${idPart(key)}`)?.basis).toBe('spec');
  });

  test.each(sortCategories)('has rules from the specification for the sort category %s, both ways', (category) => {
    for (const direction of ['', '.asc', '.desc']) {
      expect(rules.find((rule) => rule.id === `4.4.sort.${idPart(category)}${direction}`)?.basis).toBe('spec');
    }
  });

  test.each([
    ['active user', activeUserColumns, 8],
    ['account', accountColumns, 6],
    ['summary', summaryColumns, 7],
    ['record of getTransById', recordColumns, 240],
    ['full record', fullColumns, 241],
  ])('counts the columns of the %s', (_, columns, count) => {
    expect(new Set(columns).size).toBe(count);
    expect(columns).toHaveLength(count);
  });
});
