/**
 * What an answer says beside its data, whichever way the operation was carried out: errors as clients see them, and the log's
 * word of those that nobody foresaw; warnings; the cost where it is asked for; the request's id beside a masked error.
 */
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Log } from '../platform/log.ts';
import type { Warning } from './context.ts';
import { type formatError, isUnforeseen } from './errors.ts';

type Format = typeof formatError;
type Extensions = Record<string, unknown>;

/** Errors of resolvers, as Apollo hands them to the format when it carries an operation out itself. */
export function present(errors: readonly GraphQLError[], format: Format): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { code = ApolloServerErrorCode.INTERNAL_SERVER_ERROR } = error.extensions;
    return format({ ...error.toJSON(), extensions: { ...error.extensions, code } }, error);
  });
}

export function logMasked(log: Log, requestId: string, errors: readonly GraphQLError[]): void {
  for (const error of errors) {
    if (isUnforeseen(error)) log.error({ requestId, err: error.originalError ?? error }, 'an error was masked');
  }
}

/** In the order of the data, whichever of it came first. */
export function withWarnings(
  extensions: Extensions | undefined,
  warnings: readonly Warning[],
  data: unknown,
): Extensions {
  const placed = warnings.map((warning) => ({ warning, place: placeIn(data, warning.path) }));
  placed.sort((a, b) => comparePlaces(a.place, b.place));
  return { ...extensions, warnings: placed.map(({ warning }) => warning) };
}

/** The same of errors: equal requests get equal answers, whichever of their calls came back first. */
export function inOrder(errors: readonly GraphQLFormattedError[], data: unknown): readonly GraphQLFormattedError[] {
  if (errors.length < 2) return errors;
  const placed = errors.map((error) => ({ error, place: placeIn(data, error.path ?? []) }));
  placed.sort((a, b) => comparePlaces(a.place, b.place) || compareTexts(`${a.error.path}`, `${b.error.path}`));
  return placed.map(({ error }) => error);
}

/** Below what is null in the data nothing has a place; such paths go by their names. */
const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

function placeIn(data: unknown, path: Warning['path']): readonly number[] {
  let at = data as Extensions | null | undefined;
  return path.map((key) => {
    const position = typeof key === 'number' ? key : Object.keys(at ?? {}).indexOf(key);
    at = at?.[key] as Extensions | null | undefined;
    return position;
  });
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((position, level) => position !== b[level]);
  return differing === -1 ? a.length - b.length : (a[differing] ?? 0) - (b[differing] ?? -1);
}

export function withRequestId(errors: readonly GraphQLFormattedError[], requestId: string): GraphQLFormattedError[] {
  return errors.map((error) =>
    error.extensions?.['code'] === 'INTERNAL' ? { ...error, extensions: { ...error.extensions, requestId } } : error,
  );
}
