/**
 * The errors of each endpoint as responses (section 7): one for each status that its rows name, with an example for each
 * row and message; and the few that stand outside every endpoint.
 */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { type ErrorBody, type ErrorRow, errorRows } from '../../contract/errors.ts';
import { downloadfilesRows, outside, shareAppRows } from '../failure.ts';
import { exactly, type Schema } from './schema.ts';

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What examples put where a message names a value. */
const fillIns: Readonly<Record<string, string>> = {
  '<parameter name>': 'batch_size',
  '<parameter value>': 'a < b',
  '<filter error>': 'NRDSID is missing',
  '<error message>': 'the reason',
  '<error reason>': 'ZZ is not a stateID',
};

/** Rows that section 7 lacks, and this service needs. */
const assumedRows: readonly ErrorRow[] = [...shareAppRows, ...downloadfilesRows];

export const errorSchema = exactly(
  {
    status: { type: 'integer', description: 'The status of the HTTP line once more.' },
    type: { type: 'string', description: 'The type that section 7 names.' },
    message: { type: 'string', minLength: 1, description: 'What was refused, and why.' },
  },
  'The one shape of every error (an assumption: section 7 shows none).',
);

/**
 * The responses of an endpoint's rows, and of what no row speaks of, by status. An unknown address and another method are no
 * answers of an operation: those are among the components alone.
 */
export function errorResponses(endpoint: EndpointName, isFoul: boolean): Record<string, Response> {
  const rows = [...errorRows, ...assumedRows].filter((row) => row.endpoint === endpoint);
  const statuses = [...new Set(rows.map(({ status }) => status))].sort();
  const own = statuses.map((status) => [status, responseOf(rows.filter((row) => row.status === status))] as const);
  const others = [outside.timeout, outside.tooLarge, outside.headersTooLarge, outside.unforeseen];
  const foul = isFoul ? [outside.rateLimited, outside.unavailable] : [];
  const beside = [...others, ...foul].map((body) => [body.status, outsideResponse(body)] as const);
  return { ...Object.fromEntries(beside), ...Object.fromEntries(own) };
}

function responseOf(rows: readonly ErrorRow[]): Response {
  const types = [...new Set(rows.map(({ type }) => type))];
  const examples = rows.flatMap((row) =>
    messagesOf(row).map((message): ErrorBody => ({ status: row.status, type: row.type, message })),
  );
  const conditions = rows.flatMap(({ condition }) => (condition === '' ? [] : [condition]));
  const assumed = rows.some((row) => assumedRows.includes(row)) ? ' (an assumption: section 7 has no such row)' : '';
  const status = rows[0]?.status ?? 0;
  return {
    description: [types.join(' or '), ...conditions].join(': ') + assumed,
    ...(status === 401 ? { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } } : {}),
    ...errorContent(status, types, examples),
  };
}

/** The messages that a row's condition speaks of, filled in. */
function messagesOf({ endpoint, type, condition }: ErrorRow): string[] {
  if (type === 'Missing Required Parameter')
    return [`${type}: ${Object.keys(endpoints[endpoint].request)[0] ?? 'the body must be a JSON object'}`];
  if (condition.startsWith('one of: ')) return condition.slice('one of: '.length).split('; ');
  const [, shown] = /^message[^:]*: (.*)$/.exec(condition) ?? [];
  const message = shown ?? type;
  return [Object.entries(fillIns).reduce((text, [mark, value]) => text.replace(mark, value), message)];
}

function outsideResponse({ status, type, message }: ErrorBody): Response {
  return { description: message, ...errorContent(status, [type], [{ status, type, message }]) };
}

function errorContent(
  status: number,
  types: readonly string[],
  examples: readonly ErrorBody[],
): Pick<Response, 'content'> {
  const schema: Schema = {
    ...errorSchema,
    properties: {
      ...errorSchema.properties,
      status: { type: 'integer', const: status },
      type: { type: 'string', enum: types },
    },
  };
  const named = Object.fromEntries(examples.map((value) => [value.message, { value }]));
  return { content: { 'application/json': { schema, examples: named } } };
}

/** What any request can be answered with before it reaches an endpoint, as components. */
export const outsideResponses: Readonly<Record<string, Response>> = {
  NotFound: outsideResponse(outside.notFound),
  MethodNotAllowed: outsideResponse(outside.wrongMethod),
  RequestTimeout: outsideResponse(outside.timeout),
  RequestTooLarge: outsideResponse(outside.tooLarge),
  HeadersTooLarge: outsideResponse(outside.headersTooLarge),
  BadRequest: outsideResponse(outside.malformed),
  TooManyRequests: outsideResponse(outside.rateLimited),
  Unavailable: outsideResponse(outside.unavailable),
  InternalError: outsideResponse(outside.unforeseen),
  LinkRefused: outsideResponse(outside.linkRefused),
  PreconditionFailed: outsideResponse(outside.preconditionFailed),
  OutsideFile: outsideResponse(outside.outsideFile),
};
