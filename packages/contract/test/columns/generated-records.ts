/** Generated transaction records: nested ones as decoding returns them, and flat ones as they appear on the wire. */
import fc from 'fast-check';
import { codeTables } from '../../src/columns/codes.ts';
import {
  agentColumns,
  brokerageColumns,
  brokerColumns,
  type Column,
  listingColumns,
  partyColumns,
  propertyColumns,
  providerColumns,
  providerKinds,
  purchaseColumns,
  type RecordOf,
  summaryColumns,
  transactionFields,
} from '../../src/columns/fields.ts';
import type { KindName } from '../../src/columns/kinds.ts';
import type { Party, ServiceProvider, TransactionRecord, TransactionSide } from '../../src/columns/records.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== '');
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 });

const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
/** Includes decimals with more digits than a double holds, with zeros at either end, and negative ones. */
const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 24), fc.option(digits(1, 9)))
  .map(([sign, whole, part]) => sign + whole + (part === null ? '' : `.${part}`));

const two = (value: number): string => String(value).padStart(2, '0');
/** Some older ones stand for no date. */
const date = fc
  .tuple(fc.integer({ min: 1901, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`);
const time = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.option(digits(1, 9)))
  .map(([hour, minute, second, part]) =>
    [two(hour), two(minute), two(second) + (part === null ? '' : `.${part}`)].join(':'),
  );
const offset = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), fc.nat(14), fc.nat(59)).map(([sign, h, m]) => `${sign}${two(h)}:${two(m)}`),
);
const timestamp = fc.oneof(
  date,
  fc.tuple(date, time, offset).map(([day, at, from]) => `${day}T${at}${from}`),
);

const values: Record<KindName, fc.Arbitrary<string | number>> = {
  text,
  decimal,
  integer: fc.integer({ min: -2_147_483_647 }),
  timestamp,
  date: timestamp,
  json: text,
  propertyType: fc.constantFrom(...codeTables.propertyType.map(({ name }) => name)),
  transactionType: fc.constantFrom(...codeTables.transactionType.map(({ name }) => name)),
  propertyStatus: fc.constantFrom(...codeTables.propertyStatus.map(({ name }) => name)),
};

/** The object of these columns, with a value or null for each. */
function object<const C extends readonly Column[]>(columns: C): fc.Arbitrary<RecordOf<C>> {
  const entries = columns.map(([, name, kind]) => [name, orNull(values[kind])]);
  return fc.record(Object.fromEntries(entries)) as unknown as fc.Arbitrary<RecordOf<C>>;
}

const notBlank = <T extends object>(value: T): boolean => Object.values(value).some((each) => each !== null);
const orBlank = <T extends object>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => orNull(value.filter(notBlank));

const partyText = object(partyColumns).filter(notBlank);
const parties = fc
  .tuple(fc.subarray([1, 2, 3, 4, 5, 6, 7, 8]), fc.array(partyText, { minLength: 8, maxLength: 8 }))
  .map(([slots, texts]) => slots.map((slot, index) => ({ slot, ...(texts[index] as Omit<Party, 'slot'>) })));

const side: fc.Arbitrary<TransactionSide> = fc.record({
  landlordName: orNull(text),
  parties,
  brokerage: orBlank(object(brokerageColumns)),
  broker: orBlank(object(brokerColumns)),
  agent: orBlank(object(agentColumns)),
});

const providerText = object(providerColumns).filter(notBlank);
const serviceProviders = fc
  .tuple(
    fc.subarray([...providerKinds]),
    fc.array(fc.tuple(providerText, orNull(text)), { minLength: 7, maxLength: 7 }),
  )
  .map(([kinds, texts]) =>
    kinds.map(({ kind, hasAgent }, index): ServiceProvider => {
      const [columns, agentName] = texts[index] as (typeof texts)[number];
      return { kind, ...columns, agentName: hasAgent ? agentName : null };
    }),
  );

export const nestedTransaction: fc.Arbitrary<TransactionRecord> = fc
  .record({
    summary: object(summaryColumns),
    transId: orNull(text),
    property: object(propertyColumns),
    listing: object(listingColumns),
    purchase: object(purchaseColumns),
    seller: side,
    buyer: side,
    serviceProviders,
  })
  .map(({ summary, ...rest }) => ({ ...summary, ...rest }));

/** A value on the wire: a number if that says exactly the same as the text. */
const wireValueOf: Record<KindName, fc.Arbitrary<string | number>> = {
  ...values,
  decimal: decimal.map((value) => (String(Number(value)) === value ? Number(value) : value)),
  propertyType: fc.constantFrom(...codeTables.propertyType.map(({ code }) => code)),
  transactionType: fc.constantFrom(...codeTables.transactionType.map(({ code }) => code)),
  propertyStatus: fc.constantFrom(...codeTables.propertyStatus.map(({ code }) => code)),
};

/** All columns, about half of them blank. */
export const flatTransaction: fc.Arbitrary<Record<string, string | number>> = fc.record(
  Object.fromEntries(
    transactionFields.map(({ upstreamName, kind }) => [upstreamName, fc.oneof(fc.constant(''), wireValueOf[kind])]),
  ),
);
