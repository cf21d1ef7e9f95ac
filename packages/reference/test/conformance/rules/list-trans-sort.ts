/**
 * Rules of sort (4.4): every category is checked against a comparison of our own, ascending by default and with :asc,
 * descending with :desc. The order of blanks and of equal values is our assumption and has separate rules.
 */
import assert from 'node:assert/strict';
import type { Fields } from '../assertions.ts';
import { idOf, listAllTransactions, listTransactions } from '../listing.ts';
import { idPart, type Rule, requireRecords } from '../rule.ts';
import type { Target } from '../target.ts';
import {
  type Compare,
  compareFolded,
  compareIds,
  compareInstants,
  compareNumbers,
  compareTexts,
  isBlank,
} from '../value.ts';

interface Category {
  readonly name: string;
  readonly column: string;
  /** One of these orders must hold throughout; the first is the one that we assume. */
  readonly orders: readonly [Compare, ...Compare[]];
}

const texts: Category['orders'] = [compareTexts, compareFolded];
const instants: Category['orders'] = [compareInstants];
const numbers: Category['orders'] = [compareNumbers];

const categories: readonly Category[] = [
  { name: 'transName', column: 'transName', orders: texts },
  { name: 'realtorName', column: 'realtorName', orders: texts },
  { name: 'insertDate', column: 'insertDate', orders: instants },
  { name: 'lastUpdateDate', column: 'lastUpdateDate', orders: instants },
  { name: 'propertyType', column: 'propertyType', orders: texts },
  { name: 'transactionType', column: 'transactionType', orders: texts },
  { name: 'propertyStatus', column: 'propertyStatus', orders: texts },
  { name: 'listingPrice', column: 'listingPrice', orders: numbers },
  { name: 'listingStartDate', column: 'listingStartDate', orders: instants },
  { name: 'listingExpDate', column: 'listingExpDate', orders: instants },
  { name: 'purchasePrice', column: 'purchasePrice', orders: numbers },
  { name: 'purchaseAgreementDate', column: 'purchaseAgreementDate', orders: instants },
  { name: 'earnestMoneyDueDate', column: 'earnestMoneyDueDate', orders: instants },
  { name: 'closingDate', column: 'projectedClosingDate', orders: instants },
];

type Direction = 'asc' | 'desc';

const lists = new WeakMap<Target, Map<string, Promise<readonly Fields[]>>>();

/** The ids in an order, with the values of the column that it is by; read once for all rules that look at them. */
function sorted(target: Target, sort: string, column: string): Promise<readonly Fields[]> {
  const known = lists.get(target) ?? new Map<string, Promise<readonly Fields[]>>();
  lists.set(target, known);
  const read = async () => {
    const { agent } = await target.sample();
    const records = await listAllTransactions(target, { agent, sort });
    return records.map((record) => ({ transId: record['transId'], [column]: record[column] }));
  };
  const list = known.get(sort) ?? read();
  known.set(sort, list);
  return list;
}

/** Asserts that the list holds the same records and that its values, except blanks, are in order. */
async function assertOrdered(
  target: Target,
  { column, orders }: Category,
  records: readonly Fields[],
  direction: Direction,
) {
  const { transactions } = await target.sample();
  assert.deepEqual(records.map(idOf).sort(), transactions.map(idOf).sort(), 'the list holds the same records');
  const values = records.map((record) => record[column]).filter((value) => !isBlank(value));
  const sign = direction === 'asc' ? 1 : -1;
  const inOrder = (order: Compare) =>
    values.every((value, index) => index === 0 || sign * order(values[index - 1], value) <= 0);
  assert.ok(orders.some(inOrder), `${column} is out of order ${direction}: ${values.slice(0, 30).join(' ')} …`);
}

/** The only order that our assumptions allow: blanks below all values, equal values by ascending transId. */
function exactOrder(records: readonly Fields[], { column, orders }: Category, direction: Direction): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: Fields, b: Fields): number => {
    const [left, right] = [isBlank(a[column]), isBlank(b[column])];
    const byValue = left || right ? Number(right) - Number(left) : orders[0](a[column], b[column]);
    return sign * byValue || compareIds(idOf(a), idOf(b));
  };
  return records.toSorted(compare).map(idOf);
}

/** Asserts that sorting by the category returns the same records in order; needs enough distinct values to show an order. */
async function assertSorted(target: Target, category: Category, suffix: '' | ':asc' | ':desc'): Promise<void> {
  const { transactions } = await target.sample();
  const values = new Set(transactions.map((record) => String(record[category.column])));
  // An agent's transactions have few different realtor names: the agent's own and perhaps a team's.
  const needed = category.column === 'realtorName' ? 2 : 3;
  requireRecords(values.size >= needed, `${category.column} has ${values.size} values, too few to see an order`);
  const direction = suffix === ':desc' ? 'desc' : 'asc';
  await assertOrdered(target, category, await sorted(target, category.name + suffix, category.column), direction);
}

function rulesOf(category: Category): readonly Rule[] {
  const { name, column } = category;
  const id = `4.4.sort.${idPart(name)}`;
  const needs = ['seed'] as const;
  return [
    {
      id,
      needs,
      sentence: `sort=${name} orders by ${column}, ascending by default`,
      check: (target) => assertSorted(target, category, ''),
    },
    {
      id: `${id}.asc`,
      needs,
      sentence: `sort=${name}:asc orders by ${column} upwards`,
      check: (target) => assertSorted(target, category, ':asc'),
    },
    {
      id: `${id}.desc`,
      needs,
      sentence: `sort=${name}:desc orders by ${column} downwards`,
      check: (target) => assertSorted(target, category, ':desc'),
    },
    {
      id: `${id}.ties`,
      sentence: `sort=${name} puts blanks first (with :desc last) and equals in the order of transId`,
      isAssumed: true,
      async check(target) {
        const { transactions } = await target.sample();
        for (const direction of ['asc', 'desc'] as const) {
          const found = (await sorted(target, `${name}:${direction}`, column)).map(idOf);
          assert.deepEqual(found, exactOrder(transactions, category, direction), direction);
        }
      },
    },
  ];
}

const others: readonly Rule[] = [
  {
    id: '4.4.sort.default',
    sentence: 'without sort the list is in the order of insertDate, upwards',
    isAssumed: true,
    async check(target) {
      const { transactions } = await target.sample();
      assert.deepEqual(transactions.map(idOf), (await sorted(target, 'insertDate:asc', 'insertDate')).map(idOf));
    },
  },
  {
    id: '4.4.sort.summary',
    sentence: 'a list without details can be sorted by a detail column',
    isAssumed: true,
    async check(target) {
      const { agent } = await target.sample();
      const request = { agent, sort: 'listingPrice:desc', size: 30 };
      const [summary, full] = [
        await listTransactions(target, request),
        await listTransactions(target, { ...request, full: true }),
      ];
      const names = (records: readonly Fields[]) =>
        records.map((record) => [record['transName'], record['insertDate']]);
      assert.deepEqual(names(summary.data), names(full.data));
    },
  },
  {
    id: '4.4.sort.filtered',
    sentence: 'sort orders what the filter keeps',
    needs: ['seed'],
    async check(target) {
      const { agent, transactions } = await target.sample();
      const status = transactions[0]?.['propertyStatus'];
      const kept = transactions.filter((record) => record['propertyStatus'] === status).map(idOf);
      requireRecords(kept.length > 1 && kept.length < transactions.length, 'the status of one is the status of all');
      const found = await listAllTransactions(target, {
        agent,
        filter: [['propertyStatus', String(status)]],
        sort: 'insertDate:desc',
      });
      assert.deepEqual(found.map(idOf).sort(), kept.sort());
      const dates = found.map((record) => record['insertDate']);
      assert.ok(dates.every((date, index) => index === 0 || compareInstants(dates[index - 1], date) >= 0));
    },
  },
];

export const listTransSortRules: readonly Rule[] = [...categories.flatMap(rulesOf), ...others];
