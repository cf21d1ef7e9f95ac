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

export function withWarnings(extensions: Extensions | undefined, warnings: readonly Warning[]): Extensions {
  return { ...extensions, warnings };
}

export function withRequestId(errors: readonly GraphQLFormattedError[], requestId: string): GraphQLFormattedError[] {
  return errors.map((error) =>
    error.extensions?.['code'] === 'INTERNAL' ? { ...error, extensions: { ...error.extensions, requestId } } : error,
  );
}
