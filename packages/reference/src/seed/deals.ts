/**
 * The course of a seeded transaction: its type and status, its price, and when it was inserted, agreed and closes. All times are relative
 * to `until`, so that a new database has current listings and upcoming closings.
 */

import type {
  PropertyStatusName,
  PropertyTypeName,
  TransactionTypeName,
} from '@realty-forms/contract/columns/codes.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import type { Random } from './random.ts';

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
/** The statuses of bulk imports, all of which are over. */
const importedStatuses = ['CLOSED', 'CLOSED', 'EXPIRED', 'WITHDRAWN'] as const;
/** How many days ago a transaction with this status was inserted. */
const ages: Readonly<Record<PropertyStatusName, readonly [number, number]>> = {
  NEW: [1, 14],
  ACTIVE: [5, 120],
  PENDING: [35, 150],
  CLOSED: [120, 1095],
  LEASED_RENTED: [60, 1095],
  EXPIRED: [220, 1095],
  WITHDRAWN: [90, 1095],
  TERMINATED: [90, 1095],
  REJECTED: [60, 1095],
};
const propertyTypes: readonly (readonly [PropertyTypeName, number])[] = [
  ['RESIDENTIAL', 78],
  ['COMMERCIAL', 9],
  ['VACANT_LAND', 8],
  ['FARM_AND_RANCH', 5],
];
/** From and to, in thousands. */
const prices: Readonly<Record<PropertyTypeName, readonly [number, number]>> = {
  RESIDENTIAL: [210, 1450],
  COMMERCIAL: [480, 3900],
  VACANT_LAND: [45, 380],
  FARM_AND_RANCH: [390, 2600],
};
const underContract: ReadonlySet<PropertyStatusName> = new Set(['PENDING', 'CLOSED', 'TERMINATED']);

/** What the parts of a transaction share. Times in milliseconds since the epoch. */
export interface Deal {
  readonly type: TransactionTypeName;
  readonly status: PropertyStatusName;
  readonly propertyType: PropertyTypeName;
  readonly inserted: number;
  readonly agreed: number | null;
  readonly closing: number | null;
  /** In hundredths. */
  readonly price: number;
  readonly isWhole: boolean;
}

/** Under contract, with everything filled in; inserted last, so that it is the newest. */
export function showpiece(until: number): Deal {
  return {
    type: 'LISTING_AND_PURCHASE',
    status: 'PENDING',
    propertyType: 'RESIDENTIAL',
    inserted: until - DAY_MS / 4,
    agreed: until - 4 * DAY_MS,
    closing: until + 31 * DAY_MS,
    price: 64_500_000,
    isWhole: true,
  };
}

export function makeDeal(random: Random, index: number, until: number): Deal {
  const isImported = index % 20 === 19;
  const type = random.weighted(types);
  const isLease = type === 'LEASE_RENTAL';
  const sale = isImported ? random.pick(importedStatuses) : random.weighted(saleStatuses);
  const status = isLease ? (isImported ? 'LEASED_RENTED' : random.weighted(leaseStatuses)) : sale;
  const propertyType = random.weighted(propertyTypes);
  const [youngest, oldest] = ages[status];
  const inserted = isImported
    ? until - random.integer(3, 12) * 90 * DAY_MS + DAY_MS / 4
    : until - random.integer(youngest * 86_400, oldest * 86_400) * 1000;
  const isAgreed = underContract.has(status) && !isLease;
  const agreed = !isAgreed
    ? null
    : status === 'PENDING'
      ? until - random.integer(1, 30) * DAY_MS
      : inserted + random.integer(10, 60) * DAY_MS;
  const closing = agreed === null ? null : agreed + random.integer(30, 45) * DAY_MS;
  const [from, to] = prices[propertyType];
  const price = isLease ? random.integer(24, 130) * 5_000 : random.integer(from, to) * 100_000;
  return { type, status, propertyType, inserted, agreed, closing, price, isWhole: false };
}
