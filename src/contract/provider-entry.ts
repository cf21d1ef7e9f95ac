/**
 * Service providers as they are written (2.7) and where that lands in the record (2.4): an entry says Email and Represents,
 * the record {prefix}EmailAddress and {prefix}CompanyRepresents. One row a field; spType chooses the prefix.
 */
import { type ProviderKind, providerKinds } from './fields.ts';
import type { ServiceProvider } from './records.ts';

export interface ProviderEntryColumn {
  /** The entry's name for it. */
  readonly field: string;
  /** What follows the prefix in the record's name for it. */
  readonly suffix: string;
  /** The graph's name for it. */
  readonly name: keyof ServiceProvider;
}

export const providerEntryColumns = [
  { field: 'Represents', suffix: 'CompanyRepresents', name: 'represents' },
  { field: 'Company', suffix: 'CompanyName', name: 'company' },
  { field: 'AgentName', suffix: 'Agent', name: 'agentName' },
  { field: 'CompanyAddress', suffix: 'CompanyAddress', name: 'address' },
  { field: 'Email', suffix: 'EmailAddress', name: 'email' },
  { field: 'Phone', suffix: 'Phone', name: 'phone' },
  { field: 'Fax', suffix: 'Fax', name: 'fax' },
] as const satisfies readonly ProviderEntryColumn[];

export type ProviderEntryField = (typeof providerEntryColumns)[number]['field'];

/** An entry as the wire carries it: Phone or Fax, never both. */
export type ProviderEntry = { readonly spType: ProviderKind } & Readonly<
  Partial<Record<ProviderEntryField, string | null>>
>;

/** The values of spType that 2.7 names. The others stand in no list of the spec, only in the columns of 2.4. */
export const specifiedProviderTypes: readonly ProviderKind[] = ['ESCROW', 'CLOSING'];

/** Every column of the entry's type, so that what the entry leaves out becomes blank. */
export function providerEntryToColumns(entry: ProviderEntry): Record<string, string> {
  const row = providerKinds.find(({ kind }) => kind === entry.spType);
  if (row === undefined) throw new RangeError(`${entry.spType} is not a type of service provider`);
  return Object.fromEntries(
    providerEntryColumns
      .filter(({ field }) => row.hasAgent || field !== 'AgentName')
      .map(({ field, suffix }) => [row.prefix + suffix, entry[field] ?? '']),
  );
}
