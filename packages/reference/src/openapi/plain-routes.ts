/** The GET routes besides the endpoints, all without a token: file downloads, keys, and documents. */
import { responseRef } from './errors.ts';

const json = (description: string) => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
});

const plain = (operationId: string, summary: string, responses: object, extra: object = {}) => ({
  get: { operationId, tags: ['service'], summary, security: [], ...extra, responses },
});

const bytes = { 'application/octet-stream': {} };

/** The name is for people only; the signed ticket says which files, and until when. */
const downloadParameters = [
  {
    name: 'name',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: 'agreement.pdf',
    description: 'Name that the file is saved under.',
  },
  {
    name: 'ticket',
    in: 'query',
    required: true,
    schema: { type: 'string' },
    example: 'from-file_url',
    description: 'Signed, and valid for a limited time: from the `file_url` of downloadfiles. Any other is a 403.',
  },
  { name: 'Range', in: 'header', schema: { type: 'string' }, description: 'A byte range of a single file.' },
];

const download = plain(
  'download',
  'Download from a URL of downloadfiles',
  {
    200: { description: 'The file, or several in a zip.', content: { ...bytes, 'application/zip': {} } },
    206: { description: 'The requested range of the file.', content: bytes },
    304: { description: 'The file has not changed.' },
    403: responseRef('LinkRefused'),
    404: responseRef('NotFound'),
    412: responseRef('PreconditionFailed'),
    416: responseRef('OutsideFile'),
  },
  { parameters: downloadParameters },
);

export const plainPaths = {
  '/files/{name}': download,
  '/ServiceProvidersSchema.json': plain(
    'providersSchema',
    'The JSON Schema of the data field of serviceproviders (4.9)',
    json('A JSON Schema, draft 2020-12.'),
  ),
  '/.well-known/jwks.json': plain('keys', 'The public key that verifies tokens', json('A JSON Web Key Set.')),
  '/openapi.json': plain('document', 'This document', json('OpenAPI 3.1.')),
} as const;
