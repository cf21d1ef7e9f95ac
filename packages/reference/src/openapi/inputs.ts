/** The structured request values: a file in JSON (4.7), and a service provider entry (2.7). */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { allKinds, entrySchema } from '../http/provider-schema.ts';
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

export const inputSchemas: Readonly<Record<string, Schema>> = {
  UploadedFile: uploadedFile,
  ServiceProviderEntry: { description: 'One service provider (2.7).', ...entrySchema(allKinds) },
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
