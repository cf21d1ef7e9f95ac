// What a client sees of each fault: a documented code, whether a retry can help, and no internals.
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { GatewayFault, type GatewayFaultCode } from '../../../src/gateway/fault.ts';
import { formatError } from '../../../src/graphql/responses/errors.ts';
import { UpstreamFault, type UpstreamFaultCode, upstreamFaultCodes } from '../../../src/upstream/faults.ts';

type FaultCode = GatewayFaultCode | UpstreamFaultCode;

/** A fault without a row does not compile. */
const clientErrors: Readonly<Record<FaultCode, readonly [code: string, retryable: boolean]>> = {
  UNAUTHENTICATED: ['UNAUTHENTICATED', false],
  FORBIDDEN: ['FORBIDDEN', false],
  NOT_FOUND: ['NOT_FOUND', false],
  BAD_USER_INPUT: ['BAD_USER_INPUT', false],
  INVALID_CURSOR: ['INVALID_CURSOR', false],
  QUERY_TOO_COSTLY: ['QUERY_TOO_COSTLY', false],
  QUERY_TOO_LARGE: ['BAD_USER_INPUT', false],
  LINK_EXPIRED: ['NOT_FOUND', false],
  IDEMPOTENCY_MISMATCH: ['IDEMPOTENCY_MISMATCH', false],
  IDEMPOTENCY_IN_PROGRESS: ['IDEMPOTENCY_IN_PROGRESS', true],
  LEDGER_UNAVAILABLE: ['OVERLOADED', true],
  CALLER_RESPONSES_FULL: ['OVERLOADED', true],
  RESPONSES_FULL: ['OVERLOADED', true],
  KEYS_UNAVAILABLE: ['UPSTREAM_UNAVAILABLE', true],
  UPSTREAM_UNAVAILABLE: ['UPSTREAM_UNAVAILABLE', true],
  UPSTREAM_TIMEOUT: ['UPSTREAM_TIMEOUT', true],
  UPSTREAM_REJECTED: ['UPSTREAM_REJECTED', false],
  UPSTREAM_ACCESS_DENIED: ['UPSTREAM_ACCESS_DENIED', false],
  UPSTREAM_RATE_LIMITED: ['RATE_LIMITED', true],
  UPSTREAM_INVALID: ['UPSTREAM_INVALID', false],
  OVERLOADED: ['OVERLOADED', true],
  ABORTED: ['UPSTREAM_UNAVAILABLE', true],
};

const upstreamCodes: ReadonlySet<string> = new Set(upstreamFaultCodes);
const isUpstreamCode = (code: string): code is UpstreamFaultCode => upstreamCodes.has(code);

const faultWith = (code: FaultCode): Error =>
  isUpstreamCode(code)
    ? new UpstreamFault(code, 'at vendor.internal', { endpoint: 'listTrans', sent: true })
    : new GatewayFault(code, code);

test.each<[string, Error, string, boolean]>([
  ...(Object.keys(clientErrors) as FaultCode[]).map((code): [string, Error, string, boolean] => [
    code,
    faultWith(code),
    ...clientErrors[code],
  ]),
  ['a bug', new TypeError('a bug at vendor.internal'), 'INTERNAL', false],
  [
    'a made-up code',
    new GraphQLError('a bug at vendor.internal', { extensions: { code: 'MADE_UP', stacktrace: ['vendor.internal'] } }),
    'INTERNAL',
    false,
  ],
])('%s maps to a documented code and says whether to retry', (_, originalError, code, retryable) => {
  const error = new GraphQLError(originalError.message, { originalError, path: ['field'] });
  const { message, extensions, ...rest } = formatError(error.toJSON(), error);
  expect(extensions).toEqual({ code, retryable });
  expect(message).not.toBe('');
  expect(message).not.toContain('vendor.internal');
  expect(rest).toEqual({ path: ['field'] });
});
