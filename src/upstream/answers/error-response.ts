/**
 * The fault that an error status stands for: its code, what of upstream's texts may be shown, and for a write whether the request
 * reached the service. Statuses have the meanings of section 7, which are not always HTTP's.
 */

import { errorRows, typeRow } from '@realty-forms/contract/answers/errors.ts';
import type { Refusal } from '@realty-forms/contract/answers/judge.ts';
import { isFromService } from '@realty-forms/contract/answers/refusals.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { retryAfterMs } from '@realty-forms/platform/web/retry-after.ts';
import type { HttpResponse } from '../connections/transport.ts';
import { UpstreamFault } from '../faults.ts';
import { withoutSecrets } from './redaction.ts';

export function errorFault(
  endpoint: EndpointName,
  { status, error, means }: Refusal,
  response: HttpResponse,
  body: unknown,
  { clock, secrets }: { readonly clock: Clock; readonly secrets: () => readonly string[] },
): UpstreamFault {
  const redact = (text: string | null) => (text === null ? null : withoutSecrets(text, secrets()));
  const rows = errorRows.filter((row) => row.endpoint === endpoint && row.status === status);
  const type = error.type ?? (rows.length === 1 ? (rows[0]?.type ?? null) : null);
  // A type that the specification does not list may quote anything, and the message is logged.
  const isKnown = typeRow(type) !== undefined;
  const description = isKnown ? `${status} ${type}` : `${status}`;
  const isListed = rows.length > 0;
  const message = `responded with ${description}${isListed || status >= 500 ? '' : ', which the specification does not list'}`;
  const isWrite = endpoints[endpoint].effect === 'write';
  const intermediaryCode =
    isWrite && response.status >= 400 && !isListed && !isFromService(error, body)
      ? intermediaryCodes[status]
      : undefined;
  const pauseMs = retryAfterMs(response.headers['retry-after'], clock.now());
  return new UpstreamFault(
    means === 'denied' ? 'UPSTREAM_ACCESS_DENIED' : (intermediaryCode ?? codeOf(status)),
    message,
    {
      endpoint,
      status,
      isInBody: response.status < 400,
      sent: intermediaryCode !== 'UPSTREAM_UNAVAILABLE',
      upstreamType: isKnown ? type : redact(type),
      upstreamMessage: redact(error.message),
      rawError: error,
      means,
      retryAfterSeconds: pauseMs === null ? null : Math.ceil(pauseMs / 1_000),
    },
  );
}

/**
 * Statuses of an intermediary for a write, without any text of upstream's and not a rejection of its input: the request
 * did not reach the service, so nothing was executed (404, 421, 425), or was lost at an unknown point (408, 409).
 */
const intermediaryCodes: Readonly<Partial<Record<number, UpstreamFaultCode>>> = {
  404: 'UPSTREAM_UNAVAILABLE',
  421: 'UPSTREAM_UNAVAILABLE',
  425: 'UPSTREAM_UNAVAILABLE',
  408: 'UPSTREAM_INVALID',
  409: 'UPSTREAM_INVALID',
};

function codeOf(status: number): UpstreamFaultCode {
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE';
  return status === 429 ? 'UPSTREAM_RATE_LIMITED' : 'UPSTREAM_REJECTED';
}
