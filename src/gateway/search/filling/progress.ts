/** How complete the index is and what keeps failing, for the log and the metrics. */
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { GatewayFault, UpstreamFault } from '../../fault.ts';
import type { AgentState } from '../index.ts';

export interface ProgressOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'indexAgents' | 'indexLoading' | 'indexTransactions' | 'indexAge'>;
}

const SECOND = 1_000;
const REPORT_MS = 60 * SECOND;

export class Progress {
  readonly #options: ProgressOptions;
  readonly #states: () => readonly (AgentState | null)[];
  /** Current failures, each logged once. */
  readonly #failing = new Set<string>();
  #startedAt = 0;
  #reportedAt = 0;
  /** Whether all lists are loaded. */
  isFilled = false;

  constructor(options: ProgressOptions, states: () => readonly (AgentState | null)[]) {
    this.#options = options;
    this.#states = states;
    const { metrics, clock } = options;
    const oldest = () => Math.min(...states().flatMap((state) => state?.asOf ?? []));
    metrics.indexAgents.read = () => this.#count().complete;
    metrics.indexLoading.read = () => this.#count().agents - this.#count().complete;
    metrics.indexTransactions.read = () => this.#count().transactions;
    metrics.indexAge.read = () => Math.max(0, (clock.now() - oldest()) / SECOND);
  }

  #count() {
    const states = this.#states();
    return {
      agents: states.length,
      complete: states.filter((state) => state?.isComplete).length,
      transactions: states.reduce((sum, state) => sum + (state?.rows ?? 0), 0),
    };
  }

  /** Nothing else would show a mistake in INDEX_AGENTS. */
  checkAny(agents: number): void {
    if (agents > 0) this.recover('agents');
    else if (!this.#failing.has('agents')) {
      this.#failing.add('agents');
      this.#options.log.warn({}, 'the search index stays empty: no active user is among INDEX_AGENTS');
    }
  }

  fail(what: string, error: unknown, message: string): void {
    if (this.#failing.has(what)) return;
    this.#failing.add(what);
    const { log } = this.#options;
    const isFault = error instanceof UpstreamFault || error instanceof GatewayFault;
    if (isFault) log.warn({ code: error.code, reason: error.message }, message);
    else log.error({ err: error }, message);
  }

  recover(what: string): void {
    this.#failing.delete(what);
  }

  /** Logs one line a minute until all lists are loaded, then a last one. */
  report(calls: number): void {
    const { log, clock } = this.#options;
    const fields = { ...this.#count(), calls };
    if (fields.complete === fields.agents) {
      if (!this.isFilled) {
        const seconds = this.#startedAt === 0 ? 0 : Math.round((clock.now() - this.#startedAt) / SECOND);
        log.info({ ...fields, seconds }, 'the search index is filled');
      }
      this.isFilled = true;
      this.#startedAt = 0;
      return;
    }
    if (this.#startedAt === 0) this.#startedAt = this.#reportedAt = clock.now();
    this.isFilled = false;
    if (elapsedSince(this.#reportedAt, clock) < REPORT_MS) return;
    this.#reportedAt = clock.now();
    log.info(fields, 'the search index is being filled');
  }
}
