/**
 * Seeded transactions, as nested records. Dates are consistent with the status: a closed sale has closed before the anchor.
 * One in sixteen is as bare as a newly created one; bulk imports give many transactions the same insertDate.
 */

import type { Draft } from '@realty-forms/contract/columns/codec.ts';
import type {
  PropertyStatusName,
  PropertyTypeName,
  TransactionTypeName,
} from '@realty-forms/contract/columns/codes.ts';
import { providerKinds } from '@realty-forms/contract/columns/fields.ts';
import type {
  Listing,
  Property,
  Purchase,
  ServiceProvider,
  TransactionRecord,
} from '@realty-forms/contract/columns/records.ts';
import { ANCHOR, DAY_MS, SEEDED_YEARS_MS, type SeededAgent } from './agents.ts';
import { createRandom, type Random } from './random.ts';
import { makeSide } from './sides.ts';
import {
  emailOf,
  mailingAddress,
  personName,
  phone,
  places,
  providerCompanies,
  streetAddress,
  subdivisions,
  zip,
} from './words.ts';

const types: readonly (readonly [TransactionTypeName, number])[] = [
  ['LISTING', 45],
  ['PURCHASE', 35],
  ['LISTING_AND_PURCHASE', 12],
  ['LEASE_RENTAL', 8],
];
const saleStatuses: readonly (readonly [PropertyStatusName, number])[] = [
  ['CLOSED', 34],
  ['ACTIVE', 20],
  ['PENDING', 14],
  ['NEW', 9],
  ['EXPIRED', 8],
  ['WITHDRAWN', 6],
  ['TERMINATED', 5],
  ['REJECTED', 4],
];
const leaseStatuses: readonly (readonly [PropertyStatusName, number])[] = [
  ['LEASED_RENTED', 60],
  ['ACTIVE', 25],
  ['WITHDRAWN', 15],
];
const propertyTypes: readonly (readonly [PropertyTypeName, number])[] = [
  ['RESIDENTIAL', 78],
  ['COMMERCIAL', 9],
  ['VACANT_LAND', 8],
  ['FARM_AND_RANCH', 5],
];

/** Makes a transaction of `agent`; `others` are the agents that may act for the other side. */
export function makeTransaction(
  index: number,
  agent: SeededAgent,
  others: readonly SeededAgent[],
  seed: number,
): Draft<TransactionRecord> {
  const random = createRandom(seed, 2, index);
  const type = random.weighted(types);
  const isLease = type === 'LEASE_RENTAL';
  const status = random.weighted(isLease ? leaseStatuses : saleStatuses);
  const inserted = insertedAt(random, index);
  const street = streetAddress(random);
  const summary = {
    name: transactionName(random, street),
    realtorName: realtorName(agent, createRandom(seed, 3, index)),
    insertDate: instant(inserted),
    lastUpdateDate: instant(updatedAt(random, inserted)),
    propertyType: random.weighted(propertyTypes),
    type,
    status,
  };
  if (random.chance(1 / 16)) return summary;

  const isSellersAgent = type !== 'PURCHASE';
  const candidate = random.pick(others);
  const opposite = candidate !== agent && random.chance(0.5) ? candidate : null;
  return {
    ...summary,
    property: makeProperty(random, street, summary.propertyType === 'VACANT_LAND'),
    listing: makeListing(random, inserted, isSellersAgent, isLease),
    purchase: makePurchase(random, inserted, status, type),
    seller: makeSide(random, isSellersAgent ? agent : opposite, isLease),
    buyer: makeSide(random, isSellersAgent ? opposite : agent, isLease && random.chance(0.5)),
    serviceProviders: makeProviders(random),
  };
}

/** Usually the agent's own name, sometimes that of a team. */
function realtorName({ first_name, last_name }: SeededAgent, random: Random): string {
  return random.chance(1 / 12) ? `The ${last_name} Team` : `${first_name} ${last_name}`;
}

/** A time in the three years before the anchor, in whole seconds; every twentieth is that of one of a dozen bulk imports. */
function insertedAt(random: Random, index: number): number {
  if (index % 20 === 19) return ANCHOR - random.integer(1, 12) * 90 * DAY_MS + 6 * 3_600_000;
  return ANCHOR - random.integer(1, SEEDED_YEARS_MS / 1000) * 1000;
}

/** A time between insertion and anchor, usually soon after the insertion. */
function updatedAt(random: Random, inserted: number): number {
  const share = (random.integer(0, 40) / 100) ** 2;
  return inserted + Math.floor(((ANCHOR - inserted) * share) / 1000) * 1000;
}

function transactionName(random: Random, street: string): string {
  return random.weighted<() => string>([
    [() => street, 60],
    [() => `${personName(random)} – ${street}`, 20],
    [() => `${street}, Unit ${random.integer(1, 40)}`, 10],
    [() => random.pick(['Sample sale', 'Vente de l’été', "Buyer's search", 'lower case file']), 8],
    [() => '', 2],
  ])();
}

function makeProperty(random: Random, street: string, isLand: boolean): Draft<Property> {
  const place = random.pick(places);
  return {
    streetAddress: street,
    unitNo: random.chance(0.15) ? String(random.integer(1, 40)) : null,
    city: place.city,
    state: place.state,
    zip: zip(random),
    countyParcel: random.chance(0.4) ? `00-${random.integer(100, 999)}-${random.integer(1000, 9999)}` : null,
    legalDescription: random.chance(0.4)
      ? `LOT ${random.integer(1, 99)}, BLK ${random.integer(1, 20)}; "fictional"`
      : null,
    subdivision: random.chance(0.4) ? random.pick(subdivisions) : null,
    countyName: random.chance(0.8) ? place.county : null,
    yearBuilt: isLand || random.chance(0.1) ? null : random.integer(1890, 2026),
    bedrooms: isLand || random.chance(0.1) ? null : random.integer(0, 7),
    baths: isLand || random.chance(0.1) ? null : decimal(random.integer(2, 12) * 50),
    mlsListingId: random.chance(0.6) ? `X${random.integer(1_000_000, 9_999_999)}` : null,
  };
}

function makeListing(random: Random, inserted: number, isSellersAgent: boolean, isLease: boolean): Draft<Listing> {
  if (!isSellersAgent && random.chance(0.5)) return {};
  const start = inserted + random.integer(-10, 20) * DAY_MS;
  const price = isLease ? random.integer(16, 90) * 5000 : random.integer(60, 2400) * 100_000;
  return {
    price: random.chance(0.1) ? null : decimal(random.chance(0.1) ? price + random.integer(1, 9999) : price),
    startDate: random.chance(0.08) ? null : date(random, start),
    expirationDate: random.chance(0.15) ? null : date(random, start + random.integer(3, 12) * 30 * DAY_MS),
    associationFees: random.chance(0.3) ? decimal(random.integer(500, 90_000)) : null,
  };
}

const soldStatuses: readonly PropertyStatusName[] = ['CLOSED', 'PENDING', 'TERMINATED'];

function makePurchase(
  random: Random,
  inserted: number,
  status: PropertyStatusName,
  type: TransactionTypeName,
): Draft<Purchase> {
  const isUnderContract = soldStatuses.includes(status) || (type !== 'LISTING' && random.chance(0.4));
  if (!isUnderContract || type === 'LEASE_RENTAL') return {};
  const agreed = Math.min(inserted + random.integer(0, 60) * DAY_MS, ANCHOR - 40 * DAY_MS);
  const closing = agreed + (status === 'CLOSED' ? random.integer(10, 38) : random.integer(30, 120)) * DAY_MS;
  return {
    price: random.chance(0.08)
      ? null
      : decimal(random.integer(60, 2400) * 100_000 + random.integer(0, 1) * random.integer(1, 99)),
    agreementDate: random.chance(0.08) ? null : date(random, agreed),
    earnestMoneyDueDate: random.chance(0.25) ? null : date(random, agreed + random.integer(2, 7) * DAY_MS),
    dueDiligenceDate: random.chance(0.5) ? null : date(random, agreed + random.integer(7, 21) * DAY_MS),
    earnestMoney: random.chance(0.25) ? null : decimal(random.integer(1, 50) * 50_000),
    projectedClosingDate: random.chance(0.1) ? null : date(random, closing),
  };
}

/** Usually a date, sometimes a date with an hour. */
function date(random: Random, ms: number): string {
  const day = instant(ms).slice(0, 10);
  return random.chance(0.15) ? `${day}T${random.integer(10, 20)}:00:00.000Z` : day;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Hundredths as an exact decimal without trailing zeros, as a JSON number would print it. */
function decimal(hundredths: number): string {
  return String(hundredths / 100);
}

const represents = ['Buyer', 'Seller', 'Buyer and Seller', ''] as const;

/** Any of the seven kinds, with phone or fax, some with few fields filled in. */
function makeProviders(random: Random): Draft<ServiceProvider>[] {
  if (random.chance(0.3)) return [];
  return providerKinds
    .filter(() => random.chance(0.4))
    .map(({ kind, hasAgent }) => {
      const company = random.pick(providerCompanies);
      const byFax = random.chance(0.15);
      return {
        kind,
        represents: random.pick(represents) || null,
        agentName: hasAgent && random.chance(0.8) ? personName(random) : null,
        company,
        address: random.chance(0.7) ? mailingAddress(random) : null,
        email: random.chance(0.8) ? emailOf(company, 'providers') : null,
        phone: byFax ? null : phone(random),
        fax: byFax ? phone(random) : null,
      };
    });
}
