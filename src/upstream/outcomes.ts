/**
 * What became of the calls: counted in the metrics, said in the log without bodies or values, and kept as the state that
 * readiness asks for.
 */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { errorRows } from '../contract/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { DurationRow } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import { countFromZero, type Metrics, type Tally } from '../platform/metrics.ts';
import { type UpstreamFault, type UpstreamFaultCode, upstreamFaultCodes } from './faults.ts';

export interface UpstreamState {
  /** A token has been had since the start. */
  readonly everConnected: boolean;
  /** Of the last call that was not kept back here, nor given up by its caller; null before the first. */
  readonly lastOutcome: 'ok' | UpstreamFaultCode | null;
  /** Since when the outcome is the same, in milliseconds since the epoch. */
  readonly since: number | null;
}

export interface Outcomes {
  /** `requestId` is of the request that the call was made for, if it was for one. */
  readonly note: (
    endpoint: EndpointName,
    fault: UpstreamFault | null,
    startedAt: number,
    requestId?: string | undefined,
  ) => void;
  readonly state: () => UpstreamState;
}

/** Nothing was heard of upstream itself, or only that it is out of order. */
const away: ReadonlySet<string> = new Set(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT']);

/** Says nothing of how upstream is doing: its caller left, our own line was too long, or a token is being replaced. */
function isOurs(fault: UpstreamFault | null): boolean {
  if (fault?.code === 'ABORTED' || fault?.code === 'OVERLOADED') return true;
  return fault?.code === 'UPSTREAM_UNAVAILABLE' && fault.status === 401;
}

export function createOutcomes(clock: Clock, log: Log, metrics: Metrics): Outcomes {
  countFromZero(metrics.upstreamCalls, everyOutcome());
  let state: UpstreamState = { everConnected: false, lastOutcome: null, since: null };
  const rows = new Map<EndpointName, { readonly seconds: DurationRow; readonly answered: Tally }>();
  const rowOf = (endpoint: EndpointName) =>
    rows.getOrInsertComputed(endpoint, () => ({
      seconds: metrics.upstreamSeconds.row({ endpoint }),
      answered: metrics.upstreamCalls.tally({ endpoint, outcome: 'ok' }),
    }));

  return {
    note(endpoint, fault, startedAt, requestId) {
      const now = clock.now();
      const outcome = fault?.code ?? 'ok';
      const { seconds, answered } = rowOf(endpoint);
      if (fault === null) answered.count += 1;
      else metrics.upstreamCalls.inc({ endpoint, outcome });
      seconds.observe(Math.max(0, now - startedAt) / 1000);
      write(log, { requestId, endpoint, milliseconds: now - startedAt }, fault);
      if (isOurs(fault) || outcome === state.lastOutcome) return;
      metrics.upstreamUp.set(away.has(outcome) ? 0 : 1);
      state = {
        everConnected: state.everConnected || outcome === 'ok',
        lastOutcome: outcome,
        since: now,
      };
    },
    state: () => state,
  };
}

function everyOutcome() {
  const outcomes = ['ok', ...upstreamFaultCodes];
  return Object.keys(endpoints).flatMap((endpoint) => outcomes.map((outcome) => ({ endpoint, outcome })));
}

const knownTypes: ReadonlySet<string> = new Set(errorRows.map(({ type }) => type));

/** Upstream's own words stay out of the log, for they quote values that users have typed: of its types, only those of section 7 do not. */
function write(log: Log, call: object, fault: UpstreamFault | null): void {
  if (fault === null) {
    log.debug(call, 'upstream call');
    return;
  }
  const { code, status, sent, message } = fault;
  const isKnown = fault.upstreamType !== null && knownTypes.has(fault.upstreamType);
  const upstreamType = isKnown ? fault.upstreamType : null;
  const line = { ...call, code, status, upstreamType, sent };
  // While a breaker is open there is one such line a call; its opening has been said.
  if (code === 'ABORTED' || fault.isTurnedAway) log.debug(line, message);
  else log.warn(line, message);
}
