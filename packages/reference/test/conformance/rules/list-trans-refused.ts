/** Rules of what listTrans rejects (4.4, 7): filters with 404, every other value with 400. */
import assert from 'node:assert/strict';
import { assertError, assertErrorBody } from '../assertions.ts';
import { filterText, MAX_SIZE } from '../listing.ts';
import type { Rule } from '../rule.ts';

const PATH = '/fsforms/listTrans';
const MISSING = 'Missing Required Parameter';
const FAILED = 'List Transactions Request Failure';

interface BadFilter {
  readonly id: string;
  readonly sentence: string;
  readonly isAssumed?: true;
  /** Each is appended to a filter with a valid NRDSID. */
  readonly filters: readonly string[];
}

const badFilters: readonly BadFilter[] = [
  {
    id: '7.list-trans.404.list-transactions-request-failure',
    sentence: 'a filter with a key that is none is 404 and the message begins with Invalid Filter:',
    filters: ['noSuchKey=<1>'],
  },
  {
    id: '4.4.filter.unknown-key',
    sentence: 'a sort category or a column that is no filter key is an invalid filter',
    filters: [
      'transName=<a>',
      'listingPrice=<1>',
      'projectedClosingDate=<2026-01-01>',
      'transId=<1>',
      'insertdate=<2026-01-01>',
    ],
  },
  {
    id: '4.4.filter.lease',
    sentence: 'transactionType L is for addTrans only, and so an invalid filter',
    filters: ['transactionType=<L>', 'transactionType=<A|L>'],
  },
  {
    id: '4.4.filter.unknown-code',
    sentence: 'a code that its table does not have is an invalid filter',
    filters: [
      'propertyType=<Z>',
      'propertyType=<A>',
      'transactionType=<X>',
      'propertyStatus=<Z>',
      'propertyStatus=<A|Z>',
    ],
  },
  {
    id: '4.4.filter.no-timestamp',
    sentence: 'a timestamp that is none is an invalid filter',
    filters: [
      'insertDate=<yesterday>',
      'insertDate_min=<2026-13-01>',
      'lastUpdateDate_since=<2026-02-30>',
      'closingDate=<1>',
    ],
  },
  {
    id: '4.4.filter.no-range',
    sentence: 'a range without two timestamps is an invalid filter',
    filters: [
      'closingDate_range=<2026-01-01>',
      'closingDate_range=<2026-01-01 - >',
      'closingDate_range=<2026-01-01 - never>',
      'closingDate_range=<2026-01-01 - 2026-02-01 - 2026-03-01>',
    ],
  },
  {
    id: '4.4.filter.characters',
    sentence: 'a value with a control character is an invalid filter',
    isAssumed: true,
    filters: [
      'realtorName=<a\u0007b>',
      'realtorName=<a\u0000>',
      'realtorName=<a\n>',
      'closingDate_range=<2026-01-01\t - 2026-01-31>',
      'propertyStatus=<A|\rX>',
      'closingDate=<2026-01\u0085-01>',
      'propertyType=<R|\u0001>',
    ],
  },
  {
    id: '4.4.filter.malformed',
    sentence: 'a part that is not key=<value>, an empty value and a key given twice are invalid filters',
    isAssumed: true,
    filters: [
      'propertyType',
      'propertyType=',
      'propertyType=R',
      'propertyType=<>',
      'propertyType=<R|>',
      'propertyType=<R>,propertyType=<C>',
      'realtorName=<a<b>>',
    ],
  },
];

const filterRejections: readonly Rule[] = badFilters.map(({ id, sentence, isAssumed, filters }) => ({
  id,
  sentence,
  isAssumed,
  async check(target) {
    const good = filterText([['NRDSID', (await target.sample()).agent]]);
    for (const filter of filters) {
      const response = await target.call(PATH, { filter: `${good},${filter}` });
      assert.equal(response.status, 404, `${filter} was answered with ${response.status}`);
      assertError(response, 404, FAILED, /^Invalid Filter: ./);
    }
  },
}));

const invalidValueRules: readonly Rule[] = [
  { id: '4.4.batch-size.invalid', field: 'batch_size', values: [0, -1, MAX_SIZE + 1, 'many', 2.5] },
  { id: '4.4.batch-no.invalid', field: 'batch_no', values: [0, -1, 'first', 1.5] },
  {
    id: '4.4.sort.invalid',
    field: 'sort',
    values: ['projectedClosingDate', 'transId', 'City', 'insertDate:up', 'insertDate:asc:asc', ':desc'],
  },
  { id: '4.4.full-details.invalid', field: 'full_details', values: ['maybe', 2] },
].map(({ id, field, values }) => ({
  id,
  sentence: `${field} of ${values.map((value) => JSON.stringify(value)).join(', ')} is 400 and the message names ${field}`,
  isAssumed: true,
  async check(target) {
    const filter = filterText([['NRDSID', (await target.sample()).agent]]);
    for (const value of values) {
      assertError(await target.call(PATH, { filter, [field]: value }), 400, MISSING, new RegExp(`\\b${field}\\b`));
    }
  },
}));

const rejections: readonly Rule[] = [
  {
    id: '4.4.filter.nrdsid.required',
    sentence: 'a filter without NRDSID is refused',
    async check(target) {
      for (const filter of ['propertyType=<R>', 'insertDate_min=<2020-01-01>']) {
        const response = await target.call(PATH, { filter });
        assert.ok(response.status === 400 || response.status === 404, `answered with ${response.status}`);
        assertError(response, response.status, response.status === 400 ? MISSING : FAILED);
      }
    },
  },
  {
    id: '4.4.filter.nrdsid.missing',
    sentence: 'a filter without NRDSID is an invalid filter, and the message names NRDSID',
    isAssumed: true,
    async check(target) {
      const response = await target.call(PATH, { filter: 'propertyType=<R>' });
      assertError(response, 404, FAILED, /^Invalid Filter: .*\bNRDSID\b/);
    },
  },
  {
    id: '7.list-trans.404.body',
    sentence: 'a 404 has the body {title, type, status, detail} too',
    isAssumed: true,
    check: async (target) => assertErrorBody(await target.call(PATH, { filter: 'NRDSID=<1>,noSuchKey=<1>' })),
  },
];

export const listTransRefusedRules: readonly Rule[] = [...filterRejections, ...invalidValueRules, ...rejections];
