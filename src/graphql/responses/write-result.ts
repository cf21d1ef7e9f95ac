/**
 * The text of a response: errors as clients see them (unexpected ones are logged), the cost, the warnings, and the request id of masked
 * errors.
 */

import { responseTo } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Context, Warning } from '../context.ts';
import { reportedCost } from '../cost/cost.ts';
import { MAX_WARNINGS } from '../resolvers/warnings.ts';
import { codeOf, type formatError, isUnexpected, requestError } from './errors.ts';
import type { ResponseLimits } from './response-limits.ts';

type Format = typeof formatError;

export interface GraphQLResponse {
  readonly status: number;
  /** Whether the document was read; otherwise the request was rejected before. */
  readonly isResult?: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON on one line. */
  readonly body: string;
}

/** The response for a fault of the whole request. */
export function errorResponse(fault: unknown, format: Format, requestId: string): GraphQLResponse {
  const error = requestError(fault, requestId);
  const { status, headers } = responseTo(fault instanceof GatewayFault ? fault.code : 'INTERNAL');
  return { status, headers, body: JSON.stringify({ errors: [format(error.toJSON(), error)] }) };
}

type Extensions = Record<string, unknown>;

/** The text of a result. Throws the fault that is the response instead. */
export type WriteResult = (context: Context, result: ExecutionResult) => string;

export function createResultWriter({ write }: Pick<ResponseLimits, 'write'>, format: Format, log: Log): WriteResult {
  return (context, { data, errors: failures }) => {
    const { warnings, calls, requestLog, requestId, showsCost } = context;
    if (failures !== undefined) reportErrors(failures, context, log);
    const formatted = failures?.map((error) => format(error.toJSON(), error, requestId));
    const errors = formatted && inDataOrder(formatted, data);
    let extensions: Extensions | undefined;
    if (showsCost && requestLog.estimatedCalls !== undefined)
      extensions = { cost: reportedCost(requestLog.estimatedCalls, calls) };
    if (warnings.length > 0) extensions = withWarnings(extensions, warnings, data);
    return write(context, { errors, data, extensions });
  };
}

/** Records the errors of an execution, and logs those that are masked. */
export function reportErrors(errors: readonly GraphQLError[], { requestId, requestLog }: Context, log: Log): void {
  for (const error of errors) {
    recordFailure(requestLog, codeOf(error));
    if (isUnexpected(error)) log.error({ requestId, err: error.originalError ?? error }, 'an error was masked');
  }
}

/** Adds the warnings in the order of the data, not in the order in which they arose. If there are very many, adds only some. */
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

/** Sorts errors in the order of the data, so that equal requests get equal responses, in whatever order their calls finish. */
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
