/** Records calls: counts them in the metrics, logs them without bodies or values, and keeps the state that the readiness check reads. */

import { errorRows } from '@realty-forms/contract/answers/errors.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import { upstreamFaultCodes } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { evidenceOf, type UpstreamFault } from '../faults.ts';

interface UpstreamState {
  /** Whether any call has succeeded since startup, which implies a token. */
  readonly everConnected: boolean;
  /**
   * `down` once several calls in a row have failed, and none has succeeded for some seconds: a single failure is not an outage, nor are
   * failures of one caller or one endpoint while others succeed. `up` from the next answer on. `unknown` before the first call.
   */
  readonly health: 'unknown' | 'up' | 'down';
}

export interface CallObserver {
  /** `requestId` is the id of the incoming request for which the call was made, if any. */
  readonly record: (endpoint: EndpointName, fault: UpstreamFault | null, startedAt: number, requestId?: string) => void;
  readonly state: () => UpstreamState;
}

/** How many calls in a row must fail, and how long ago the last answer must be. Before the first token, one failure is enough. */
const MIN_FAILURES = 3;
const MIN_SILENCE_MS = 5_000;

export function createCallObserver(clock: Clock, log: Log, metrics: Metrics): CallObserver {
  countFromZero(metrics.upstreamCalls, allOutcomeLabels());
  let state: UpstreamState = { everConnected: false, health: 'unknown' };
  let respondedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;

  function change(health: 'up' | 'down', everConnected: boolean): void {
    metrics.upstreamUp.set(health === 'up' ? 1 : 0);
    state = { everConnected, health };
  }

  return {
    record(endpoint, fault, startedAt, requestId) {
      const milliseconds = clock.now() - startedAt;
      const outcome = fault?.code ?? 'ok';
      metrics.upstreamCalls.inc({ endpoint, outcome });
      metrics.upstreamSeconds.observe({ endpoint }, Math.max(0, milliseconds) / 1000);
      logCall(log, { requestId, endpoint, milliseconds }, fault);
      const { everConnected } = state;
      const evidence = evidenceOf(fault);
      // Later tokens say nothing about the endpoints that they are for.
      if (evidence === null || (endpoint === 'token' && everConnected)) return;
      if (evidence === 'response') {
        respondedAt = clock.now();
        failures = 0;
        if (state.health !== 'up' || !everConnected) change('up', everConnected || outcome === 'ok');
        return;
      }
      failures += 1;
      const isCertain = failures >= MIN_FAILURES && elapsedSince(respondedAt, clock) >= MIN_SILENCE_MS;
      if (isCertain || !everConnected) change('down', everConnected);
    },
    state: () => state,
  };
}

function allOutcomeLabels() {
  const outcomes = ['ok', ...upstreamFaultCodes];
  return Object.keys(endpoints).flatMap((endpoint) => outcomes.map((outcome) => ({ endpoint, outcome })));
}

const knownTypes: ReadonlySet<string> = new Set(errorRows.map(({ type }) => type));

/** Upstream's texts are not logged because they may quote values that users typed; only the types that section 7 lists are safe. */
function logCall(log: Log, call: object, fault: UpstreamFault | null): void {
  if (fault === null) {
    log.debug(call, 'upstream call');
    return;
  }
  const { code, status, sent, message } = fault;
  const isKnown = fault.upstreamType !== null && knownTypes.has(fault.upstreamType);
  const upstreamType = isKnown ? fault.upstreamType : null;
  const fields = { ...call, code, status, upstreamType, sent };
  // While a breaker is open, every rejected call would add a line; its opening has already been logged.
  if (code === 'ABORTED' || fault.isRejectedLocally) log.debug(fields, message);
  else log.warn(fields, message);
}
