/**
 * The OpenAPI 3.1 document of the service, made from the contract's rows: whatever the contract says of an endpoint, a
 * column or an error stands here without being written twice. Addresses are relative, so it holds wherever it is served.
 */
import { type EndpointName, endpoints, type UpstreamScope } from '../../contract/endpoints.ts';
import type { Weather } from '../weather.ts';
import { answerSchemas } from './answers.ts';
import { errorResponses, errorSchema, outsideResponses } from './errors.ts';
import type { Examples } from './fields.ts';
import { inputSchemas } from './inputs.ts';
import { kindSchemas } from './kinds.ts';
import { plainPaths } from './plain-routes.ts';
import { recordSchemas } from './records.ts';
import { requestBody } from './requests.ts';
import { endpointTexts, tags } from './texts.ts';

const scopes: Readonly<Record<UpstreamScope, string>> = {
  'account.read': 'Read accounts and members',
  'transactions.read': 'Read transactions and files',
  'transactions.create': 'Create transactions, upload files, set service providers',
};

export function openApiDocument(examples: Examples, weather: Pick<Weather, 'isFoul'>) {
  const names = Object.keys(endpoints) as EndpointName[];
  const paths = names.map((name) => [endpoints[name].path, { post: operation(name, examples, weather) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forms and transactions: the POST API',
      version: '1.0.0',
      description: intro,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: Object.entries({ ...tags, service: 'What the service says of itself, without a token.' }).map(
      ([name, description]) => ({ name, description }),
    ),
    paths: { ...Object.fromEntries(paths), ...plainPaths },
    components: {
      schemas: { ...kindSchemas, ...recordSchemas, Error: errorSchema, ...inputSchemas },
      responses: outsideResponses,
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description: 'Client credentials (5). The service gives a token all scopes of its client.',
          flows: { clientCredentials: { tokenUrl: endpoints.token.path, scopes } },
        },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token obtained elsewhere.' },
        client: { type: 'http', scheme: 'basic', description: 'Client id and secret, for the token endpoint.' },
      },
    },
  };
}

const intro =
  'Every endpoint is POST. Obtain a token with *Authorize*, then try any endpoint: the examples fit the data that a new ' +
  'database holds. Bodies are JSON; every error is `{status, type, message}`. Numbers in parentheses are sections of the ' +
  'specification; where it is silent, what stands here is an assumption of this service. Only one that was started to fail ' +
  'on purpose answers 429 or 503. An address that is none is 404, another method than POST 405, in the same shape.';

function operation(name: EndpointName, examples: Examples, { isFoul }: Pick<Weather, 'isFoul'>) {
  const { section, scope, scopeIsSpecified } = endpoints[name];
  const { tag, summary, description } = endpointTexts[name];
  const scopeText = scope === null ? '' : ` Scope: \`${scope}\`${scopeIsSpecified ? '' : ' (an assumption, 5.5)'}.`;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}${scopeText} Section ${section}.`,
    security: scope === null ? [{}, { client: [] }] : [{ oauth2: [scope] }, { bearer: [] }],
    requestBody: requestBody(name, examples),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: answerSchemas[name] } } },
      ...errorResponses(name, isFoul),
    },
  };
}
