/**
 * Determines the outcome of a write that got no answer, with reads only. If there is exactly one match, which cannot be older than the
 * write and which no other write has claimed, the write created it. Otherwise the outcome stays UNKNOWN.
 */
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { withDeadline } from '../../../upstream/connections/deadline.ts';
import { UpstreamFault } from '../../fault.ts';
import type { Parts } from '../../parts.ts';
import type { Entry } from '../entry.ts';
import type { Hasher } from '../hashes.ts';
import type { LedgerStore } from '../stores/store.ts';
import type { Candidate, Find } from '../write-command.ts';

/** The result of a write that is COMMITTED after all, or its possible matches. */
interface SearchResult<Result> {
  readonly result: Result | null;
  readonly possibleMatches: readonly Result[] | null;
  /** The entry as it is now: another request or process may have determined the outcome meanwhile. */
  readonly settled: Entry | null;
}

export type Finders = Readonly<Record<string, Find<unknown>>>;

interface Options extends Pick<Parts, 'log' | 'metrics'> {
  readonly store: LedgerStore;
  readonly hasher: Hasher;
}

const READ_MS = 3_000;

export function createReconcile({ store, hasher, log, metrics }: Options) {
  const report = (entry: Entry, event: 'released' | 'found' | 'not_found'): void => {
    metrics.ledgerEntries.inc({ operation: entry.operation, event });
    log.info({ operation: entry.operation, event }, 'reconciled a write without a response');
  };

  const settleUnknown = async (entry: Entry): Promise<void> => {
    const { id, attempt, contentHash } = entry;
    if (entry.state !== 'SENT') return;
    if (await store.settle(id, attempt, { state: 'UNKNOWN', result: null, contentHash, claim: null })) {
      report(entry, 'not_found');
    }
  };

  /** Only for this attempt: another attempt with the same key may be a different write. */
  const currentEntryOf = async ({ id, attempt }: Entry): Promise<Entry | null> => {
    const current = (await store.read(id))?.entry;
    return current?.attempt === attempt ? current : null;
  };

  const search = async <Result>(
    entry: Entry,
    find: Find<Result> | undefined,
    deadlineSignal: AbortSignalLike,
  ): Promise<SearchResult<Result>> => {
    const { id, attempt, place, keyId, matchHash, sentAt } = entry;
    if (find === undefined || matchHash === null || sentAt === null) {
      await settleUnknown(entry);
      return nothing;
    }
    const isMatch = (values: unknown) => hasher.matches(matchHash, keyId, values);
    // If the process died while the write was SENT, nobody knows how much of the body was sent.
    const mayBePartial = entry.contentHash === null;
    const named = entry.result?.ids;
    const { candidates, isExhaustive } = await find({ place, sentAt, isMatch, mayBePartial, named }, deadlineSignal);
    // A record inserted between the reads of two batches moves the last record of the first batch into the second.
    const byClaim = new Map(candidates.map((each) => [each.claim, each]));
    const unclaimed = await store.unclaimed(id, [...byClaim.keys()]);
    const free = [...byClaim.values()].filter(({ claim }) => unclaimed.includes(claim));
    const timely = free.filter(({ isTimely, isSimilar }) => isTimely && !isSimilar);
    const sole = isExhaustive ? soleDecisive(timely) : null;
    const isOthers = sole?.rewritten && (await store.isSoughtElsewhere(id, hasher.matchHashes(sole.rewritten)));
    const only = isOthers ? null : sole;
    const claimed = only && (await store.claim(id, attempt, only.claim, { ids: only.ids }));
    if (only !== null && claimed === 'CLAIMED') {
      report(entry, 'found');
      return { result: only.result, possibleMatches: null, settled: null };
    }
    if (claimed === 'SETTLED') return { ...nothing, settled: await currentEntryOf(entry) };
    await settleUnknown(entry);
    // If the claim is TAKEN, another write created the only match.
    const matches = free.filter((each) => each !== (claimed === 'TAKEN' && only));
    const shown = timely.length > 0 ? matches.filter(({ isTimely }) => isTimely) : matches;
    const possibleMatches = shown.map(({ result }) => result);
    return { result: null, possibleMatches, settled: await currentEntryOf(entry) };
  };

  /** Never throws an error of the store or of upstream: the outcome then stays UNKNOWN for now. */
  const one = async <Result>(
    entry: Entry,
    find: Find<Result> | undefined,
    signal?: AbortSignal,
  ): Promise<SearchResult<Result>> => {
    try {
      return await withDeadline(READ_MS, signal, (deadlineSignal) => search(entry, find, deadlineSignal));
    } catch (error) {
      // The upstream client has already logged its own fault in more detail.
      if (!(error instanceof UpstreamFault))
        log.warn({ operation: entry.operation, err: error }, 'could not reconcile a write; its outcome stays UNKNOWN');
      return nothing;
    }
  };

  return {
    one,
    /** Releases writes that dead processes never sent, and searches for those that they did send, until the signal aborts. */
    async orphans(finders: Finders, signal: AbortSignal): Promise<void> {
      for (const entry of await store.orphans()) {
        if (signal.aborted) return;
        if (entry.state === 'SENT') await one(entry, finders[entry.operation], signal);
        else if (await store.releaseUnsent(entry.id, entry.attempt)) report(entry, 'released');
      }
    },
  };
}

const nothing = { result: null, possibleMatches: null, settled: null } as const;

function soleDecisive<Result>(candidates: readonly Candidate<Result>[]): Candidate<Result> | null {
  const [only, ...more] = candidates;
  return only?.isDecisive && more.length === 0 ? only : null;
}
