/** Rules of 4.6: what a creation returns, stores and shows afterwards. Rejected creations have their own file. */
import assert from 'node:assert/strict';
import { assertExactColumns, assertSuccess, readRecords } from '../assertions.ts';
import { fullColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { countTransactions, create, creationRequest } from '../creation.ts';
import { endpointOf } from '../endpoint.ts';
import { idOf, listAllTransactions } from '../listing.ts';
import { idPart, type Rule } from '../rule.ts';
import { instantOf, isBlank } from '../value.ts';

const codes = {
  propertyType: 'CRVF',
  transactionType: 'APLG',
  propertyStatus: 'XEPWANLTR',
} as const;

const SENT = ['transName', 'streetAddress', 'propertyType', 'transactionType', 'propertyStatus'] as const;

const codeRules: readonly Rule[] = Object.entries(codes).map(([field, letters]) => ({
  id: `4.6.${idPart(field)}`,
  sentence: `${field} may be each of ${[...letters].join(', ')}`,
  needs: ['write'],
  async check(target) {
    for (const code of letters) assert.equal((await create(target, { [field]: code }))[field], code);
  },
}));

export const addTransRules: readonly Rule[] = [
  ...commonRules(
    endpointOf('4.6', {
      request: () => ({
        stateID: 'CA',
        agentNRDSID: 'no-such-agent',
        transName: 'Never created',
        streetAddress: '1 Nowhere Road',
        propertyType: 'R',
        transactionType: 'A',
        propertyStatus: 'A',
      }),
      outcome: 'refused',
    }),
  ),
  {
    id: '4.6.columns',
    sentence: 'the answer is an array with the created record: all detail fields and transId',
    needs: ['write'],
    async check(target) {
      const record = await create(target);
      assertExactColumns([record], fullColumns);
      assert.ok(!isBlank(record['transId']));
    },
  },
  {
    id: '4.6.kept',
    sentence: 'the created record has the name, address and codes that were sent',
    needs: ['write'],
    async check(target) {
      const request = await creationRequest(target);
      const record = await create(target);
      for (const field of SENT) assert.equal(record[field], request[field], field);
    },
  },
  {
    id: '4.6.exact-text',
    sentence: 'letters of any language, quotes and signs are kept as they were sent',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      for (const text of [
        'O\'Brien "Villa"; DROP TABLE x --',
        'Straße 5, Łódź',
        '東京都 🏠',
        '100% & more = 1|2, {3} [4] \\ /',
      ]) {
        const record = await create(target, { transName: text, streetAddress: text });
        assert.equal(record['transName'], text);
        assert.equal(record['streetAddress'], text);
      }
    },
  },
  {
    id: '4.6.state',
    sentence: 'stateID stands in State, and in no other case than it was sent',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      for (const state of ['CA', 'TX']) assert.equal((await create(target, { stateID: state }))['State'], state);
    },
  },
  {
    id: '4.6.new-id',
    sentence: 'every creation makes a transaction of its own, also from the same request',
    needs: ['write'],
    async check(target) {
      const [first, second] = [await create(target), await create(target)];
      assert.notEqual(idOf(first), idOf(second));
    },
  },
  {
    id: '4.6.readable',
    sentence: 'the created transaction can be read by its transId and says the same',
    needs: ['write'],
    async check(target) {
      const { transId, ...created } = await create(target);
      const response = await target.call('/fsforms/getTransById', { transId });
      assertSuccess(response);
      assert.deepEqual(readRecords(response.body), [created]);
    },
  },
  {
    id: '4.6.listed',
    sentence: 'the created transaction stands in the list of agentNRDSID, once, and the list is one longer',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const before = await countTransactions(target);
      const created = await create(target);
      const { agent } = await target.sample();
      const listed = await listAllTransactions(target, { agent });
      assert.equal(listed.length, before + 1);
      assert.deepEqual(
        listed.filter((record) => idOf(record) === idOf(created)),
        [created],
      );
    },
  },
  {
    id: '4.6.dates',
    sentence: 'insertDate and lastUpdateDate of the created transaction are the time of its creation',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const before = target.now();
      const record = await create(target);
      const inserted = instantOf(record['insertDate']);
      assert.ok(
        inserted >= before - 60_000 && inserted <= target.now() + 60_000,
        `insertDate is ${record['insertDate']}`,
      );
      assert.equal(record['lastUpdateDate'], record['insertDate']);
    },
  },
  {
    id: '4.6.blank',
    sentence: 'prices, dates, parties and providers of a created transaction are blank, whatever else was sent',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const record = await create(target, { listingPrice: 100, sellerParty1Name: 'Nobody', City: 'Nowhere' });
      assert.ok(isBlank(record['City']));
      const columns = fullColumns.filter((column) =>
        /^(listing|purchase|earnest|dueDiligence|projected|association|(seller|buyer)(Party|Landlord)|escrow|title|lending|closing|inspection|propertyAppraisal)/.test(
          column,
        ),
      );
      assert.equal(columns.length, 10 + 2 * 65 + 48);
      for (const column of columns) assert.ok(isBlank(record[column]), `${column} is ${record[column]}`);
    },
  },
  ...codeRules,
];
