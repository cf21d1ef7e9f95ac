/**
 * Checks the suite itself: ids are unique and well formed, and every error row, filter key, sort category and code table of
 * the specification has its rule. The lists here are copied independently from the specification's text.
 */
import { describe, expect, test } from 'vitest';
import { idPart } from './rule.ts';
import { rules } from './rules/index.ts';

/** The rows of section 7. */
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
  ['uploadfiles', 400, 'Missing Required Parameter'],
  ['uploadfiles', 401, 'Access Denied'],
  ['uploadfiles', 402, 'Bad Request'],
  ['uploadfiles', 412, 'File Failure'],
  ['uploadfiles', 413, 'File Upload Failure'],
  ['downloadfiles', 400, 'Missing Required Parameter'],
  ['downloadfiles', 401, 'Access Denied'],
  ['downloadfiles', 402, 'Bad Request'],
  ['serviceproviders', 400, 'Missing Required Parameter'],
  ['serviceproviders', 401, 'Access Denied'],
  ['serviceproviders', 402, 'Bad Request'],
  ['serviceproviders', 411, 'Unexpected Value in the parameter'],
  ['listFiles', 400, 'Missing Required Parameter'],
  ['listFiles', 401, 'Access Denied'],
  ['listFiles', 402, 'Bad Request'],
  ['listFiles', 404, 'Bad Request'],
  ['getMember', 401, 'Access Denied'],
  ['getMember', 400, 'Missing Required Parameter'],
  ['userRegistration', 401, 'Access Denied'],
  ['userRegistration', 400, 'Bad Request'],
  ['verifyToken', 401, 'Access Denied'],
  ['verifyToken', 400, 'Bad Request'],
  ['createTicket', 401, 'Access Denied'],
  ['createTicket', 400, 'Bad Request'],
  ['registrationTicket', 401, 'Access Denied'],
  ['registrationTicket', 400, 'Bad Request'],
] as const;

/** The messages that a row's condition lists besides Missing Required Parameter. */
const listedMessages = [
  ['userRegistration', 'No records found'],
  ['userRegistration', 'Multiple records found'],
  ['verifyToken', 'Unknown error happened'],
  ['createTicket', 'Case submission error!'],
  ['createTicket', 'Unknown error happened'],
  ['registrationTicket', 'Case submission error!'],
] as const;

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

const fileFilterKeys = [
  'fileFolderID',
  'fileID',
  'insertDate',
  'lastUpdateDate',
  'insertDate_min',
  'lastUpdateDate_since',
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
  test('gives every rule a unique and well-formed id', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.filter((id) => !/^\d+(\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  test('gives every rule a sentence and a section of the specification', () => {
    expect(rules.filter(({ sentence }) => sentence.length < 20 || sentence.endsWith('.'))).toEqual([]);
    expect(rules.filter(({ section }) => !/^[2-8](\.\d+)?$/.test(section))).toEqual([]);
  });

  test.each(errorRows)('has a rule from the specification for %s %i %s', (endpoint, status, type) => {
    const id = `7.${idPart(endpoint)}.${status}.${idPart(type.replaceAll(' ', '-'))}`;
    expect(rules.find((rule) => rule.id === id)?.basis).toBe('spec');
  });

  test('covers the 44 rows of section 7', () => {
    expect(errorRows).toHaveLength(44);
  });

  test.each(listedMessages)('has a rule from the specification for the message of %s: %s', (endpoint, message) => {
    const id = `7.${idPart(endpoint)}.400.${idPart(message.replace('!', '').replaceAll(' ', '-'))}`;
    expect(rules.find((rule) => rule.id === id)?.basis).toBe('spec');
  });

  test.each(filterKeys)('has a rule from the specification for the filter key %s', (key) => {
    expect(rules.find((rule) => rule.id === `4.4.filter.${idPart(key)}`)?.basis).toBe('spec');
  });

  test.each(fileFilterKeys)('has rules from the specification for the filter key %s of files', (key) => {
    for (const section of ['4.8', '4.10']) {
      expect(rules.find((rule) => rule.id === `${section}.filter.${idPart(key)}`)?.basis).toBe('spec');
    }
  });

  test.each(['pdf', 'xls', 'jpg', 'doc'])('has a rule from the specification for the upload of %s', (type) => {
    expect(rules.find((rule) => rule.id === `4.7.type.${type}`)?.basis).toBe('spec');
  });

  test.each(sortCategories)(
    'has rules from the specification for the sort category %s, in both directions',
    (category) => {
      for (const direction of ['', '.asc', '.desc']) {
        expect(rules.find((rule) => rule.id === `4.4.sort.${idPart(category)}${direction}`)?.basis).toBe('spec');
      }
    },
  );
});
