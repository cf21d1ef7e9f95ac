/** Rules of 4.9 and 2.7: what an entry may contain, and which columns it fills. Rejections have their own file. */
import assert from 'node:assert/strict';
import { assertSuccess, isFields } from '../assertions.ts';
import { commonRules } from '../common-rules.ts';
import { newTransaction } from '../creation.ts';
import { endpointOf } from '../endpoint.ts';
import { listTransactions } from '../listing.ts';
import { addProviders, entry, entryWith, readTransaction, recordAfter } from '../providing.ts';
import type { Rule } from '../rule.ts';
import { instantOf, isBlank } from '../value.ts';

/** All types with their column prefixes of 2.4, ESCROW and CLOSING first; the last has no agent. */
const prefixes = {
  ESCROW: 'escrow',
  CLOSING: 'closing',
  TITLE: 'title',
  TITLE2: 'title2',
  LENDING: 'lending',
  INSPECTION: 'inspection',
  PROPERTY_APPRAISAL: 'propertyAppraisal',
} as const;

const typeRules: readonly Rule[] = Object.entries(prefixes).map(([type, prefix]) => ({
  id: `4.9.type.${type.toLowerCase().replace('_', '-')}`,
  sentence: `spType ${type} is taken, and the entry stands in the columns that begin with ${prefix}`,
  isAssumed: type !== 'ESCROW' && type !== 'CLOSING',
  needs: ['write'],
  async check(target) {
    const AgentName = type === 'PROPERTY_APPRAISAL' ? '' : entry['AgentName'];
    const record = await recordAfter(target, [entryWith({ spType: type, AgentName })]);
    assert.equal(record[`${prefix}CompanyName`], entry['Company']);
    for (const other of Object.values(prefixes)) {
      if (other !== prefix) assert.ok(isBlank(record[`${other}CompanyName`]), `${other}CompanyName is filled too`);
    }
  },
}));

export const serviceProviderRules: readonly Rule[] = [
  ...commonRules(
    endpointOf('4.9', {
      assumedScope: 'transactions.create',
      request: ({ agent }) => ({
        agentNRDSID: agent,
        transId: 'no-such-transaction',
        data: [
          {
            spType: 'ESCROW',
            Represents: '',
            Company: 'Never added',
            AgentName: 'Nobody',
            CompanyAddress: '1 Nowhere Road',
            Email: 'nobody@nowhere.example',
            Phone: '(201) 555-0100',
          },
        ],
      }),
      outcome: 'refused',
    }),
  ),
  {
    id: '4.9.success',
    sentence: 'the answer is the JSON string Success',
    needs: ['write'],
    async check(target) {
      const response = await addProviders(target, await newTransaction(target), [entry]);
      assertSuccess(response);
      assert.equal(response.body, 'Success');
    },
  },
  ...typeRules,
  {
    id: '4.9.columns',
    sentence: 'Represents, Company, AgentName, CompanyAddress, Email and Phone stand each in the column of its meaning',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const record = await recordAfter(target, [entry]);
      assert.equal(record['escrowCompanyRepresents'], entry['Represents']);
      assert.equal(record['escrowCompanyName'], entry['Company']);
      assert.equal(record['escrowAgent'], entry['AgentName']);
      assert.equal(record['escrowCompanyAddress'], entry['CompanyAddress']);
      assert.equal(record['escrowEmailAddress'], entry['Email']);
      assert.equal(record['escrowPhone'], entry['Phone']);
      assert.ok(isBlank(record['escrowFax']));
    },
  },
  {
    id: '4.9.nothing-else',
    sentence: 'no other column changes but lastUpdateDate',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const before = await readTransaction(target, transId);
      assertSuccess(await addProviders(target, transId, [entry]));
      const after = await readTransaction(target, transId);
      const changed = Object.keys(after).filter((column) => after[column] !== before[column]);
      assert.deepEqual(
        changed.filter((column) => !column.startsWith('escrow')),
        ['lastUpdateDate'],
      );
      assert.ok(instantOf(after['lastUpdateDate']) > instantOf(before['lastUpdateDate']));
    },
  },
  {
    id: '4.9.listed',
    sentence: 'the transaction stands last in its agent’s list by lastUpdateDate, which its summary shows',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      await newTransaction(target);
      assertSuccess(await addProviders(target, transId, [entry]));
      const { transName, lastUpdateDate } = await readTransaction(target, transId);
      const { agent } = await target.sample();
      const { data } = await listTransactions(target, { agent, sort: 'lastUpdateDate:desc', size: 1 });
      assert.deepEqual([data[0]?.['transName'], data[0]?.['lastUpdateDate']], [transName, lastUpdateDate]);
    },
  },
  {
    id: '4.9.fax',
    sentence: 'an entry may carry Fax in the place of Phone',
    needs: ['write'],
    async check(target) {
      const record = await recordAfter(target, [entryWith({ Phone: undefined, Fax: '(201) 555-0101' })]);
      assert.equal(record['escrowFax'], '(201) 555-0101');
      assert.ok(isBlank(record['escrowPhone']));
    },
  },
  {
    id: '4.9.represents.empty',
    sentence: 'an empty Represents is accepted',
    needs: ['write'],
    async check(target) {
      const record = await recordAfter(target, [entryWith({ Represents: '' })]);
      assert.ok(isBlank(record['escrowCompanyRepresents']));
      assert.equal(record['escrowCompanyName'], entry['Company']);
    },
  },
  {
    id: '4.9.several',
    sentence: 'data may hold several entries, each of a type of its own',
    needs: ['write'],
    async check(target) {
      const record = await recordAfter(target, [entry, entryWith({ spType: 'CLOSING', Company: 'Another' })]);
      assert.equal(record['escrowCompanyName'], entry['Company']);
      assert.equal(record['closingCompanyName'], 'Another');
    },
  },
  {
    id: '4.9.replaces',
    sentence: 'an entry replaces all that the transaction has of its type, and leaves the other types',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const second = entryWith({ Company: 'Another', Represents: '', Phone: undefined, Fax: '(201) 555-0101' });
      const record = await recordAfter(target, [entry, entryWith({ spType: 'CLOSING' })], [second]);
      assert.equal(record['escrowCompanyName'], 'Another');
      assert.ok(isBlank(record['escrowPhone']) && isBlank(record['escrowCompanyRepresents']));
      assert.equal(record['closingPhone'], entry['Phone']);
    },
  },
  {
    id: '4.9.schema',
    sentence: 'a schema for the data field is published at /ServiceProvidersSchema.json',
    async check({ client }) {
      const response = await client.send('GET', '/ServiceProvidersSchema.json');
      assertSuccess(response);
      assert.ok(isFields(response.body), 'the schema is a JSON object');
      assert.equal(response.body['type'], 'array');
    },
  },
];
