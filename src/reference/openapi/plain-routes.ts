/** The routes beside the endpoints, read with GET and without a token: the files that addresses lead to, keys, documents. */
import { outside } from '../failure.ts';

const json = (description: string) => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
});

const plain = (operationId: string, tag: string, summary: string, responses: object, more: object = {}) => ({
  get: { operationId, tags: [tag], summary, security: [], ...more, responses },
});

const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
const bytes = { 'application/octet-stream': {} };

/** The name is for people; the ticket says which files, until when, and is signed. */
const downloadParameters = [
  { name: 'name', in: 'path', required: true, schema: { type: 'string' }, description: 'What the file is saved as.' },
  {
    name: 'ticket',
    in: 'query',
    required: true,
    schema: { type: 'string' },
    description: 'Signed, and good for a while.',
  },
  { name: 'Range', in: 'header', schema: { type: 'string' }, description: 'A range of the bytes of a single file.' },
];

const download = plain(
  'download',
  'files',
  'Follow an address of downloadfiles',
  {
    200: { description: 'The file, or several in a zip.', content: { ...bytes, 'application/zip': {} } },
    206: { description: 'The range of the file.', content: bytes },
    304: { description: 'The file that the caller has is the same.' },
    403: response('LinkRefused'),
    404: response('NotFound'),
    412: response('PreconditionFailed'),
    416: response('OutsideFile'),
  },
  { parameters: downloadParameters },
);

/** The same without the bytes; no part of them is asked for, so that it has no answer about one. */
const head = {
  ...download.get,
  operationId: 'downloadHead',
  summary: 'What the headers of the file are',
  parameters: downloadParameters.filter(({ name }) => name !== 'Range'),
  responses: {
    200: { description: 'The file is there.' },
    304: { description: 'The file that the caller has is the same.' },
    403: { description: outside.linkRefused.message },
    404: { description: outside.notFound.message },
    412: { description: outside.preconditionFailed.message },
  },
};

export const plainPaths = {
  '/files/{name}': { ...download, head },
  '/ServiceProvidersSchema.json': plain(
    'providersSchema',
    'providers',
    'The JSON Schema of the data field of serviceproviders (4.9)',
    json('A JSON Schema, draft 2020-12.'),
  ),
  '/.well-known/jwks.json': plain(
    'keys',
    'service',
    'The public key that verifies tokens',
    json('A JSON Web Key Set.'),
  ),
  '/openapi.json': plain('document', 'service', 'This document', json('OpenAPI 3.1.')),
} as const;
