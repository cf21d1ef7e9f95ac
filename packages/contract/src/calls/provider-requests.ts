/**
 * Builds the request of serviceproviders (4.9) from the graph's names. An entry has its six fields and then either Phone
 * or Fax (2.7). Each value is listed with the input field it came from, so that an upstream rejection can name that field.
 */
import type { ProviderKind } from '../columns/fields.ts';
import type { Requests, SentValue } from './messages.ts';
import type { ProviderEntry, ProviderEntryField } from './provider-entry.ts';

/** Contact details of a provider: exactly one of the two is set. */
interface ProviderContact {
  readonly phone?: string | null;
  readonly fax?: string | null;
}

export interface NewProvider {
  readonly kind: ProviderKind;
  readonly represents?: string | null;
  readonly company: string;
  readonly agentName?: string | null;
  readonly companyAddress: string;
  readonly email: string;
  readonly contact: ProviderContact;
}

/** The path within `NewProvider` of each field of an entry. */
const fieldOf: Readonly<Record<ProviderEntryField | 'spType', string>> = {
  spType: 'kind',
  Represents: 'represents',
  Company: 'company',
  AgentName: 'agentName',
  CompanyAddress: 'companyAddress',
  Email: 'email',
  Phone: 'contact.phone',
  Fax: 'contact.fax',
};

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
        field: `providers.${index}.${fieldOf[name as keyof typeof fieldOf]}`,
        upstreamName: `data[${index}].${name}`,
        value: value ?? '',
      })),
    ),
  ];
}
