/** What requests hold beside plain fields: a file in JSON (4.7), and the entry of a service provider (2.7). */
import { limits } from '../../contract/endpoints.ts';
import { providerKinds } from '../../contract/fields.ts';
import { type ProviderEntryField, providerEntryColumns } from '../../contract/provider-entry.ts';
import { exactly, type Schema } from './schema.ts';

const uploadedFile = exactly(
  {
    name: {
      type: 'string',
      minLength: 1,
      description: `Its name, with the ending of its kind: ${limits.uploadTypes.join(', ')}.`,
      examples: ['agreement.pdf'],
    },
    content: {
      type: 'string',
      contentEncoding: 'base64',
      description: 'Its bytes.',
      examples: ['JVBERi0xLjQKJSVFT0YK'],
    },
  },
  'A file in JSON (an assumption, 4.7).',
);

const entryTexts: Readonly<Record<ProviderEntryField, string>> = {
  Represents: 'Whom the provider acts for; it may be empty.',
  Company: "The company's name.",
  AgentName: 'The person in charge. PROPERTY_APPRAISAL, alone, has none.',
  CompanyAddress: "The company's address.",
  Email: 'E-mail.',
  Phone: 'Phone; leave it out where Fax is given.',
  Fax: 'Fax; leave it out where Phone is given.',
};

const providerEntry: Schema = {
  type: 'object',
  description: 'One service provider. It is reached by phone or by fax, never by both.',
  properties: {
    spType: {
      type: 'string',
      enum: providerKinds.map(({ kind }) => kind),
      description: 'What it provides; each type at most once. The specification names ESCROW and CLOSING.',
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

/** An entry that is complete. */
export const exampleEntry = {
  spType: 'ESCROW',
  Represents: 'Buyer',
  Company: 'Example Escrow Company',
  AgentName: 'Pat Example',
  CompanyAddress: '1 Placeholder Lane',
  Email: 'escrow@providers.example',
  Phone: '555-0100',
} as const;
