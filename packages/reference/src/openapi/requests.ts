/**
 * The request body of each endpoint (section 4), from the contract's row and the field descriptions: JSON everywhere, also a
 * form at the token endpoint, and a multipart form for uploads.
 */
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type RequestKind,
} from '@realty-forms/contract/calls/endpoints.ts';
import { describedEndpoints } from '../handlers/endpoints.ts';
import { commonFields, type Examples } from './endpoint.ts';
import type { Schema } from './schema.ts';

interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: Schema; readonly encoding?: unknown }>>;
}

const kindSchemas: Readonly<Record<RequestKind, Schema>> = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: ['boolean', 'string'], pattern: '^(?:true|false)?$' },
  list: { type: 'array' },
  file: {},
};

/** An optional field may be blank. */
const optionalInteger: Schema = { type: ['integer', 'string'], pattern: '^$' };

function kindOf(kind: RequestKind, isOptional: boolean | undefined): Schema {
  if (kind === 'integer' && isOptional) return optionalInteger;
  return kind === 'text' && !isOptional ? { type: 'string', minLength: 1 } : kindSchemas[kind];
}

export function requestBody(endpoint: EndpointName, examples: Examples): RequestBody {
  const schema = requestSchema(endpoint, examples);
  const json = { 'application/json': { schema } };
  if (endpoint === 'token') {
    const form = { ...schema, required: ['grant_type'] };
    return { required: true, content: { ...json, 'application/x-www-form-urlencoded': { schema: form } } };
  }
  if (endpoint === 'uploadfiles') {
    return { required: true, content: { ...json, 'multipart/form-data': { schema: asForm(schema) } } };
  }
  return { required: Object.keys(endpoints[endpoint].request).length > 0, content: json };
}

/** The object stays open, because unknown fields are ignored. */
function requestSchema(endpoint: EndpointName, examples: Examples): Schema {
  const { request, anyOf }: Endpoint = endpoints[endpoint];
  const fields: Readonly<Record<string, Schema>> = {
    ...commonFields(examples),
    ...describedEndpoints[endpoint].fields(examples),
  };
  const properties = Object.entries(request).map(([name, { kind, optional }]): [string, Schema] => [
    name,
    { ...kindOf(kind, optional), ...fields[name] },
  ]);
  const required = Object.entries(request).filter(([, { optional }]) => !optional);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((name) => ({ required: [name] })) }),
  };
}

/** The same fields as parts of a form; the file's part carries its bytes and its name. */
function asForm(schema: Schema): Schema {
  const file: Schema = { type: 'string', format: 'binary', description: 'The file; its part contains its name.' };
  return { ...schema, properties: { ...schema.properties, file_name: file } };
}
