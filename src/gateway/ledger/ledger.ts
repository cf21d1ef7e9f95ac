/**
 * The write ledger: each write is carried out once for its key, and told as often as it is asked for. It is reserved, then
 * written down as SENT, durably, and only then sent; what became of it is written down before it is told. What cannot be
 * written down is not sent, and what may have gone out is never sent again. Of a write that has no key and cannot be looked
 * for there is nothing to write down, so that it needs no store.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { unknown, type Written } from '../outcome.ts';
import type { KeyRing } from '../seal.ts';
import { type Entry, LEASE_MS } from './entry.ts';
import { guarded, incomparable, inProgress, mismatch } from './faults.ts';
import type { Content, Intent, Once, Recorded } from './intent.ts';
import { createHasher, entryIdOf } from './key.ts';
import { createPending } from './pending.ts';
import { createReconcile, type Reconcile } from './reconcile.ts';
import { replay } from './replay.ts';
import { complete, countedAs, send, Unforeseen } from './sending.ts';
import { createSettlements } from './settlement.ts';
import type { Held, LedgerStore, Settlement } from './store.ts';
import { UnderWay } from './under-way.ts';

export interface LedgerOptions {
  readonly store: LedgerStore;
  /** Of the callers' tokens: a subject is one only together with it. */
  readonly issuer: string;
  readonly idKeys: KeyRing;
  /** How long a request waits for another one under its key; about as long as a call may take. */
  readonly waitMs?: number | undefined;
  /** Passes the time between two looks at an entry that is under way. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Ledger {
  readonly once: Once;
  readonly reconcile: Reconcile;
  readonly underWay: Pick<UnderWay, 'count' | 'none'>;
  /** Says that this process is alive, for LEASE_MS, and writes down what could not be written down before. */
  readonly beat: () => Promise<void>;
  /** Tries once more to write down what could not be; never rejects. */
  readonly writeRest: () => Promise<void>;
}

const DEFAULT_WAIT_MS = 10_000;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 250;

export function createLedger(options: LedgerOptions): Ledger {
  const { clock, log, metrics, pause = sleep, waitMs = DEFAULT_WAIT_MS } = options;
  const owner = randomUUID();
  const hasher = createHasher(options.idKeys);
  const store = guarded(options.store);
  const pending = createPending(store, log);
  const { settlementOf, hashOf } = createSettlements(hasher, log);
  const reconcile = createReconcile({ store, hasher, log, metrics });
  const underWay = new UnderWay();
  /** The attempts of this process that are under way. */
  const running = new Set<string>();
  let beatenAt = Number.NEGATIVE_INFINITY;

  const beat = async (): Promise<void> => {
    await store.beat(owner);
    beatenAt = clock.now();
    await pending.retry();
  };

  const newEntry = <Answer>({ operation, author, agent, request, trace }: Intent<Answer>): Entry => ({
    id:
      author.key === null
        ? randomUUID()
        : entryIdOf({ issuer: options.issuer, subject: author.subject, agent, operation, key: author.key }),
    attempt: randomUUID(),
    owner,
    operation,
    state: 'RESERVED',
    keyId: hasher.keyId,
    inputHash: hasher.hash(request),
    contentHash: null,
    place: trace?.place ?? {},
    matchHash: trace === undefined ? null : hasher.hash(trace.match),
    createdAt: clock.now(),
    sentAt: null,
    result: null,
  });

  const record = async <Answer>(intent: Intent<Answer>): Promise<Recorded<Answer>> => {
    if (Math.abs(clock.now() - beatenAt) > LEASE_MS / 3) await beat();
    const entry = newEntry(intent);
    running.add(entry.attempt);
    try {
      return await recordAs(entry, intent);
    } finally {
      running.delete(entry.attempt);
    }
  };

  const recordAs = async <Answer>(entry: Entry, intent: Intent<Answer>): Promise<Recorded<Answer>> => {
    const until = clock.now() + waitMs;
    // A clock that is put back makes nobody wait longer.
    let waited = 0;
    const content = intent.content && readOnce(intent.content);
    for (let look = FIRST_LOOK_MS; ; look = Math.min(2 * look, LONGEST_LOOK_MS)) {
      const reserved = await reserve(entry);
      if (reserved.isNew) {
        const recorded = await carryOut(intent, entry);
        if (recorded !== null) return recorded;
        // Its lease was over before it was sent, and it was let go; this attempt leaves nothing behind in any case.
        await release(entry);
        await beat();
        if (waited >= waitMs) throw inProgress();
        waited += look;
        continue;
      }
      const { entry: standing } = reserved;
      if (!hasher.hasKey(standing.keyId)) throw incomparable();
      if (!hasher.isOf(standing.inputHash, standing.keyId, intent.request)) throw mismatch();
      if (!isUnderWay(reserved)) {
        await compareContent(standing, content);
        return tellAgain(intent, standing);
      }
      // What got into the store and back to nobody stands in nobody's way.
      if (isLost(standing)) await store.releaseUnsent(standing.id, standing.attempt);
      if (waited >= waitMs || clock.now() >= until) throw inProgress();
      await pause(look);
      waited += look;
    }
  };

  const reserve = async (entry: Entry) => {
    try {
      return await store.reserve(entry);
    } catch (error) {
      // It may be in all the same, and nobody else would take it out while this process lives.
      pending.release(entry);
      throw error;
    }
  };

  /** Only what is certain to be gone may be reserved under its attempt again. */
  const release = async (entry: Entry): Promise<void> => {
    try {
      await store.release(entry.id, entry.attempt);
    } catch (error) {
      pending.release(entry);
      throw error;
    }
  };

  const isUnderWay = ({ entry, isOrphan }: Held): boolean =>
    entry.state === 'RESERVED' ||
    ((entry.state === 'SENT' || entry.result?.isPart === true) && (!isOrphan || entry.owner === owner));

  const isLost = ({ state, owner: itsOwner, attempt }: Entry): boolean =>
    state === 'RESERVED' && itsOwner === owner && !running.has(attempt);

  const compareContent = async ({ state, contentHash, keyId }: Entry, content?: () => Promise<string>) => {
    if (content === undefined) return;
    if (contentHash === null) {
      // Of what was committed nobody knows the content; what was not takes a new key, whatever its content.
      if (state === 'COMMITTED') throw incomparable();
      return;
    }
    if (!hasher.isOf(contentHash, keyId, await content())) throw mismatch();
  };

  const tellAgain = async <Answer>(intent: Intent<Answer>, entry: Entry): Promise<Recorded<Answer>> => {
    if (entry.state === 'COMMITTED' || entry.state === 'REJECTED') return replay(intent, entry);
    // SENT by a process that is no more, or UNKNOWN.
    return { ...(await resolve(intent, entry)), replayed: true };
  };

  /** Null: it is not reserved by this attempt any more, and nothing was sent. */
  const carryOut = async <Answer>(intent: Intent<Answer>, entry: Entry): Promise<Recorded<Answer> | null> => {
    const sentAt = clock.now();
    let isSent: boolean;
    try {
      isSent = await store.markSent(entry.id, entry.attempt, sentAt);
    } catch (error) {
      pending.release(entry);
      throw error;
    }
    if (!isSent) return null;
    const sent: Entry = { ...entry, state: 'SENT', sentAt };
    let written: Written<Answer>;
    try {
      written = await send(intent);
    } catch (error) {
      await giveUp(intent, sent, error);
      throw error;
    }
    const isPart = written.answer !== null && intent.complete !== undefined;
    const settlement = settlementOf(intent, written, isPart);
    const isKept = await settle(sent, settlement);
    if (isPart) {
      written = { ...written, answer: await complete(intent, written.answer as Answer, log) };
      await settle(sent, settlementOf(intent, written));
    }
    if (written.outcome !== 'UNKNOWN' || !isKept) return { ...written, replayed: false, possible: null };
    const { contentHash } = settlement;
    return { ...(await resolve(intent, { ...sent, state: 'UNKNOWN', contentHash })), replayed: false };
  };

  const giveUp = async <Answer>({ content }: Intent<Answer>, entry: Entry, error: unknown) => {
    if (!(error instanceof Unforeseen)) await pending.now({ kind: 'release', entry });
    else await settle(entry, { state: 'UNKNOWN', result: null, contentHash: hashOf(content), claim: null });
  };

  /** The outcome is known, whether it can be written down now or only later. */
  const settle = (entry: Entry, settlement: Settlement): Promise<boolean> =>
    pending.now({ kind: 'settle', entry, settlement });

  const resolve = async <Answer>(intent: Intent<Answer>, entry: Entry): Promise<Recorded<Answer>> => {
    const { answer, possible, settled } = await reconcile.one(entry, intent.trace?.find);
    if (settled?.state === 'COMMITTED' || settled?.state === 'REJECTED') return replay(intent, settled);
    if (answer === null) return { ...unknown(intent.ifUnknown), possible, replayed: false };
    return { outcome: 'COMMITTED', userErrors: [], answer, possible: null, replayed: false };
  };

  const once: Once = async (intent) => {
    const { operation } = intent;
    try {
      const isKept = intent.author.key !== null || intent.trace !== undefined;
      const recorded = isKept ? await record(intent) : { ...(await send(intent)), replayed: false, possible: null };
      metrics.writes.inc({ operation, outcome: recorded.replayed ? 'REPLAYED' : recorded.outcome });
      return recorded;
    } catch (error) {
      metrics.writes.inc({ operation, outcome: countedAs(error) });
      throw error instanceof Unforeseen ? error.cause : error;
    }
  };

  return { once: (intent) => underWay.run(() => once(intent)), reconcile, underWay, beat, writeRest: pending.retry };
}

/** A body can be read once, however often it is compared. */
function readOnce({ read }: Content): () => Promise<string> {
  let digest: Promise<string> | null = null;
  return () => {
    digest ??= read();
    return digest;
  };
}
