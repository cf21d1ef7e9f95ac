/**
 * The request of serviceproviders (4.9), built from names of the graph: an entry carries its six fields and then Phone or Fax
 * (2.7). Beside each value stands the field that it came from, so that a refusal finds it again.
 */
import type { ProviderKind } from './fields.ts';
import type { Requests } from './messages.ts';
import type { ProviderEntry, ProviderEntryField } from './provider-entry.ts';
import type { SentValue } from './sent-value.ts';

/** How a provider is reached: by exactly one of the two. */
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

/** Where in a new provider each field of an entry stands. */
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
    // Both may be empty, and an entry carries them all the same.
    Represents: represents ?? '',
    Company: company,
    AgentName: agentName ?? '',
    CompanyAddress: companyAddress,
    Email: email,
    ...(typeof contact.phone === 'string' ? { Phone: contact.phone } : { Fax: contact.fax ?? '' }),
  };
}

/** The values of the request, each with its field of the input. */
export function valuesOfProviders({ agentNRDSID, transId, data }: Requests['serviceproviders']): SentValue[] {
  return [
    { field: 'agentNrdsId', wire: 'agentNRDSID', value: agentNRDSID },
    { field: 'transactionId', wire: 'transId', value: transId },
    ...data.flatMap((entry, index) =>
      Object.entries(entry).map(([name, value]) => ({
        field: `providers.${index}.${fieldOf[name as keyof typeof fieldOf]}`,
        wire: `data[${index}].${name}`,
        value: value ?? '',
      })),
    ),
  ];
}
