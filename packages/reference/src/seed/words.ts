/**
 * The vocabulary of seeded data. It sounds like any office's, but nothing in it can be reached: addresses at `.example`, phone numbers from
 * 555-0100 to 555-0199, unused postal codes, and towns that do not exist.
 */
import type { ProviderKind } from '@realty-forms/contract/columns/fields.ts';
import type { Random } from './random.ts';

export const firstNames = (
  'Zoë Marcus José Ellen Łukasz Grace Andrew Siobhán Henry Renée Daniel Priya Thomas Anaïs Oliver ' +
  'Hannah Samuel Björn Claire Victor Naomi Peter Esperanza Walter Irene Felix Rosa Martin Julia Owen'
).split(' ');

export const lastNames = (
  "O'Example, Carter, Ibáñez, Bennett, Müller, Hughes, Novak, Whitfield, O'Donnell, Park, " +
  'Sørensen, Grant, Rossi, Delgado, Fletcher, Lindqvist, Quinn, Harper, Dubois, Walsh'
).split(', ');

/** Last names of people other than agents; the first one is reserved for the demo agent. */
export const familyNames = lastNames.slice(1);

/** The ends of names of parties that are not people; a comma is part of the name. */
const companyEndings = [' Family Trust', ' Holdings, LLC', ', Bennett & Sons'] as const;

export const brokerages = (
  'Harborlight Realty; Northgate & Pine Homes; Blue Lantern Real Estate; Fairmeadow Properties; ' +
  "Quill & Stone Realty; O'Donnell Park Associates; Three Rivers Row, Inc.; Saltmarsh Realty Group"
).split('; ');

const providerCompanies: Readonly<Record<ProviderKind, readonly string[]>> = {
  ESCROW: ['Harborlight Escrow, LLC', 'Clearwater Row Escrow'],
  TITLE: ['Old Mill Title Company', 'Fairmeadow Title & Trust'],
  TITLE2: ['Northgate Title Agency', 'Saltmarsh Title Services'],
  LENDING: ['Juniper Row Mortgage', 'First Lantern Bank, N.A.'],
  CLOSING: ['Stone Bridge Closings', 'Quill Settlement Services'],
  INSPECTION: ['Four Corners Home Inspection', 'Plumb Line Inspections'],
  PROPERTY_APPRAISAL: ['Fairmeadow Appraisals', 'Level & True Appraisal Co.'],
};

const streets = (
  'Alder Court, Juniper Row, Old Mill Lane, Harborlight Street, Willowmere Drive, Lantern Hill Road, ' +
  'Quarry Bend, Fairmeadow Avenue, Saltmarsh Way, Calle del Molino, Stone Bridge Terrace, St. Alban Square'
).split(', ');

/** Towns that do not exist, in states that do, because addTrans accepts only their codes. */
export const places = [
  { city: 'Alderbrook Mills', county: 'Fairmeadow', state: 'OH' },
  { city: 'Lantern Springs', county: 'Stonebridge', state: 'CO' },
  { city: "Port O'Donnell", county: 'Harborlight', state: 'ME' },
  { city: 'San Alonso del Molino', county: 'Doña Ysabel', state: 'NM' },
  { city: 'Willowmere', county: 'Juniper', state: 'GA' },
  { city: 'West Quarry Bend', county: 'Old Mill', state: 'VA' },
  { city: 'Saltmarsh Harbor', county: 'Northgate', state: 'WA' },
  { city: 'Bellafaçade', county: 'Three Rivers', state: 'CA' },
] as const;

export const subdivisions = ['Orchard Rise', 'Mill Pond Acres', 'Lantern Heights', "Fletcher's Landing"] as const;

export function personName(random: Random, lastName = random.pick(familyNames)): string {
  return `${random.pick(firstNames)} ${lastName}`;
}

export function partyCompany(random: Random): string {
  return `${random.pick(familyNames)}${random.pick(companyEndings)}`;
}

export function providerCompany(random: Random, kind: ProviderKind): string {
  return random.pick(providerCompanies[kind]);
}

export function streetAddress(random: Random): string {
  return `${random.integer(1, 999)} ${random.pick(streets)}`;
}

/** A mailing address in one line. */
export function mailingAddress(random: Random): string {
  const { city, state } = random.pick(places);
  return `${streetAddress(random)}, ${city}, ${state} ${zip(random)}`;
}

export function zip(random: Random): string {
  return `000${random.integer(10, 99)}`;
}

export function phone(random: Random): string {
  return `(${random.integer(201, 989)}) 555-01${String(random.integer(0, 99)).padStart(2, '0')}`;
}

const TRANSLITERATIONS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ð: 'd', ß: 'ss' };

/** The e-mail address for a name; `domain` is the label in front of `.example`. */
export function emailOf(name: string, domain: string): string {
  const plain = name.toLowerCase().replace(/[łøðß]/g, (letter) => TRANSLITERATIONS[letter] ?? '');
  const local = plain
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
  return `${local}@${domain}.example`;
}
