/**
 * What every request passes, once and in this order, whether it is the first of its kind or repeated, cheap or dear. Probes are
 * exempt from what limits callers.
 */

import type { RequestLogger } from '@realty-forms/platform/observing/request-log.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import { clientBehind } from '../connections/client-address.ts';
import type { Route } from '../exchange/exchange.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';
import { receiveBody, rejectEncodedBody } from './bodies.ts';
import { recallCaller, verifyCaller } from './callers.ts';
import type { Guard } from './guard.ts';
import { checkHost } from './host.ts';
import { admit, type CallerLimits, limitCaller } from './limits.ts';
import { answerPreflight } from './preflight.ts';
import { findRoute } from './routing.ts';
import { createUsage } from './usage.ts';

export interface GuardOptions extends HostOptions {
  readonly routes: readonly Route[];
  /** Records requests. */
  readonly requestLogger: RequestLogger;
  /** Verifies tokens; without it, no caller is known. */
  readonly verify?: Verify | undefined;
  /** Origins whose pages may read responses (CORS); none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Addresses of proxies that are trusted to report the client's address; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How many requests are in flight at once. */
  readonly admission?: AdmissionOptions | undefined;
  /** How many requests a caller may send. A caller is the subject of its token, or an address. */
  readonly rateLimit?: CallerLimits | undefined;
}

export function createGuards(options: GuardOptions): readonly Guard[] {
  const { verify, rateLimit = {}, corsOrigins = [] } = options;
  const admission = createAdmission(options.admission);
  const usageOf = createUsage(clientBehind(options.trustedProxies));
  return [
    // Before anything that takes time: who sent a token that is known, and whether there is room for more work of this caller.
    recallCaller(verify),
    admit(admission, usageOf),
    // Whoever gets here has a line in the log and counts in the metrics; in a flood, those would cost more than the rejections.
    record(options.requestLogger),
    checkHost(createHostCheck(options)),
    answerPreflight(corsOrigins),
    findRoute(options.routes),
    rejectEncodedBody,
    // Who sent a token that is new; then what this caller may send.
    verifyCaller(verify),
    limitCaller(rateLimit, usageOf),
    receiveBody,
  ];
}

function record(requestLogger: RequestLogger): Guard {
  return (exchange) => {
    exchange.begin(requestLogger);
    return null;
  };
}
