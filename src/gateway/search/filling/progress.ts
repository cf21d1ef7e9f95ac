/** How complete the index is, for the log and the metrics, and what fails while it is filled, for the log. */
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
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
  #startedAt: number | null = null;
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

  /** Logs one line a minute until all lists are loaded, then a last one. */
  report(calls: number): void {
    const { log, clock } = this.#options;
    const fields = { ...this.#count(), calls };
    const wasFilled = this.isFilled;
    this.isFilled = fields.complete === fields.agents;
    if (this.isFilled) {
      const seconds = Math.round((clock.now() - (this.#startedAt ?? clock.now())) / SECOND);
      if (!wasFilled) log.info({ ...fields, seconds }, 'the search index is filled');
      this.#startedAt = null;
      return;
    }
    if (this.#startedAt === null) this.#startedAt = this.#reportedAt = clock.now();
    if (elapsedSince(this.#reportedAt, clock) < REPORT_MS) return;
    this.#reportedAt = clock.now();
    log.info(fields, 'the search index is being filled');
  }
}

/** What may fail for a while, and what is logged when it fails and when it works again. */
const messages = {
  none: ['the search index stays empty', 'the search index has agents again'],
  round: ['the search index is not filled for now', 'the search index can be filled again'],
  read: [
    'the list of an agent cannot be read for the search index',
    'the lists of all agents can be read for the search index again',
  ],
  store: ['the search index cannot be written for now', 'the search index can be written again'],
  erasing: [
    'agents who have left cannot be erased from the search index for now',
    'agents who have left can be erased from the search index again',
  ],
  withheld: [
    'the service fails to return a transaction; it is asked again in ten minutes, then less often',
    'the service returns all transactions again',
  ],
} as const;
export type Failing = keyof typeof messages;

export function createOutages(log: Log): Readonly<Record<Failing, Outage>> {
  const outages = Object.entries(messages).map(([what, [message, end]]) => {
    const report = (error: Error) => {
      const isFault = error instanceof UpstreamFault || error instanceof GatewayFault;
      if (isFault) log.warn({ code: error.code, reason: error.message }, message);
      else log.error({ err: error }, message);
    };
    return [what, new Outage(report, () => log.info({}, end))] as const;
  });
  return Object.fromEntries(outages) as Record<Failing, Outage>;
}
