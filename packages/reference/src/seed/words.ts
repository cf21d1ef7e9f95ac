/**
 * The vocabulary of seeded data. All of it is recognizably made up: fictional names, addresses at `.example`, phone numbers
 * from 555-0100 to 555-0199, and postal codes that are not in use.
 */
import type { Random } from './random.ts';

export const firstNames = (
  'Zoë José Anaïs Björn Siobhán Łukasz Ada Bertram Clementine Dashiell Esperanza Fitzgerald Guðrún ' +
  "Hyacinth Ignatius Jolanda D'Arcy Lysander Marguerite Nikolaï Ophelia Percival Renée Sebastián " +
  'Thandiwe Ulysses Valentína Wilhelmina Xander Yvonne'
).split(' ');

export const lastNames = (
  "O'Example, Sampleton, Müller-Test, Placeholder, Ibáñez-Demo, Fictional, D'Mockup, Ångström-Example, " +
  'Testington, de la Muestra, Nonesuch, McStub, Løremipsum, Doe-Roe, Façade, Whatshisname, Straße, ' +
  "Imaginario, L'Exemple, Sandbox"
).split(', ');

/** Names of parties that are not people; a comma is part of the name. */
export const companyParties = (
  'Smith, Jones & Sons (fictional); The Nonesuch Family Trust, dated 1 January; ' +
  "O'Example & Daughters, LLC (fictional); Estate of Zoë Sampleton"
).split('; ');

export const brokerages = (
  'Placeholder Realty (fictional); Acme Sample Homes; Imaginary Estates, Inc. (fictional); ' +
  "Nobody's Brokerage; Façade & Façade Realty (fictional); Lorem Ipsum Properties; " +
  'Castle-in-the-Air Realty; Example Lane Associates (fictional)'
).split('; ');

export const providerCompanies = (
  'Made-Up Settlement Co.; Pretend Trust & Title (fictional); Figment Bank of Nowhere; ' +
  'Make-Believe Inspections; Whatsit, Whosit & Partners (fictional); Cloud Cuckoo Appraisals; ' +
  'Example Escrow, LLC (fictional); Señor Ejemplo Lending'
).split('; ');

const streets = (
  "Placeholder Lane, Example Street, Nobody's Way, Calle Imaginaria, Lorem Avenue, Ipsum Court, " +
  'Test Hill Road, Avenue de l’Exemple, Mockingbird Mock-Up Drive, Null Terrace, Fixture Boulevard, ' +
  'St. Nowhere Square'
).split(', ');

/** Made-up places in real states, because addTrans accepts only the codes of real states. */
export const places = [
  { city: 'Exampleville', county: 'Sample', state: 'OH' },
  { city: 'Nowhere Springs', county: 'Placeholder', state: 'CO' },
  { city: "Port O'Example", county: 'Imaginary', state: 'ME' },
  { city: 'San Ejemplo', county: 'Doña Muestra', state: 'NM' },
  { city: 'Loremtown', county: 'Ipsum', state: 'GA' },
  { city: 'Testington, West', county: 'Fixture', state: 'VA' },
  { city: 'Null Island', county: 'Meridian', state: 'WA' },
  { city: 'Façade Falls', county: 'Stage', state: 'CA' },
] as const;

export const subdivisions = ['Phase One of None', 'Sample Acres', 'Lorem Heights', "Pretender's Landing"] as const;

export function personName(random: Random): string {
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

export function streetAddress(random: Random): string {
  return `${random.integer(1, 9999)} ${random.pick(streets)}`;
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
