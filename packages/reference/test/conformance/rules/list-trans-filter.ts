/** Rules of the filter keys of 4.4 that take text and codes, and of combined keys. */
import assert from 'node:assert/strict';
import { assertFiltersExactly, type Matches, pickEvenly, valuesOf } from '../filtering.ts';
import { type FilterPair, idOf, listAllTransactions, listTransactions } from '../listing.ts';
import { idPart, type Rule, requireRecords } from '../rule.ts';
import { instantOf, isBlank } from '../value.ts';

const codeRules: readonly Rule[] = ['propertyType', 'transactionType', 'propertyStatus'].flatMap((key): Rule[] => [
  {
    id: `4.4.filter.${idPart(key)}`,
    sentence: `${key}=<code> keeps one code, and <code|code> keeps several`,
    needs: ['seed'],
    async check(target) {
      // Leases can be created, but this filter does not accept their code (2.5).
      const codes = (await valuesOf(target, key)).filter((code) => key !== 'transactionType' || code !== 'L');
      for (const code of codes) {
        assert.ok((await assertFiltersExactly(target, [[key, code]], (record) => record[key] === code)) > 0);
      }
      for (const several of [codes.slice(0, 2), codes.slice(1), codes]) {
        await assertFiltersExactly(target, [[key, several.join('|')]], (record) =>
          several.includes(String(record[key])),
        );
      }
    },
  },
]);

const textRules: readonly Rule[] = [
  {
    id: '4.4.filter.nrdsid',
    sentence: 'NRDSID=<NRDSID> keeps the transactions of that agent: two agents share none',
    needs: ['seed'],
    async check(target) {
      const { otherAgent, transactions } = await target.sample();
      requireRecords(otherAgent !== null, 'only one agent has transactions');
      const own = new Set(transactions.map(idOf));
      const others = await listAllTransactions(target, { agent: otherAgent });
      assert.ok(others.length > 0);
      for (const record of others) assert.ok(!own.has(idOf(record)), `${idOf(record)} belongs to both agents`);
    },
  },
  {
    id: '4.4.filter.nrdsid.unknown',
    sentence: 'the NRDSID of nobody who enabled the integration is answered with an empty list',
    isAssumed: true,
    async check(target) {
      const nothing = { total: 0, max: 0, next: null, data: [] };
      for (const agent of ['no-such-agent', '%', '*'])
        assert.deepEqual(await listTransactions(target, { agent }), nothing);
    },
  },
  {
    id: '4.4.filter.realtor-name',
    sentence: 'realtorName=<name> keeps the transactions with that name',
    needs: ['seed'],
    async check(target) {
      const { transactions } = await target.sample();
      const names = [...new Set(transactions.map((record) => record['realtorName']).filter((name) => !isBlank(name)))];
      requireRecords(names.length > 0, 'no transaction has a realtorName');
      for (const name of pickEvenly(names.map(String), 3)) {
        const same: Matches = (record) => String(record['realtorName']).toLowerCase() === name.toLowerCase();
        assert.ok((await assertFiltersExactly(target, [['realtorName', name]], same)) > 0);
      }
      assert.equal(await assertFiltersExactly(target, [['realtorName', 'Nobody Of This Name']], () => false), 0);
    },
  },
  {
    id: '4.4.filter.realtor-name.whole',
    sentence: 'realtorName matches the whole name, in any case',
    isAssumed: true,
    needs: ['seed'],
    async check(target) {
      const { transactions } = await target.sample();
      const name = String(transactions.find((record) => !isBlank(record['realtorName']))?.['realtorName']);
      const same: Matches = (record) => String(record['realtorName']).toLowerCase() === name.toLowerCase();
      for (const text of [name.toUpperCase(), name.toLowerCase()])
        await assertFiltersExactly(target, [['realtorName', text]], same);
      for (const text of [name.slice(1), name.slice(0, -1), '%', '_'.repeat(name.length)]) {
        assert.equal(await assertFiltersExactly(target, [['realtorName', text]], () => false), 0);
      }
    },
  },
];

const combined: Rule = {
  id: '4.4.filter.combined',
  sentence: 'several keys are combined: a transaction must match all, in whatever order they stand',
  needs: ['seed'],
  async check(target) {
    const { agent, transactions } = await target.sample();
    const statuses = (await valuesOf(target, 'propertyStatus')).slice(0, 4);
    const types = (await valuesOf(target, 'propertyType')).slice(0, 2);
    const instants = (await valuesOf(target, 'insertDate')).map(instantOf).sort((a, b) => a - b);
    const limit = instants[Math.floor(instants.length / 3)] ?? 0;
    const pairs: FilterPair[] = [
      ['propertyStatus', statuses.join('|')],
      ['propertyType', types.join('|')],
      ['insertDate_min', new Date(limit).toISOString()],
    ];
    const matches: Matches = (record) =>
      statuses.includes(String(record['propertyStatus'])) &&
      types.includes(String(record['propertyType'])) &&
      instantOf(record['insertDate']) >= limit;
    const count = await assertFiltersExactly(target, pairs, matches);
    requireRecords(count > 0 && count < transactions.length, 'the combination keeps nothing or everything');
    await assertFiltersExactly(target, pairs.toReversed(), matches);
    const page = await listTransactions(target, { agent, filter: pairs, size: 1 });
    assert.equal(page.max, count, 'meta.max counts the records that match the filter');
  },
};

export const listTransFilterRules: readonly Rule[] = [...textRules, ...codeRules, combined];
