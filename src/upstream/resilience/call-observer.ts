/**
 * What is recorded about calls: counts them in the metrics, logs them without bodies or values, and keeps the state
 * that the readiness check reads.
 */

import { errorRows } from '@realty-forms/contract/answers/errors.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { type UpstreamFaultCode, upstreamFaultCodes } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { isOutage, isUnreachable, type UpstreamFault } from '../faults.ts';

interface UpstreamState {
  /** Whether any call, which implies the one for a token, has succeeded since the start. */
  readonly everConnected: boolean;
  /**
   * The outcome of the last call that was neither rejected nor delayed here, nor aborted by its caller; null before the first.
   * Failures of one caller's calls, or of one endpoint, do not count while others succeed, unless upstream cannot even be reached.
   */
  readonly lastOutcome: 'ok' | UpstreamFaultCode | null;
}

export interface CallObserver {
  /** `origin` is the incoming request that the call was made for, if any, and its caller. */
  readonly record: (
    endpoint: EndpointName,
    fault: UpstreamFault | null,
    startedAt: number,
    origin?: { readonly caller?: string | undefined; readonly requestId?: string | undefined },
  ) => void;
  readonly state: () => UpstreamState;
}

/** How long a success counts against the failures of other callers and endpoints. */
const RECENT_MS = 5_000;

/**
 * Whether a fault says nothing about upstream's state: its caller aborted, our own queue was full or took most of its time, our own
 * budget was spent, or a token is being replaced.
 */
function isUnrelated(fault: UpstreamFault | null): boolean {
  if (fault === null) return false;
  if (fault.isDelayedHere || unrelatedCodes.has(fault.code)) return true;
  return fault.code === 'UPSTREAM_UNAVAILABLE' && fault.status === 401;
}

const unrelatedCodes: ReadonlySet<UpstreamFaultCode> = new Set(['ABORTED', 'OVERLOADED', 'UPSTREAM_CALLS_SPENT']);

export function createCallObserver(clock: Clock, log: Log, metrics: Metrics): CallObserver {
  countFromZero(metrics.upstreamCalls, allOutcomeLabels());
  let state: UpstreamState = { everConnected: false, lastOutcome: null };
  let succeededAt = Number.NEGATIVE_INFINITY;
  let succeeded = { caller: '', endpoint: '' };

  return {
    record(endpoint, fault, startedAt, { caller = '', requestId } = {}) {
      const now = clock.now();
      const milliseconds = now - startedAt;
      const outcome = fault?.code ?? 'ok';
      metrics.upstreamCalls.inc({ endpoint, outcome });
      metrics.upstreamSeconds.observe({ endpoint }, Math.max(0, milliseconds) / 1000);
      logCall(log, { requestId, endpoint, milliseconds }, fault);
      // A token says nothing about the endpoints that it is for.
      if (fault === null && endpoint !== 'token') {
        succeededAt = now;
        succeeded = { caller, endpoint };
      }
      if (isUnrelated(fault) || outcome === state.lastOutcome) return;
      const isOthers = caller !== succeeded.caller || endpoint !== succeeded.endpoint;
      const isOthersLuck = isOthers && Math.abs(now - succeededAt) < RECENT_MS;
      if (fault !== null && isOutage(outcome) && isOthersLuck && !isUnreachable(fault)) return;
      metrics.upstreamUp.set(isOutage(outcome) ? 0 : 1);
      state = { everConnected: state.everConnected || outcome === 'ok', lastOutcome: outcome };
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
  // While a breaker is open, every rejected call would add such a line; its opening has already been logged.
  if (code === 'ABORTED' || fault.isRejectedLocally) log.debug(fields, message);
  else log.warn(fields, message);
}
