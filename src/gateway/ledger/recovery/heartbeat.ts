/**
 * Maintains the ledger while the gateway runs. It renews the lease with a heartbeat and, at startup and regularly afterwards, reconciles
 * the writes that dead processes left behind. If the store is down, the next heartbeat tries again.
 */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import { LEASE_MS } from '../entry.ts';
import type { Ledger } from '../ledger.ts';
import type { Finders } from './reconcile.ts';

const BEAT_MS = LEASE_MS / 3;
const BEATS_PER_RECONCILIATION = 6;

export function createHeartbeat(ledger: Ledger, finders: Finders, log: Log) {
  const closing = new AbortController();
  let reconciling: Promise<void> | null = null;
  let beating: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;

  const outage = new Outage(
    (err) => log.error({ err }, 'the write ledger cannot be reached; writes are rejected'),
    () => log.info({}, 'the write ledger can be reached again'),
  );
  const reconciliation = new Outage((err) => log.error({ err }, 'could not reconcile writes without an outcome'));
  const reconcileOrphans = (): void => {
    reconciling ??= ledger.reconcile
      .orphans(finders, closing.signal)
      .then(
        () => reconciliation.succeed(),
        (error: unknown) => reconciliation.fail(error),
      )
      .finally(() => {
        reconciling = null;
      });
  };
  const beat = (): void => {
    beats += 1;
    if (beats % BEATS_PER_RECONCILIATION === 0) reconcileOrphans();
    beating ??= ledger
      .beat()
      .then(
        () => outage.succeed(),
        (error: unknown) => outage.fail(error),
      )
      .finally(() => {
        beating = null;
      });
  };

  return {
    /** Resolves after the first heartbeat, even if it fails. From then on, orphans are reconciled in the background. */
    async start(): Promise<void> {
      beat();
      await beating;
      if (closing.signal.aborted) return;
      reconcileOrphans();
      timer = setInterval(beat, BEAT_MS).unref();
    },
    /** Resolves when no write is in progress, or after `maxMs`, with a warning in the log. */
    async drainWrites(maxMs: number): Promise<void> {
      const { writesInProgress } = ledger;
      const { promise: timedOut, resolve: giveUp } = Promise.withResolvers<void>();
      const limit = setTimeout(() => {
        log.warn(
          { writes: writesInProgress.count, mostMs: maxMs },
          'writes are left without an outcome; the next process reconciles them',
        );
        giveUp();
      }, maxMs);
      await Promise.race([writesInProgress.whenIdle(), timedOut]);
      clearTimeout(limit);
    },
    /**
     * Ends heartbeat and reconciliation and awaits them, including a start in progress; then records what is pending. Call it when no write
     * is in progress.
     */
    async close(): Promise<void> {
      clearInterval(timer);
      // Orphans that are not reconciled yet are left to the next process.
      closing.abort();
      await Promise.all([reconciling, beating]);
      await ledger.flushPending();
    },
  };
}
