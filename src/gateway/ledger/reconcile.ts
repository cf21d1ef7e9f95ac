/**
 * Finds out what became of a write whose answer never came, by reading alone: exactly one thing that fits, that cannot be older
 * than the write and that no other write has claimed, is what it made. Anything else leaves the outcome UNKNOWN.
 */
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Cut } from '../../upstream/cut.ts';
import { underDeadline } from '../../upstream/deadline.ts';
import { UpstreamFault } from '../fault.ts';
import type { Entry, Operation } from './entry.ts';
import type { Candidate, Find } from './intent.ts';
import type { Hasher } from './key.ts';
import type { LedgerStore } from './store.ts';

/** What was found: the answer of a write that is COMMITTED after all, or what may be it. */
interface Finding<Answer> {
  readonly answer: Answer | null;
  readonly possible: readonly Answer[] | null;
  /** As it stands now: somebody else may have found it out meanwhile. */
  readonly settled: Entry | null;
}

export type Finders = Partial<Record<Operation, Find<unknown>>>;

export interface Reconcile {
  /** Never throws what a store or upstream throws: then the outcome stays UNKNOWN for now. */
  readonly one: <Answer>(entry: Entry, find: Find<Answer> | undefined, signal?: Cut) => Promise<Finding<Answer>>;
  /** Lets go what was never sent by a process that is no more, and looks for what it had sent; until the signal falls. */
  readonly orphans: (finders: Finders, signal: Cut) => Promise<void>;
}

interface Options {
  readonly store: LedgerStore;
  readonly hasher: Hasher;
  readonly log: Log;
  readonly metrics: Metrics;
}

const READ_MS = 3_000;

export function createReconcile({ store, hasher, log, metrics }: Options): Reconcile {
  const note = (entry: Entry, event: 'released' | 'found' | 'not_found'): void => {
    metrics.ledgerEntries.inc({ operation: entry.operation, event });
    log.info({ operation: entry.operation, event }, 'a write without an answer was looked into');
  };

  const settleUnknown = async (entry: Entry): Promise<void> => {
    const { id, attempt, contentHash } = entry;
    if (entry.state !== 'SENT') return;
    if (await store.settle(id, attempt, { state: 'UNKNOWN', result: null, contentHash, claim: null })) {
      note(entry, 'not_found');
    }
  };

  /** Of this attempt: another under its key may be another write. */
  const outcomeOf = async ({ id, attempt }: Entry): Promise<Entry | null> => {
    const standing = (await store.read(id))?.entry;
    return standing?.attempt === attempt ? standing : null;
  };

  const look = async <Answer>(entry: Entry, find: Find<Answer> | undefined, cut: Cut): Promise<Finding<Answer>> => {
    const { id, attempt, place, keyId, matchHash, sentAt } = entry;
    if (find === undefined || matchHash === null || sentAt === null) {
      await settleUnknown(entry);
      return nothing;
    }
    const isMatch = (values: unknown) => hasher.isOf(matchHash, keyId, values);
    // Of one that its process left behind SENT, nobody knows how much of its body went out.
    const isCut = entry.contentHash === null;
    const { candidates, isWhole } = await find({ place, sentAt, isMatch, isCut }, cut);
    // What comes in between two batches moves the last of one to the beginning of the next.
    const seen = new Map(candidates.map((each) => [each.claim, each]));
    const free = new Set(await store.unclaimed(id, [...seen.keys()]));
    const possible = [...seen.values()].filter(({ claim }) => free.has(claim));
    const only = isWhole ? onlyOne(possible) : null;
    if (only !== null) {
      const verdict = await store.claim(id, attempt, only.claim, { ids: only.ids });
      if (verdict === 'CLAIMED') {
        note(entry, 'found');
        return { answer: only.answer, possible: null, settled: null };
      }
      if (verdict === 'SETTLED') return { ...nothing, settled: await outcomeOf(entry) };
      if (verdict === 'TAKEN') possible.length = 0;
    }
    await settleUnknown(entry);
    return { answer: null, possible: possible.map(({ answer }) => answer), settled: await outcomeOf(entry) };
  };

  return {
    async one(entry, find, signal) {
      try {
        return await underDeadline(READ_MS, signal, (cut) => look(entry, find, cut));
      } catch (error) {
        // Upstream's own log line says more of its fault.
        if (!(error instanceof UpstreamFault))
          log.warn({ operation: entry.operation, err: error }, 'a write stays UNKNOWN');
        return nothing;
      }
    },
    async orphans(finders, signal) {
      for (const entry of await store.orphans()) {
        if (signal.aborted) return;
        if (entry.state === 'SENT') await this.one(entry, finders[entry.operation], signal);
        else if (await store.releaseUnsent(entry.id, entry.attempt)) note(entry, 'released');
      }
    },
  };
}

const nothing = { answer: null, possible: null, settled: null } as const;

function onlyOne<Answer>(candidates: readonly Candidate<Answer>[]): Candidate<Answer> | null {
  const [only, ...more] = candidates;
  return only?.isDecisive && more.length === 0 ? only : null;
}
