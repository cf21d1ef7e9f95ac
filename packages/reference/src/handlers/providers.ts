/**
 * serviceproviders (4.9): each entry replaces the transaction's provider of the same type. A field that an entry lacks is a
 * 400, a value that it must not have a 411; an unknown transaction, or another agent's, is a 400 that names the field.
 */

import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type ProviderEntry, providerEntryToColumns } from '@realty-forms/contract/calls/provider-requests.ts';
import { missingParameter, unexpectedValue } from '../http/failure.ts';
import { rejectInvalidCharacters } from '../http/validate.ts';
import { type DescribedEndpoints, text } from '../openapi/endpoint.ts';
import { schemaRef } from '../openapi/schema.ts';
import { replaceProviders } from '../store/providers.ts';
import { readTransId } from './fsforms.ts';

const ENDPOINT = 'serviceproviders';
/** A complete entry. */
const exampleEntry = {
  spType: 'ESCROW',
  Represents: 'Buyer',
  Company: 'Example Escrow Company',
  AgentName: 'Pat Example',
  CompanyAddress: '1 Placeholder Lane',
  Email: 'escrow@providers.example',
  Phone: '555-0100',
} as const;

export const serviceProviders = {
  serviceproviders: {
    tag: 'providers',
    summary: 'Set the service providers of a transaction',
    description: 'Each entry replaces the one that the transaction has for its type. Either all are stored, or none.',
    fields: ({ agentNRDSID }) => ({
      agentNRDSID: text("The transaction's agent.", agentNRDSID),
      data: {
        description: 'The entries (2.7); the full schema is published at /ServiceProvidersSchema.json.',
        items: schemaRef('ServiceProviderEntry'),
        minItems: 1,
        examples: [[exampleEntry]],
      },
    }),
    response: { type: 'string', const: 'Success' },
    handle: async (values, { store, providerSchema, clock }) => {
      const data = values.list('data') ?? [];
      const { missing, unexpected } = providerSchema.check(data);
      if (missing[0] !== undefined) throw missingParameter(ENDPOINT, missing[0]);
      for (const entry of data) {
        const fields = isJsonObject(entry) ? Object.values(entry) : [entry];
        for (const value of fields) rejectInvalidCharacters(ENDPOINT, value);
      }
      if (unexpected[0] !== undefined) throw unexpectedValue(...unexpected[0]);

      const transId = readTransId(values.text('transId') ?? '');
      if (transId === null) throw missingParameter(ENDPOINT, 'transId');
      const result = await replaceProviders(store, {
        transId,
        agentNrdsId: values.text('agentNRDSID') ?? '',
        columns: Object.assign({}, ...(data as readonly ProviderEntry[]).map(providerEntryToColumns)),
        now: clock.now(),
      });
      if (result === 'no transaction') throw missingParameter(ENDPOINT, 'transId');
      if (result === 'another agent') throw missingParameter(ENDPOINT, 'agentNRDSID');
      return { value: 'Success' };
    },
  },
} satisfies Partial<DescribedEndpoints>;
