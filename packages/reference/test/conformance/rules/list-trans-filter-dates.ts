/** Rules of the filter keys of 4.4 that take timestamps: exact values, lower limits, and ranges. */
import assert from 'node:assert/strict';
import { assertFiltersExactly, hasDate, type Matches, pickEvenly, valuesOf } from '../filtering.ts';
import { idPart, type Rule, requireRecords } from '../rule.ts';
import { dayOf, instantOf, isBlank } from '../value.ts';

interface TimestampKey {
  readonly key: string;
  readonly column: string;
}

const timestampKeys: readonly TimestampKey[] = [
  { key: 'lastUpdateDate', column: 'lastUpdateDate' },
  { key: 'insertDate', column: 'insertDate' },
  { key: 'listingStartDate', column: 'listingStartDate' },
  { key: 'listingExpDate', column: 'listingExpDate' },
  { key: 'purchaseAgreementDate', column: 'purchaseAgreementDate' },
  { key: 'earnestMoneyDueDate', column: 'earnestMoneyDueDate' },
  { key: 'closingDate', column: 'projectedClosingDate' },
];

const exactRules: readonly Rule[] = timestampKeys.flatMap(({ key, column }): Rule[] => [
  {
    id: `4.4.filter.${idPart(key)}`,
    sentence: `${key}=<timestamp> keeps the transactions whose ${column} is that timestamp, written as the answers write it`,
    needs: ['seed'],
    async check(target) {
      for (const value of pickEvenly(await valuesOf(target, column), 4)) {
        // A value without a time stands for the whole day.
        const same: Matches = (record) =>
          value.length <= 10 ? dayOf(record[column]) === dayOf(value) : instantOf(record[column]) === instantOf(value);
        const count = await assertFiltersExactly(
          target,
          [[key, value]],
          (record) => hasDate(column)(record) && same(record),
        );
        assert.ok(count > 0);
      }
    },
  },
  {
    id: `4.4.filter.${idPart(key)}.day`,
    sentence: `${key}=<date> keeps the transactions whose ${column} lies on that day`,
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const days = [...new Set((await valuesOf(target, column)).map(dayOf))];
      for (const day of [...pickEvenly(days, 4), '1901-01-01']) {
        await assertFiltersExactly(
          target,
          [[key, day]],
          (record) => hasDate(column)(record) && dayOf(record[column]) === day,
        );
      }
    },
  },
]);

const limitKeys: readonly TimestampKey[] = [
  { key: 'insertDate_min', column: 'insertDate' },
  { key: 'lastUpdateDate_since', column: 'lastUpdateDate' },
];

const limitRules: readonly Rule[] = limitKeys.flatMap(({ key, column }): Rule[] => {
  const since =
    (limit: number): Matches =>
    (record) =>
      hasDate(column)(record) && instantOf(record[column]) >= limit;
  return [
    {
      id: `4.4.filter.${idPart(key)}`,
      sentence: `${key}=<timestamp> keeps the transactions whose ${column} is not before it`,
      needs: ['seed'],
      async check(target) {
        // The limits lie between two values, so it does not matter here whether the limit itself is included.
        const instants = [...new Set((await valuesOf(target, column)).map(instantOf))].sort((a, b) => a - b);
        for (const instant of pickEvenly(instants, 5)) {
          const limit = new Date(instant - 1).toISOString();
          await assertFiltersExactly(target, [[key, limit]], since(instant - 1));
        }
        const beyond = new Date((instants.at(-1) ?? 0) + 1000).toISOString();
        assert.equal(await assertFiltersExactly(target, [[key, beyond]], since(Date.parse(beyond))), 0);
      },
    },
    {
      id: `4.4.filter.${idPart(key)}.included`,
      sentence: `${key}=<timestamp> keeps a transaction whose ${column} is exactly the limit; a date begins with its day`,
      isAssumed: true,
      needs: ['seed'],
      async check(target) {
        for (const value of pickEvenly(await valuesOf(target, column), 4)) {
          await assertFiltersExactly(target, [[key, value]], since(instantOf(value)));
          const onOrAfter: Matches = (record) => hasDate(column)(record) && dayOf(record[column]) >= dayOf(value);
          await assertFiltersExactly(target, [[key, dayOf(value)]], onOrAfter);
        }
      },
    },
  ];
});

const rangeKeys: readonly TimestampKey[] = [{ key: 'closingDate_range', column: 'projectedClosingDate' }];

const rangeRules: readonly Rule[] = rangeKeys.flatMap(({ key, column }): Rule[] => [
  {
    id: `4.4.filter.${idPart(key)}`,
    sentence: `${key}=<timestamp - timestamp> keeps the transactions whose ${column} lies between, ends included`,
    needs: ['seed'],
    async check(target) {
      const values = (await valuesOf(target, column)).sort((a, b) => instantOf(a) - instantOf(b));
      const [first, early, late, last] = [0, 0.25, 0.75, 1].map(
        (part) => values[Math.round(part * (values.length - 1))] ?? '',
      );
      for (const [from, to] of [
        [first, last],
        [early, late],
        [early, early],
        [late, last],
      ] as [string, string][]) {
        const within: Matches = (record) =>
          hasDate(column)(record) &&
          instantOf(record[column]) >= instantOf(from) &&
          instantOf(record[column]) <= instantOf(to);
        assert.ok((await assertFiltersExactly(target, [[key, `${from} - ${to}`]], within)) > 0);
      }
    },
  },
  {
    id: `4.4.filter.${idPart(key)}.days`,
    sentence: `${key} takes dates too, far ones included, and both days count whole`,
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const values = (await valuesOf(target, column)).toSorted();
      const from = dayOf(values[0]);
      // The last day needs a value after its first moment: only that shows whether the whole day is included.
      const last = values.findLast((value) => instantOf(value) > Date.parse(dayOf(value)));
      requireRecords(last !== undefined, `no ${column} has a time of day`);
      const to = dayOf(last);
      for (const [first, end] of [
        [from, to],
        [to, to],
        // For a range with one end.
        ['1970-01-02', from],
        [to, '2999-12-31'],
      ] as [string, string][]) {
        await assertFiltersExactly(target, [[key, `${first} - ${end}`]], (record) => {
          const day = isBlank(record[column]) ? '' : dayOf(record[column]);
          return day >= first && day <= end;
        });
      }
    },
  },
]);

export const listTransDateFilterRules: readonly Rule[] = [...exactRules, ...limitRules, ...rangeRules];
