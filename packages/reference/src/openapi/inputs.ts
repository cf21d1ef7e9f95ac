/** The structured request values: a file in JSON (4.7), and a service provider entry (2.7). */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { type ProviderEntryField, providerEntryColumns } from '@realty-forms/contract/calls/provider-entry.ts';
import { providerKinds } from '@realty-forms/contract/columns/fields.ts';
import { closedObject, type Schema } from './schema.ts';

const uploadedFile = closedObject(
  {
    name: {
      type: 'string',
      minLength: 1,
      description: `File name; its extension is one of ${limits.uploadTypes.join(', ')}.`,
      examples: ['agreement.pdf'],
    },
    content: {
      type: 'string',
      contentEncoding: 'base64',
      description: 'Content of the file.',
      examples: ['JVBERi0xLjQKJSVFT0YK'],
    },
  },
  'A file in JSON (an assumption, 4.7).',
);

const entryTexts: Readonly<Record<ProviderEntryField, string>> = {
  Represents: 'The party that the provider acts for; may be empty.',
  Company: "The company's name.",
  AgentName: 'Contact person. Only PROPERTY_APPRAISAL has none.',
  CompanyAddress: "The company's address.",
  Email: 'E-mail.',
  Phone: 'Phone; omit it if Fax is given.',
  Fax: 'Fax; omit it if Phone is given.',
};

const providerEntry: Schema = {
  type: 'object',
  description: 'One service provider, with either Phone or Fax, but not both.',
  properties: {
    spType: {
      type: 'string',
      enum: providerKinds.map(({ kind }) => kind),
      description: 'Type of service; each type at most once. The specification names ESCROW and CLOSING.',
    },
    ...Object.fromEntries(
      providerEntryColumns.map(({ field }): [string, Schema] => [
        field,
        { type: 'string', description: entryTexts[field] },
      ]),
    ),
  },
  required: ['spType', 'Represents', 'Company', 'CompanyAddress', 'Email'],
  oneOf: [{ required: ['Phone'] }, { required: ['Fax'] }],
  additionalProperties: false,
};

export const inputSchemas: Readonly<Record<string, Schema>> = {
  UploadedFile: uploadedFile,
  ServiceProviderEntry: providerEntry,
};

/** A complete entry. */
export const exampleEntry = {
  spType: 'ESCROW',
  Represents: 'Buyer',
  Company: 'Example Escrow Company',
  AgentName: 'Pat Example',
  CompanyAddress: '1 Placeholder Lane',
  Email: 'escrow@providers.example',
  Phone: '555-0100',
} as const;
