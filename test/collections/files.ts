/**
 * What `npm run collections` writes, by its path: a Bruno collection with a request for each query and mutation of the graph, and the
 * OpenAPI document of the POST API.
 */
import { demoExamples } from '@realty-forms/reference/docs/routes.ts';
import { openApiDocument } from '@realty-forms/reference/openapi/document.ts';
import { envJsonToBruV2, jsonToBruV2, jsonToCollectionBru } from '@usebruno/lang';
import { buildASTSchema, type GraphQLObjectType, getNamedType } from 'graphql';
import { readSdl } from '../../src/graphql/schema/sdl.ts';
import { type Field, isServiceOnly, operationFor } from './operation.ts';
import { variablesFor } from './values.ts';

/** What later requests need of a response, in the order in which they have to be sent: the variable, and its path below the field. */
const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transactions: { transactionId: '.nodes[0].id' },
  accounts: { memberEmail: '.nodes[0].email' },
  members: { memberUserName: '[0].userName' },
  registerMember: { passcode: '.passcode' },
};

export function collectionFiles(): Readonly<Record<string, string>> {
  const schema = buildASTSchema(readSdl());
  return {
    'bruno/bruno.json': json({ version: '1', name: 'Realty forms', type: 'collection', ignore: [] }),
    'bruno/collection.bru': jsonToCollectionBru({
      auth: { mode: 'bearer', bearer: { token: '{{token}}' } },
      docs: 'Made by `npm run collections`: a request for each query and mutation. Send those at the top of each folder first.',
    }),
    'bruno/environments/local.bru': envJsonToBruV2({
      variables: [
        { name: 'url', value: 'http://127.0.0.1:4000/graphql', enabled: true },
        { name: 'agentNrdsId', value: '999000001', enabled: true },
        { name: 'token', value: '', enabled: true, secret: true },
        { name: 'serviceToken', value: '', enabled: true, secret: true },
      ],
    }),
    'bruno/queries/folder.bru': jsonToCollectionBru({ meta: { name: 'queries', seq: 1 } }),
    ...requests('query', schema.getQueryType()),
    'bruno/mutations/folder.bru': jsonToCollectionBru({ meta: { name: 'mutations', seq: 2 } }),
    ...requests('mutation', schema.getMutationType()),
    'openapi.json': json(openApiFile()),
  };
}

function requests(kind: 'query' | 'mutation', type: GraphQLObjectType | null | undefined): Record<string, string> {
  const fields = Object.values(type?.getFields() ?? {}).filter((field) => !takesFile(field));
  const first = Object.keys(kept);
  const place = ({ name }: Field) => (first.includes(name) ? first.indexOf(name) : first.length);
  const ordered = fields.toSorted((one, other) => place(one) - place(other));
  return Object.fromEntries(
    ordered.map((field, index) => [`bruno/${folders[kind]}/${field.name}.bru`, request(kind, field, index + 1)]),
  );
}

const folders = { query: 'queries', mutation: 'mutations' } as const;

/** Bruno sends no file with an operation. */
const takesFile = ({ args }: Field) => args.some(({ type }) => getNamedType(type).name === 'UploadFileInput');

function request(kind: 'query' | 'mutation', field: Field, seq: number): string {
  const isService = isServiceOnly(field);
  const results = Object.entries(kept[field.name] ?? {});
  const checks = { 'res.body.errors': 'isUndefined', [`res.body.data.${field.name}.outcome`]: 'eq COMMITTED' };
  const assertions = Object.entries(checks).map(([name, value]) => ({ name, value, enabled: true }));
  return jsonToBruV2({
    meta: { name: field.name, type: 'graphql', seq },
    http: { method: 'post', url: '{{url}}', body: 'graphql', auth: isService ? 'bearer' : 'inherit' },
    ...(isService ? { auth: { bearer: { token: '{{serviceToken}}' } } } : {}),
    body: {
      graphql: { query: operationFor(kind, field), variables: JSON.stringify(variablesFor(field), null, 2) },
    },
    ...(results.length === 0
      ? {}
      : {
          vars: {
            res: results.map(([name, path]) => ({ name, value: `res.body.data.${field.name}${path}`, enabled: true })),
          },
        }),
    assertions: kind === 'mutation' ? assertions : assertions.slice(0, 1),
    docs: field.description ?? '',
  });
}

/** For a service that `npm start` has started. */
function openApiFile(): object {
  const servers = [{ url: 'http://127.0.0.1:4001', description: 'The embedded service' }];
  return { ...openApiDocument(demoExamples), servers };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
