/**
 * Notices that the ledger is on another server than before, or on one that was restarted, and finds out whether that lost what this
 * process had recorded as sent: such a write may be carried out twice, if it is retried with its key.
 */
import type { Log } from '../../../../platform/observing/log.ts';
import type { Metrics } from '../../../../platform/observing/metrics.ts';

export type Failovers = Readonly<ReturnType<typeof createFailovers>>;

interface FailoversOptions {
  /** How many of these ids and attempts, in turn, are not there as sent. */
  readonly countMissing: (idsAndAttempts: readonly string[]) => Promise<number>;
  readonly metrics: Pick<Metrics, 'ledgerFailovers'>;
  readonly log: Log;
}

const MEMORY_MS = 60_000;
const MAX_WRITES = 1_000;

export function createFailovers({ countMissing, metrics, log }: FailoversOptions) {
  const sent = new Map<string, { readonly attempt: string; readonly at: number }>();
  let current: string | undefined;

  const lossOf = async (): Promise<{ readonly loss: string; readonly lost?: number }> => {
    const since = performance.now() - MEMORY_MS;
    const recent = [...sent].filter(([, { at }]) => at > since);
    try {
      const lost = recent.length === 0 ? 0 : await countMissing(recent.flatMap(([id, { attempt }]) => [id, attempt]));
      return { loss: lost === 0 ? 'none' : 'some', lost };
    } catch {
      return { loss: 'unknown' };
    }
  };
  return {
    /** The write was recorded as sent. */
    remember(id: string, attempt: string): void {
      sent.delete(id);
      sent.set(id, { attempt, at: performance.now() });
      const [oldest] = sent.keys();
      if (sent.size > MAX_WRITES && oldest !== undefined) sent.delete(oldest);
    },
    /** It is no longer meant to be there. */
    forget: (id: string): void => void sent.delete(id),
    /** `runId` is new with each start of a server. */
    async cameTo(runId: string | undefined): Promise<void> {
      const before = current;
      current = runId;
      if (before === undefined || before === runId) return;
      const { loss, lost } = await lossOf();
      metrics.ledgerFailovers.inc({ loss });
      if (loss === 'some') log.error({ lost }, 'a failover of Redis lost writes; a retry of one of them is sent again');
      else log.warn({ loss }, 'the write ledger is on another Redis server, or on one that was restarted');
    },
  };
}
