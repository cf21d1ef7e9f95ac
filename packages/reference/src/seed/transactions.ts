/**
 * Seeded transactions, as consistent nested records: a sale is agreed after its listing began, near the listed price, and a closed one has
 * closed. Odd records (no name, lower case, another language, up to eight parties with gaps, unreadable values) are the second agent's. The
 * first transaction is the demo agent's, under contract, with everything filled in.
 */

import type { Draft } from '@realty-forms/contract/columns/codec.ts';
import { PARTY_SLOTS, providerKinds } from '@realty-forms/contract/columns/fields.ts';
import type {
  Listing,
  Property,
  Purchase,
  ServiceProvider,
  TransactionRecord,
} from '@realty-forms/contract/columns/records.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { ANCHOR, type SeededAgent } from './agents.ts';
import { type Deal, makeDeal, showpiece } from './deals.ts';
import { createRandom, type Random } from './random.ts';
import { makeSide } from './sides.ts';
import {
  emailOf,
  familyNames,
  mailingAddress,
  personName,
  phone,
  places,
  providerCompany,
  streetAddress,
  subdivisions,
  zip,
} from './words.ts';

/** Makes a transaction of `agent` in its state at `until`; `others` are the agents that may act for the other side. */
export function makeTransaction(
  index: number,
  agent: SeededAgent,
  others: readonly SeededAgent[],
  seed: number,
  until = ANCHOR,
): Draft<TransactionRecord> {
  const random = createRandom(seed, 2, index);
  const isOdd = agent === others[1];
  const deal = index === 0 ? showpiece(until) : makeDeal(random, index, until);
  const { type, status, propertyType, isWhole } = deal;
  const isLease = type === 'LEASE_RENTAL';
  const street = isWhole ? '12 Alder Court' : streetAddress(random);
  const unit = !isWhole && propertyType === 'RESIDENTIAL' && random.chance(0.15) ? String(random.integer(1, 40)) : null;
  const [client, counterpart] = [random.pick(familyNames), random.pick(familyNames)];
  const summary = {
    name: isOdd ? random.pick(oddNames) : isWhole ? street : nameOf(random, street, unit, client),
    realtorName: realtorName(agent, createRandom(seed, 3, index)),
    insertDate: instant(deal.inserted),
    lastUpdateDate: instant(updatedAt(random, deal, until)),
    propertyType,
    type,
    status,
  };
  // As bare as one that was just created.
  if (status === 'NEW' && random.chance(0.4)) return summary;

  const isSellersAgent = type !== 'PURCHASE';
  const candidate = random.pick(others);
  const opposite = candidate !== agent && (isWhole || random.chance(0.5)) ? candidate : null;
  const hasBuyer = deal.agreed !== null || type === 'PURCHASE' || status === 'LEASED_RENTED';
  const slots = (hasParties: boolean) => partySlots(random, index, { isOdd, isWhole, hasParties });
  return {
    ...summary,
    property: makeProperty(random, street, unit, deal),
    listing: makeListing(random, deal, until),
    purchase: makePurchase(random, deal),
    seller: makeSide(random, {
      agent: isSellersAgent ? agent : opposite,
      isLease,
      slots: slots(isSellersAgent || deal.agreed !== null),
      family: isSellersAgent ? client : counterpart,
      isWhole,
    }),
    buyer: makeSide(random, {
      agent: isSellersAgent ? (hasBuyer ? opposite : null) : agent,
      isLease: isLease && hasBuyer,
      slots: slots(hasBuyer),
      family: isSellersAgent ? counterpart : client,
      isWhole,
    }),
    serviceProviders: makeProviders(random, deal),
  };
}

/** Usually the agent's own name, sometimes that of a team. */
function realtorName({ first_name, last_name }: SeededAgent, random: Random): string {
  return random.chance(1 / 12) ? `The ${last_name} Team` : `${first_name} ${last_name}`;
}

/** Soon after the last event, or when somebody looked at it once more. */
function updatedAt(random: Random, { inserted, agreed, closing, status }: Deal, until: number): number {
  const last = Math.max(inserted, agreed ?? 0, status === 'CLOSED' ? (closing ?? 0) : 0);
  const share = random.chance(0.4) ? (random.integer(0, 60) / 100) ** 2 : 0;
  const later = last + Math.floor(((until - last) * share) / 1000) * 1000;
  return Math.min(later + random.integer(0, 86_400) * 1000, until);
}

const oddNames = ['Sample sale', 'Vente de l’été', "Buyer's search", 'lower case file', ''] as const;

function nameOf(random: Random, street: string, unit: string | null, client: string): string {
  const address = unit === null ? street : `${street}, Unit ${unit}`;
  return random.chance(0.25) ? `${client} – ${address}` : address;
}

/** What people type into such columns and a service may store: no amount, no dates, and a state that does not exist. */
export const unreadableValues = {
  State: 'ZZ',
  listingPrice: 'price on request',
  earnestMoney: 'see addendum',
  dueDiligenceDate: '2026-02-31',
  projectedClosingDate: 'upon approval',
} as const;

interface PartyOptions {
  readonly isOdd: boolean;
  readonly isWhole: boolean;
  readonly hasParties: boolean;
}

/** One or two; for the second agent none to eight, some with gaps between them. */
function partySlots(random: Random, index: number, { isOdd, isWhole, hasParties }: PartyOptions): number[] {
  const slots = Array.from({ length: PARTY_SLOTS }, (_, at) => at + 1);
  if (!isOdd) return hasParties ? slots.slice(0, isWhole || random.chance(0.55) ? 2 : 1) : [];
  const count = index % (PARTY_SLOTS + 1);
  if (random.chance(0.5)) return slots.slice(0, count);
  const chosen = random.shuffle(slots).slice(0, count);
  return chosen.sort((a, b) => a - b);
}

function makeProperty(random: Random, street: string, unitNo: string | null, deal: Deal): Draft<Property> {
  const place = random.pick(places);
  const isHome = deal.propertyType === 'RESIDENTIAL' || deal.propertyType === 'FARM_AND_RANCH';
  const often = (probability: number): boolean => deal.isWhole || random.chance(probability);
  return {
    streetAddress: street,
    unitNo,
    city: place.city,
    state: place.state,
    zip: zip(random),
    countyParcel: often(0.4) ? `00-${random.integer(100, 999)}-${random.integer(1000, 9999)}` : null,
    legalDescription: often(0.4)
      ? `LOT ${random.integer(1, 99)}, BLK ${random.integer(1, 20)}; "${random.pick(subdivisions)}"`
      : null,
    subdivision: often(0.4) ? random.pick(subdivisions) : null,
    countyName: often(0.8) ? place.county : null,
    yearBuilt: deal.propertyType !== 'VACANT_LAND' && often(0.9) ? random.integer(1904, 2024) : null,
    bedrooms: isHome && often(0.95) ? random.integer(1, 6) : null,
    baths: isHome && often(0.95) ? decimal(random.integer(2, 9) * 50) : null,
    mlsListingId: often(0.6) ? `X${random.integer(1_000_000, 9_999_999)}` : null,
  };
}

/** An agent of the buyer knows about half of the listings. */
function makeListing(random: Random, deal: Deal, until: number): Draft<Listing> {
  const { type, status, inserted, price, isWhole } = deal;
  if (type === 'PURCHASE' && random.chance(0.5)) return {};
  // The showpiece's listing began before its agreement.
  const start = isWhole ? until - 40 * DAY_MS : inserted + random.integer(0, 5) * DAY_MS;
  const isOver = status === 'EXPIRED' || status === 'CLOSED';
  const end = start + random.integer(90, 180) * DAY_MS;
  return {
    price: decimal(price),
    startDate: date(random, start),
    expirationDate: date(random, isOver ? end : Math.max(end, until + random.integer(2, 60) * DAY_MS)),
    associationFees: isWhole || random.chance(0.3) ? decimal(random.integer(40, 900) * 100) : null,
  };
}

function makePurchase(random: Random, { agreed, closing, price, isWhole }: Deal): Draft<Purchase> {
  if (agreed === null || closing === null) return {};
  const often = (probability: number): boolean => isWhole || random.chance(probability);
  const agreedPrice = Math.round((price * random.integer(94, 103)) / 100 / 50_000) * 50_000;
  return {
    price: decimal(agreedPrice),
    agreementDate: date(random, agreed),
    earnestMoneyDueDate: often(0.8) ? date(random, agreed + random.integer(3, 7) * DAY_MS) : null,
    dueDiligenceDate: often(0.6) ? date(random, agreed + random.integer(10, 20) * DAY_MS) : null,
    earnestMoney: often(0.8) ? decimal(Math.round((agreedPrice * random.integer(1, 3)) / 100 / 10_000) * 10_000) : null,
    projectedClosingDate: date(random, closing),
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

/** Any of the seven kinds, with phone or fax, some with few fields filled in; sales that are agreed have them. */
function makeProviders(random: Random, { agreed, isWhole }: Deal): Draft<ServiceProvider>[] {
  return providerKinds
    .filter(() => isWhole || random.chance(agreed === null ? 0.1 : 0.5))
    .map(({ kind, hasAgent }) => {
      const company = providerCompany(random, kind);
      const byFax = !isWhole && random.chance(0.15);
      return {
        kind,
        represents: (isWhole ? 'Buyer and Seller' : random.pick(represents)) || null,
        agentName: hasAgent && (isWhole || random.chance(0.8)) ? personName(random) : null,
        company,
        address: isWhole || random.chance(0.7) ? mailingAddress(random) : null,
        email: isWhole || random.chance(0.8) ? emailOf(company, 'providers') : null,
        phone: byFax ? null : phone(random),
        fax: byFax ? phone(random) : null,
      };
    });
}
