// What a client sees of each fault: a documented code, whether a retry can help, and no internals.

import {
  clientCodeOf,
  type FaultCode,
  faults,
  type GatewayFaultCode,
  type UpstreamFaultCode,
  upstreamFaultCodes,
} from '@realty-forms/platform/fault.ts';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { GatewayFault } from '../../../src/gateway/fault.ts';
import { formatError } from '../../../src/graphql/responses/errors.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';

const upstreamCodes: ReadonlySet<string> = new Set(upstreamFaultCodes);
const isUpstreamCode = (code: string): code is UpstreamFaultCode => upstreamCodes.has(code);

const faultWith = (code: FaultCode): Error =>
  isUpstreamCode(code)
    ? new UpstreamFault(code, 'at vendor.internal', { endpoint: 'listTrans', sent: true })
    : new GatewayFault(code as GatewayFaultCode, code);

test.each<[string, Error, string, boolean]>([
  ...(Object.keys(faults) as FaultCode[]).map((code): [string, Error, string, boolean] => [
    code,
    faultWith(code),
    clientCodeOf(code),
    faults[code].retryable ?? false,
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
