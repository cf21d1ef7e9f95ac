/**
 * The text of a response, whoever executed the operation: errors as clients see them (unforeseen ones are logged), the cost, the
 * warnings, and the request id of masked errors.
 */
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { responseTo } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { recordFailure } from '@realty-forms/platform/observing/request-facts.ts';
import type { ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Context, Warning } from '../context.ts';
import { costOf } from '../cost/cost.ts';
import { MAX_WARNINGS } from '../resolvers/warnings.ts';
import { codeOf, type formatError, isUnexpected, requestError } from './errors.ts';
import type { Responses } from './responses.ts';

type Format = typeof formatError;

/** A result whose text is already written, in place of a result's extensions. */
export class WrittenResult {
  [key: string]: unknown;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What Apollo sends for a result. */
export function textOf({ extensions, ...others }: FormattedExecutionResult): string {
  return extensions instanceof WrittenResult ? extensions.text : JSON.stringify({ ...others, extensions });
}

/** A response that consists of a fault. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function refusalOf(fault: unknown, format: Format, requestId: string): Refusal {
  const error = requestError(fault, requestId);
  const { status, headers } = responseTo(fault instanceof GatewayFault ? fault.code : 'INTERNAL');
  return { status, headers, body: JSON.stringify({ errors: [format(error.toJSON(), error)] }) };
}

type Extensions = Record<string, unknown>;

/** What was executed, as clients see it. Its errors are recorded, and those that are masked are logged. */
export type FormatResult = (context: Context, executed: ExecutionResult) => FormattedExecutionResult;

export function createResultFormatter(format: Format, log: Log): FormatResult {
  return (context, { errors, ...result }) => {
    if (errors === undefined) return result;
    reportErrors(errors, context, log);
    return { ...result, errors: formatErrors(errors, format) };
  };
}

/** Formats resolver errors as Apollo does when it executes an operation itself. */
function formatErrors(errors: readonly GraphQLError[], format: Format): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { code = ApolloServerErrorCode.INTERNAL_SERVER_ERROR } = error.extensions;
    return format({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error);
  });
}

/** Records the errors of an execution, and logs those that are masked. */
export function reportErrors(errors: readonly GraphQLError[], { requestId, facts }: Context, log: Log): void {
  for (const error of errors) {
    recordFailure(facts, codeOf(error));
    if (isUnexpected(error)) log.error({ requestId, err: error.originalError ?? error }, 'an error was masked');
  }
}

interface Result {
  readonly data?: unknown;
  /** As clients see them, in any order. */
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
  readonly extensions?: Extensions | undefined;
}

/** The text of a result. Throws, or rejects, with the fault to respond with in its place. */
export type WriteResult = (context: Context, result: Result) => string | Promise<string>;

/** The same for what was executed outside Apollo's pipeline. */
export type WriteExecuted = (context: Context, executed: ExecutionResult) => string | Promise<string>;

export function createResultWriter({ write }: Pick<Responses, 'write'>): WriteResult {
  return (context, { data, errors: unordered, extensions: given }) => {
    const { warnings, calls, facts, requestId, showsCost } = context;
    const errors = unordered && withRequestId(inDataOrder(unordered, data), requestId);
    let extensions = given;
    if (showsCost && facts.estimatedCalls !== undefined)
      extensions = { ...extensions, cost: costOf(facts.estimatedCalls, calls) };
    if (warnings.length > 0) extensions = withWarnings(extensions, warnings, data);
    return write(context, { errors, data, extensions });
  };
}

/** Adds the warnings in the order of the data, not in the order in which they arose; of very many, only some. */
function withWarnings(extensions: Extensions | undefined, warnings: readonly Warning[], data: unknown): Extensions {
  const hasMore = warnings.length > MAX_WARNINGS;
  const listed = hasMore ? warnings.slice(0, MAX_WARNINGS) : warnings;
  const positioned = listed.map((warning) => ({ warning, position: positionIn(data, warning.path) }));
  positioned.sort((a, b) => comparePositions(a.position, b.position));
  return {
    ...extensions,
    warnings: positioned.map(({ warning }) => warning),
    ...(hasMore && { hasMoreWarnings: true }),
  };
}

/** Sorts errors in the order of the data, so that equal requests get equal responses whichever call finishes first. */
export function inDataOrder(errors: readonly GraphQLFormattedError[], data: unknown): readonly GraphQLFormattedError[] {
  if (errors.length < 2) return errors;
  const positioned = errors.map((error) => ({ error, position: positionIn(data, error.path ?? []) }));
  positioned.sort(
    (a, b) => comparePositions(a.position, b.position) || compareTexts(`${a.error.path}`, `${b.error.path}`),
  );
  return positioned.map(({ error }) => error);
}

/** Below a null in the data there are no positions; such paths are compared as text. */
const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

function positionIn(data: unknown, path: Warning['path']): readonly number[] {
  let at = data as Extensions | null | undefined;
  return path.map((key) => {
    const position = typeof key === 'number' ? key : Object.keys(at ?? {}).indexOf(key);
    at = at?.[key] as Extensions | null | undefined;
    return position;
  });
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((position, level) => position !== b[level]);
  return differing === -1 ? a.length - b.length : (a[differing] ?? 0) - (b[differing] ?? -1);
}

function withRequestId(errors: readonly GraphQLFormattedError[], requestId: string): GraphQLFormattedError[] {
  return errors.map((error) =>
    error.extensions?.['code'] === 'INTERNAL' ? { ...error, extensions: { ...error.extensions, requestId } } : error,
  );
}
