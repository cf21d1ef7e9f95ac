/**
 * What every request passes, once and in this order, whether it is the first of its kind or repeated, cheap or dear. Probes are
 * exempt from what limits callers.
 */

import type { Observer } from '@realty-forms/platform/observing/observe.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import type { TrustedProxies } from '../connections/client-address.ts';
import type { ProxyClients } from '../connections/proxy-clients.ts';
import type { Route } from '../exchange/exchange.ts';
import { receiveBody, rejectEncodedBody } from './bodies.ts';
import { recallCaller, verifyCaller } from './callers.ts';
import type { Guard } from './guard.ts';
import { checkHost } from './host.ts';
import { admit, claimSlot, limitConcurrency, limitProxyClient, limitRate } from './limits.ts';
import { answerPreflight } from './preflight.ts';
import type { RequestSlots } from './request-slots.ts';
import { findRoute } from './routing.ts';
import { createUsage } from './usage.ts';

export interface GuardOptions extends HostOptions {
  readonly routes: readonly Route[];
  /** Records requests. */
  readonly observer: Observer;
  /** Verifies tokens; without it, no caller is known. */
  readonly verify?: Verify | undefined;
  /** Origins whose pages may read responses (CORS); none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Addresses of proxies that are trusted to report the client's address. */
  readonly proxies?: TrustedProxies | undefined;
  readonly proxyClients?: ProxyClients | undefined;
  /** Without it, every request is admitted. */
  readonly requestSlots?: RequestSlots | undefined;
  /** How many requests a caller may send. A caller is the subject of its token, or an address; no limit by default. */
  readonly rateLimit?: RateLimitOptions | undefined;
}

interface RateLimitOptions {
  readonly perMinute: number;
  /** Maximum number of concurrent requests; unlimited by default. */
  readonly maxConcurrent?: number | undefined;
}

export function createGuards(options: GuardOptions): readonly Guard[] {
  const { verify, requestSlots, proxies, rateLimit, corsOrigins = [] } = options;
  const usage = createUsage(proxies);
  return [
    // Before anything that takes time: who sent a token that is known, and whether there is room for more work of this caller.
    recallCaller(verify),
    limitProxyClient(options.proxyClients),
    admit(requestSlots, usage),
    // Whoever gets here has a line in the log and counts in the metrics; in a flood, those would cost more than the rejections.
    record(options.observer),
    checkHost(createHostCheck(options)),
    answerPreflight(corsOrigins),
    findRoute(options.routes),
    rejectEncodedBody,
    // Who sent a token that is new; then what this caller may send.
    verifyCaller(verify),
    limitRate(rateLimit?.perMinute, usage),
    limitConcurrency(rateLimit?.maxConcurrent, usage),
    // Whoever lost its slot while its body arrived needs one again.
    receiveBody,
    claimSlot,
  ];
}

function record(observer: Observer): Guard {
  return (exchange) => {
    exchange.begin(observer);
    return null;
  };
}
