/**
 * The errors of each endpoint as responses (section 7), one per status in its rows, and the few errors that belong to no endpoint.
 */

import { type ErrorBody, type ErrorRow, errorRows } from '@realty-forms/contract/answers/errors.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { assumedRows, generalErrors, PROBLEM_TYPE } from '../http/failure.ts';
import { closedObject, type Schema } from './schema.ts';

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface ResponseRef {
  readonly $ref: string;
}

export const responseRef = (name: string): ResponseRef => ({ $ref: `#/components/responses/${name}` });

export const errorSchema = closedObject(
  {
    title: { type: 'string', description: 'The type from section 7.' },
    type: { type: 'string', format: 'uri', description: 'The address of the page about errors, the same for all.' },
    status: { type: 'integer', description: 'The HTTP status, repeated.' },
    detail: { type: 'string', minLength: 1, description: 'What was rejected, and why.' },
  },
  'The format of every error, a problem document (RFC 9457). An assumption: section 7 shows none.',
);

/**
 * The error responses of an endpoint by status: its rows, and errors that no row covers. An unknown path and a wrong method
 * are not responses of an operation: those occur only among the components.
 */
export function errorResponses(endpoint: EndpointName): Record<string, Response | ResponseRef> {
  const rows = [...errorRows, ...assumedRows].filter((row) => row.endpoint === endpoint);
  const statuses = [...new Set(rows.map(({ status }) => status))].sort();
  const specific = statuses.map((status) => [status, responseOf(rows.filter((row) => row.status === status))] as const);
  const general = {
    [generalErrors.tooLarge.status]: responseRef('RequestTooLarge'),
    [generalErrors.unforeseen.status]: responseRef('InternalError'),
    [generalErrors.rateLimited.status]: responseRef('TooManyRequests'),
    [generalErrors.unavailable.status]: responseRef('Unavailable'),
  };
  return { ...general, ...Object.fromEntries(specific) };
}

function responseOf(rows: readonly ErrorRow[]): Response {
  const types = [...new Set(rows.map(({ type }) => type))];
  const conditions = rows.flatMap(({ condition }) => (condition === '' ? [] : [condition]));
  const assumed = rows.some((row) => assumedRows.includes(row)) ? ' (an assumption: section 7 has no such row)' : '';
  const status = rows[0]?.status ?? 0;
  return {
    description: [types.join(' or '), ...conditions].join(': ') + assumed,
    ...(status === 401 ? { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } } : {}),
    ...errorContent(status, types),
  };
}

const generalResponse = ({ status, type, message }: ErrorBody): Response => ({
  description: message,
  ...errorContent(status, [type]),
});

function errorContent(status: number, types: readonly string[]): Pick<Response, 'content'> {
  const schema: Schema = {
    ...errorSchema,
    properties: {
      ...errorSchema.properties,
      title: { type: 'string', enum: types },
      status: { type: 'integer', const: status },
    },
  };
  return { content: { [PROBLEM_TYPE]: { schema } } };
}

/** The errors that any request can get before it reaches an endpoint, as components. */
export const generalResponses: Readonly<Record<string, Response>> = {
  NotFound: generalResponse(generalErrors.notFound),
  MethodNotAllowed: generalResponse(generalErrors.methodNotAllowed),
  RequestTooLarge: generalResponse(generalErrors.tooLarge),
  BadRequest: generalResponse(generalErrors.malformed),
  TooManyRequests: generalResponse(generalErrors.rateLimited),
  Unavailable: generalResponse(generalErrors.unavailable),
  InternalError: generalResponse(generalErrors.unforeseen),
  LinkRefused: generalResponse(generalErrors.invalidLink),
  PreconditionFailed: generalResponse(generalErrors.preconditionFailed),
  OutsideFile: generalResponse(generalErrors.rangeNotSatisfiable),
};
