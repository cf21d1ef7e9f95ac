/**
 * The service's OpenAPI 3.1 document, generated from the contract's rows, so that endpoints, columns and errors are described
 * only once. URLs are relative, so the document is valid wherever it is served.
 */
import { type EndpointName, endpoints, limits, type UpstreamScope } from '@realty-forms/contract/calls/endpoints.ts';
import { type ColumnSet, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { memberSets } from '@realty-forms/contract/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '@realty-forms/contract/columns/records.ts';
import { describedEndpoints } from '../handlers/endpoints.ts';
import { allKinds, entrySchema } from '../http/provider-schema.ts';
import { type Examples, tags } from './endpoint.ts';
import { errorResponses, errorSchema, generalResponses, responseRef } from './errors.ts';
import { kindRef, kindSchemas } from './kinds.ts';
import { requestBody } from './requests.ts';
import { closedObject, type Schema, schemaRef } from './schema.ts';

const scopes: Readonly<Record<UpstreamScope, string>> = {
  'account.read': 'Read accounts and members',
  'transactions.read': 'Read transactions and files',
  'transactions.create': 'Create transactions, upload files, set service providers',
};

// The GET routes in addition to the endpoints, all without a token: file downloads, keys, and documents.
const json = (description: string) => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
});

const plain = (operationId: string, summary: string, responses: object, extra: object = {}) => ({
  get: { operationId, tags: ['service'], summary, security: [], ...extra, responses },
});

const bytes = { 'application/octet-stream': {} };

/** The name is for people only; the signed ticket determines the files and the expiry. */
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

const plainPaths = {
  '/files/{name}': download,
  '/ServiceProvidersSchema.json': plain(
    'providersSchema',
    'The JSON Schema of the data field of serviceproviders (4.9)',
    json('A JSON Schema, draft 2020-12.'),
  ),
  '/.well-known/jwks.json': plain('keys', 'The public key that verifies tokens', json('A JSON Web Key Set.')),
  '/openapi.json': plain('document', 'This document', json('OpenAPI 3.1.')),
} as const;

export function openApiDocument(examples: Examples) {
  const names = Object.keys(endpoints) as EndpointName[];
  const paths = names.map((name) => [endpoints[name].path, { post: operation(name, examples) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forms and transactions: the POST API',
      version: '1.0.0',
      description: intro,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the document, since a proxy may remove the beginning of the path.
    servers: [{ url: '.', description: 'This service' }],
    tags: Object.entries({
      ...tags,
      service: 'Not POST, and without a token: the bytes of files, and documents that the service publishes.',
    }).map(([name, description]) => ({ name, description })),
    paths: { ...Object.fromEntries(paths), ...plainPaths },
    components: {
      schemas: { ...kindSchemas, ...recordSchemas, Error: errorSchema, ...inputSchemas },
      responses: generalResponses,
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description:
            'Client credentials (5). A token has all scopes of its client. The secret of a client that is not configured is in ' +
            'the file client-secret of the data folder, printed at the start on a terminal, and filled in here unless others ' +
            'can reach the service.',
          flows: { clientCredentials: { tokenUrl: `.${endpoints.token.path}`, scopes } },
        },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token obtained elsewhere.' },
        client: { type: 'http', scheme: 'basic', description: 'Client id and secret, for the token endpoint.' },
      },
    },
  };
}

const intro =
  'Every endpoint is POST. Execute the first one, *Obtain an access token*: the page at /docs uses its token from then on ' +
  '(*Authorize* does the same). Then try any endpoint: the examples match the data of a new database. Bodies are JSON; every error is a problem document, `{title, type, status, detail}`. Numbers in parentheses are sections of the ' +
  'specification; where it is silent, this document describes assumptions of this service. It returns 429 and 503 only if ' +
  'it was started with fault injection. An unknown path is 404, and a method other than POST is 405, in the same format.';

function operation(name: EndpointName, examples: Examples) {
  const { scope } = endpoints[name];
  const { tag, summary, description, response } = describedEndpoints[name];
  const scopeText = scope === null ? '' : ` Scope: \`${scope}\`.`;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}${scopeText}`,
    security: scope === null ? [{}, { client: [] }] : [{ oauth2: [scope] }, { bearer: [] }],
    requestBody: requestBody(name, examples),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: response } } },
      ...errorResponses(name),
    },
  };
}

const { additionalProperties: _, ...columns } = closedObject(
  columnsOf(transactionSets.filter(({ group }) => group !== 'identifier')),
  'The columns of a transaction but its identifier (2.4).',
);
const transaction = { type: 'object', allOf: [schemaRef('TransactionColumns')], unevaluatedProperties: false };

/** The records in responses (2.2 to 2.4, 2.6, 2.8). */
const recordSchemas: Readonly<Record<string, Schema>> = {
  TransactionColumns: columns,
  TransactionSummary: closedObject(
    columnsOf(transactionSets.filter(({ group }) => group === 'summary')),
    'A transaction in a list without full_details (2.4).',
  ),
  TransactionRecord: { ...transaction, description: 'A transaction as returned by getTransById (2.4): no transId.' },
  FullTransactionRecord: {
    ...transaction,
    description: 'A transaction with its transId (2.4).',
    properties: { transId: kindRef('text') },
    required: ['transId'],
  },
  ActiveUser: closedObject(columnsOf(activeUserSets), 'An agent that has enabled the integration (2.2).'),
  Account: closedObject(columnsOf(accountSets), 'A user-level account (2.3).'),
  File: closedObject(columnsOf(fileSets), 'A file of a transaction (2.6).'),
  Member: closedObject(memberColumns(memberSets.getMember), 'A member as returned by getMember (2.8).'),
  VerifiedMember: closedObject(memberColumns(memberSets.verifyToken), 'The member that a token was issued for (2.8).'),
};

function columnsOf(sets: readonly ColumnSet[]): Record<string, Schema> {
  const cells = sets.flatMap(({ prefix, columns: rows }) =>
    rows.map(([suffix, , kind]) => [prefix + suffix, kindRef(kind)] as const),
  );
  return Object.fromEntries(cells);
}

/** 2.8 shows no types: every column is text except the list of holidays. */
function memberColumns([{ columns }]: (typeof memberSets)[keyof typeof memberSets]): Record<string, Schema> {
  const schemaOf = (name: string): Schema =>
    name === 'holidays' ? { type: 'array', items: kindRef('text') } : kindRef('text');
  return Object.fromEntries(columns.map(([name]) => [name, schemaOf(name)]));
}

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

const inputSchemas: Readonly<Record<string, Schema>> = {
  UploadedFile: uploadedFile,
  ServiceProviderEntry: { description: 'One service provider (2.7).', ...entrySchema(allKinds) },
};
