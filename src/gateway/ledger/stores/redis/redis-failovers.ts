/**
 * Notices that the ledger is on another server than before, or on one that was restarted, and finds out whether that lost what this
 * process had recorded as sent: such a write may be carried out twice, if it is retried with its key.
 */
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';

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
  /** What was recorded as sent on another server, by id, until it is known whether it is on this one. */
  let unchecked: Map<string, string> | null = null;

  function takeRecent(): void {
    const since = performance.now() - MEMORY_MS;
    const recent = [...sent].filter(([, { at }]) => at > since);
    // A retry meanwhile is another attempt, which is there.
    unchecked = new Map([...recent.map(([id, { attempt }]) => [id, attempt] as const), ...(unchecked ?? [])]);
  }

  return {
    /** The write was recorded as sent. */
    remember(id: string, attempt: string): void {
      sent.delete(id);
      sent.set(id, { attempt, at: performance.now() });
      const [oldest] = sent.keys();
      if (sent.size > MAX_WRITES && oldest !== undefined) sent.delete(oldest);
    },
    /** It is no longer meant to be there. */
    forget(id: string): void {
      sent.delete(id);
      unchecked?.delete(id);
    },
    /** `runId` is new with each start of a server. Where the connection is lost before it is known, the next one finds out. */
    async cameTo(runId: string | undefined): Promise<void> {
      if (current !== undefined && current !== runId) takeRecent();
      current = runId;
      if (unchecked === null) return;
      const writes = unchecked;
      const lost = writes.size === 0 ? 0 : await countMissing([...writes].flat()).catch(() => null);
      if (lost !== null && unchecked === writes) unchecked = null;
      const loss = lossOf(lost);
      metrics.ledgerFailovers.inc({ loss });
      if (loss === 'some') log.error({ lost }, 'a failover of Redis lost writes; a retry of one of them is sent again');
      else log.warn({ loss }, 'the write ledger is on another Redis server, or on one that was restarted');
    },
  };
}

function lossOf(lost: number | null): string {
  if (lost === null) return 'unknown';
  return lost === 0 ? 'none' : 'some';
}
