/**
 * Service providers as they are sent (2.7), and the record's columns that those values end up in (2.4): an entry's Email and
 * Represents are the record's {prefix}EmailAddress and {prefix}CompanyRepresents. One row per field; spType selects the prefix.
 */
import { type ProviderKind, providerKinds } from '../columns/fields.ts';
import { isBlank } from '../columns/kinds.ts';
import type { ServiceProvider } from '../columns/records.ts';

export interface ProviderEntryColumn {
  /** The field's name in the entry. */
  readonly field: string;
  /** The part of the record's column name after the prefix. */
  readonly suffix: string;
  /** The field's name in the graph. */
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

/** An entry as it is sent: it has Phone or Fax, never both. */
export type ProviderEntry = { readonly spType: ProviderKind } & Readonly<
  Partial<Record<ProviderEntryField, string | null>>
>;

/** The values of every column of the entry's type: empty text for those that the entry omits, or has nothing but white space for. */
export function providerEntryToColumns(entry: ProviderEntry): Record<string, string> {
  const row = providerKinds.find(({ kind }) => kind === entry.spType);
  if (row === undefined) throw new RangeError(`${entry.spType} is not a type of service provider`);
  return Object.fromEntries(
    providerEntryColumns
      .filter(({ field }) => row.hasAgent || field !== 'AgentName')
      .map(({ field, suffix }) => [row.prefix + suffix, isBlank(entry[field]) ? '' : (entry[field] ?? '')]),
  );
}
