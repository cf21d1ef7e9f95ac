import { compileCodec } from '@realty-forms/contract/columns/codec.ts';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { transactionFields, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultSeed, type SeedOptions } from '../src/options.ts';
import { demoAgentNrdsId, makeAgents, makeOffices } from '../src/seed/agents.ts';
import { makeTransactions } from '../src/seed/seed-database.ts';
import { makeTransaction, unreadableValues } from '../src/seed/transactions.ts';
import type { SeededTransaction } from '../src/store/transactions.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const YEARS_MS = 3 * 365 * 86_400_000;
const offices = makeOffices(defaultSeed.offices);
const agents = makeAgents(defaultSeed.agents, offices, defaultSeed.seed, NOW);

describe('the seeded agents', () => {
  test('are 60 in 8 offices, each with a unique e-mail and id', () => {
    expect([agents.length, offices.length]).toEqual([60, 8]);
    expect(new Set(agents.map(({ email }) => email)).size).toBe(60);
    expect(new Set(agents.map(({ nrds_id }) => nrds_id)).size).toBe(60);
    expect(new Set(agents.map(({ office_nrds_id }) => office_nrds_id))).toEqual(
      new Set([...offices.map(({ nrds_id }) => nrds_id), null]),
    );
  });

  test('enabled the integration in the past, except four that never did, and three at the time of seeding', () => {
    expect(agents.filter(({ enabled_at }) => enabled_at === null)).toHaveLength(4);
    expect(agents.filter(({ enabled_at }) => enabled_at === NOW)).toHaveLength(3);
    expect(agents.every(({ enabled_at }) => enabled_at === null || enabled_at <= NOW)).toBe(true);
  });

  test('cannot be reached: e-mail at .example, phone numbers 555-01xx', () => {
    for (const { email, phone } of agents) {
      expect(email).toMatch(/^[a-z0-9.]+@agents\.example$/);
      expect(phone).toMatch(/^(\(\d{3}\) 555-01\d\d)?$/);
    }
  });
});

describe('the seeded transactions', () => {
  let seeded: SeededTransaction[];
  let records: ReturnType<typeof makeTransaction>[];
  const values = (column: string) => seeded.map(({ record }) => record[column]);

  beforeAll(() => {
    seeded = [...makeTransactions(agents, defaultSeed)];
    records = agents.flatMap((agent, place) =>
      Array.from({ length: 20 }, (_, index) => makeTransaction(place * 20 + index, agent, agents, 1)),
    );
  });

  test('are 5,000, about a tenth of them the demo agent’s, with some agents having none', () => {
    expect(seeded).toHaveLength(5000);
    const counts = new Map<string, number>();
    for (const { agentNrdsId } of seeded) counts.set(agentNrdsId, (counts.get(agentNrdsId) ?? 0) + 1);
    expect(counts.get(demoAgentNrdsId)).toBeGreaterThan(450);
    expect(Math.max(...counts.values())).toBe(counts.get(demoAgentNrdsId));
    expect(agents.filter(({ nrds_id }) => !counts.has(nrds_id)).length).toBeGreaterThan(2);
  });

  test('have every column except transId, each filled somewhere, and all but six blank somewhere', () => {
    const columns = transactionFields.map(({ upstreamName }) => upstreamName).filter((column) => column !== 'transId');
    expect(new Set(seeded.map(({ record }) => Object.keys(record).join()))).toEqual(new Set([columns.join()]));
    const never = columns.filter((column) => seeded.every(({ record }) => record[column] === ''));
    expect(never).toEqual([]);
    const always = columns.filter((column) => seeded.every(({ record }) => record[column] !== ''));
    expect(always).toEqual([
      'realtorName',
      'insertDate',
      'lastUpdateDate',
      'propertyType',
      'transactionType',
      'propertyStatus',
    ]);
  });

  test.each(Object.entries(codeTables))('have every code of %s', (column, table) => {
    expect(new Set(values(column))).toEqual(new Set(table.map(({ code }) => code)));
  });

  test('lie within three years, are never updated before insertion, and partly share an insertDate', () => {
    const inserted = values('insertDate').map((value) => Date.parse(String(value)));
    expect(Math.min(...inserted)).toBeGreaterThanOrEqual(Date.parse('2026-11-01') - YEARS_MS);
    expect(Math.max(...inserted)).toBeLessThanOrEqual(Date.parse('2026-11-01'));
    const updated = values('lastUpdateDate').map((value) => Date.parse(String(value)));
    expect(inserted.filter((at, index) => !((updated[index] ?? 0) >= at))).toEqual([]);
    expect(new Set(inserted).size).toBeLessThan(inserted.length - 100);
  });

  test('have zero to eight parties per side, some with gaps between their slots, and odd names, only with the second agent', () => {
    const odd = records.slice(20, 40);
    const others = records.filter((record) => !odd.includes(record));
    const partiesOf = (record: (typeof records)[number]) =>
      [record.seller, record.buyer].map((side) => side?.parties ?? []);
    expect(new Set(odd.flatMap(partiesOf).map(({ length }) => length))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    const hasGap = odd.flatMap(partiesOf).some((parties) => parties.some(({ slot }, index) => slot !== index + 1));
    expect(hasGap).toBe(true);
    expect(odd.some(({ name }) => name === '')).toBe(true);
    expect(new Set(others.flatMap(partiesOf).map(({ length }) => length))).toEqual(new Set([0, 1, 2]));
    expect(others.filter(({ name }) => !/^([\p{L}’'-]+ – )?\d+ \p{Lu}/u.test(String(name)))).toEqual([]);
  });

  test('have values that cannot be read in some of the second agent’s, and in no other’s', () => {
    const decoder = compileCodec(transactionSets, { timeZone: 'UTC' });
    const found = new Map<string, Set<unknown>>();
    const some = seeded.filter(({ agentNrdsId }, index) => agentNrdsId === agents[1]?.nrds_id || index < 500);
    for (const { agentNrdsId, record } of some)
      for (const { upstreamName, raw } of decoder.decode(record).unreadable) {
        expect(agentNrdsId).toBe(agents[1]?.nrds_id);
        found.set(upstreamName, new Set(found.get(upstreamName)).add(raw));
      }
    const { State, ...others } = unreadableValues;
    expect(new Map([...found].toSorted())).toEqual(
      new Map(
        Object.entries(others)
          .map(([column, raw]) => [column, new Set([raw])] as const)
          .toSorted(),
      ),
    );
    const [odd, all] = [seeded.filter(({ record }) => record['State'] === State), seeded];
    expect(odd.length).toBeGreaterThan(10);
    expect(odd.length).toBeLessThan(all.filter(({ agentNrdsId }) => agentNrdsId === agents[1]?.nrds_id).length / 2);
  });

  test('agree with themselves: dates in order, prices near each other, and a closing in the past for a closed sale', () => {
    const until = Date.parse('2026-11-01');
    for (const { status, type, insertDate, listing, purchase } of records.slice(1)) {
      const days = [insertDate, listing?.startDate, purchase?.agreementDate, purchase?.dueDiligenceDate]
        .filter((day) => day != null)
        .map((day) => String(day).slice(0, 10));
      if (purchase?.agreementDate != null && listing?.startDate != null) expect(days).toEqual(days.toSorted());
      const closing = purchase?.projectedClosingDate;
      if (closing != null) expect(String(closing) > String(purchase?.agreementDate)).toBe(true);
      if (status === 'CLOSED' && type !== 'LEASE_RENTAL') expect(Date.parse(String(closing))).toBeLessThan(until);
      if (status === 'PENDING') expect(Date.parse(String(closing))).toBeGreaterThanOrEqual(until);
      if (purchase?.price == null || listing?.price == null) continue;
      expect(Number(purchase.price) / Number(listing.price)).toBeGreaterThan(0.9);
      expect(Number(purchase.price) / Number(listing.price)).toBeLessThan(1.1);
    }
  });

  test('are those that README shows', () => {
    const pending = seeded.filter(
      ({ agentNrdsId, record }) => agentNrdsId === demoAgentNrdsId && record['propertyStatus'] === 'P',
    );
    expect(pending).toHaveLength(80);
    expect(pending[0]?.record).toMatchObject({ City: 'West Quarry Bend', State: 'VA', listingPrice: 645_000 });
  });

  test('begin with the newest one of the demo agent, under contract, in which every group is filled in', () => {
    const [first] = seeded;
    expect(first?.agentNrdsId).toBe(demoAgentNrdsId);
    const [record] = records;
    expect(record).toMatchObject({ name: '12 Alder Court', status: 'PENDING' });
    expect([record?.seller?.parties?.length, record?.buyer?.parties?.length, record?.serviceProviders?.length]).toEqual(
      [2, 2, 7],
    );
    const inserted = values('insertDate').map((value) => Date.parse(String(value)));
    expect(inserted[0]).toBe(Math.max(...inserted));
  });

  test('cannot be reached: e-mail at .example, phone numbers 555-01xx, no real postal code', () => {
    const isMadeUp = ([column, value]: [string, unknown]) => {
      if (/Email(Address)?$/.test(column)) return /^([a-z0-9.]+@[a-z]+\.example)?$/.test(String(value));
      if (/(Phone|Fax|FaxNo)$/.test(column)) return /^(\(\d{3}\) 555-01\d\d)?$/.test(String(value));
      return column !== 'Zip' || /^(000\d\d)?$/.test(String(value));
    };
    const cells = seeded.slice(0, 500).flatMap(({ record }) => Object.entries(record));
    expect(cells.filter((cell) => !isMadeUp(cell))).toEqual([]);
  });

  test('are the same for the same seed, and differ for another', () => {
    const made = (options: Partial<SeedOptions>) =>
      JSON.stringify([...makeTransactions(agents, { ...defaultSeed, transactions: 10, ...options })]);
    expect(made({})).toBe(made({}));
    expect(made({})).not.toBe(made({ seed: 2 }));
    expect(made({ transactions: 20 }).startsWith(made({}).slice(0, -1))).toBe(true);
  });
});
