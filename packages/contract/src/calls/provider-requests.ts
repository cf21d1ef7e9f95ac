/**
 * Service providers in the form in which serviceproviders receives them (2.7, 4.9), and the record's columns where their values end up
 * (2.4): an entry's Email and Represents become the record's {prefix}EmailAddress and {prefix}CompanyRepresents; spType selects the prefix.
 * An entry has either Phone or Fax. Each value is listed with its input field, so that an upstream rejection can name that field.
 */

import { type ProviderKind, providerKinds } from '../columns/fields.ts';
import { isBlank } from '../columns/kinds.ts';
import type { Requests, SentValue } from './messages.ts';

/** The fields of an entry: the record's column after its prefix, and the path within `NewProvider`. */
export const providerEntryColumns = [
  { field: 'Represents', suffix: 'CompanyRepresents', input: 'represents' },
  { field: 'Company', suffix: 'CompanyName', input: 'company' },
  { field: 'AgentName', suffix: 'Agent', input: 'agentName' },
  { field: 'CompanyAddress', suffix: 'CompanyAddress', input: 'companyAddress' },
  { field: 'Email', suffix: 'EmailAddress', input: 'email' },
  { field: 'Phone', suffix: 'Phone', input: 'contact.phone' },
  { field: 'Fax', suffix: 'Fax', input: 'contact.fax' },
] as const;

type ProviderEntryField = (typeof providerEntryColumns)[number]['field'];

/** An entry in the form that is sent: it has Phone or Fax, never both. */
export type ProviderEntry = { readonly spType: ProviderKind } & Readonly<
  Partial<Record<ProviderEntryField, string | null>>
>;

/** The values of every column of the entry's type: empty text for columns that the entry omits or fills with white space only. */
export function providerEntryToColumns(entry: ProviderEntry): Record<string, string> {
  const row = providerKinds.find(({ kind }) => kind === entry.spType);
  if (row === undefined) throw new RangeError(`${entry.spType} is not a type of service provider`);
  return Object.fromEntries(
    providerEntryColumns
      .filter(({ field }) => row.hasAgent || field !== 'AgentName')
      .map(({ field, suffix }) => [row.prefix + suffix, isBlank(entry[field]) ? '' : (entry[field] ?? '')]),
  );
}

export interface NewProvider {
  readonly kind: ProviderKind;
  readonly represents?: string | null;
  readonly company: string;
  readonly agentName?: string | null;
  readonly companyAddress: string;
  readonly email: string;
  /** Exactly one of the two is set. */
  readonly contact: { readonly phone?: string | null; readonly fax?: string | null };
}

const inputOf = new Map<string, string>(providerEntryColumns.map(({ field, input }) => [field, input]));

export interface AddProviders {
  readonly agentNrdsId: string;
  readonly transId: string;
  readonly providers: readonly NewProvider[];
}

export function addProviders({ agentNrdsId, transId, providers }: AddProviders): Requests['serviceproviders'] {
  return { agentNRDSID: agentNrdsId, transId, data: providers.map(entryOf) };
}

function entryOf({ kind, represents, company, agentName, companyAddress, email, contact }: NewProvider): ProviderEntry {
  return {
    spType: kind,
    // An entry always has both of these fields, even when they are empty.
    Represents: represents ?? '',
    Company: company,
    AgentName: agentName ?? '',
    CompanyAddress: companyAddress,
    Email: email,
    ...(typeof contact.phone === 'string' ? { Phone: contact.phone } : { Fax: contact.fax ?? '' }),
  };
}

/** The values of the request, each with its input field. */
export function valuesOfProviders({ agentNRDSID, transId, data }: Requests['serviceproviders']): SentValue[] {
  return [
    { field: 'agentNrdsId', upstreamName: 'agentNRDSID', value: agentNRDSID },
    { field: 'transactionId', upstreamName: 'transId', value: transId },
    ...data.flatMap((entry, index) =>
      Object.entries(entry).map(([name, value]) => ({
        field: `providers.${index}.${inputOf.get(name) ?? 'kind'}`,
        upstreamName: `data[${index}].${name}`,
        value: value ?? '',
      })),
    ),
  ];
}
