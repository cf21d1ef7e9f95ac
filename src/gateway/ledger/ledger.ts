/**
 * The write ledger executes each write once per key, and returns its outcome as often as it is requested. It reserves a write, durably
 * records it as SENT, and only then sends it; it records the outcome before it returns it. A write that cannot be recorded is not sent, and
 * one that may have been sent is never sent again. A write without a key that cannot be searched for is not recorded.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import { GatewayFault } from '../fault.ts';
import type { KeyRing } from '../ids/seal.ts';
import type { Parts } from '../parts.ts';
import { sendWrite, UnexpectedError, unknownOutcome, type WriteOutcome } from '../writing/outcome.ts';
import { type Entry, LEASE_MS } from './entry.ts';
import { createHasher, entryIdOf } from './hashes.ts';
import { createPending } from './pending.ts';
import { createReconcile } from './recovery/reconcile.ts';
import { createReservationWait, requireSameContent, requireSameRequest } from './reused-keys.ts';
import { complete, inTime, outcomeLabelOf, rejectUnsent, WritesInProgress } from './sending.ts';
import { createSettlementOf, replay } from './stored-outcome.ts';
import { type LedgerStore, type Settlement, type StoredEntry, withLedgerFaults } from './stores/store.ts';
import type { IsUnclaimed, Recorded, WriteCommand, WriteOnce } from './write-command.ts';

export interface LedgerOptions extends Pick<Parts, 'clock' | 'log' | 'metrics'> {
  /** Where writes are recorded. */
  readonly ledgerStore: LedgerStore;
  /** The issuer of the callers' tokens: a subject is unique only together with its issuer. */
  readonly issuer: string;
  readonly idKeys: KeyRing;
  /** How long a request waits for another request with the same key; about as long as a call may take. */
  readonly ledgerWaitMs: number;
  /** Pauses between two reads of an entry that is in progress; replaced in tests. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** The id of the current request, for the log. */
  readonly requestId: () => string | undefined;
}

export type Ledger = Readonly<ReturnType<typeof createLedger>>;

export function createLedger(options: LedgerOptions) {
  const { clock, issuer, log, metrics, pause = sleep, ledgerWaitMs } = options;
  const owner = randomUUID();
  const hasher = createHasher(options.idKeys);
  const store = withLedgerFaults(options.ledgerStore);
  const pending = createPending(store, log);
  const settlementOf = createSettlementOf(hasher, log);
  const reconcile = createReconcile({ store, hasher, log, metrics });
  const writesInProgress = new WritesInProgress();
  /** The attempts in progress in this process. */
  const activeAttempts = new Set<string>();
  let lastBeatAt = Number.NEGATIVE_INFINITY;
  // With a full disk, for example, heartbeats may still succeed.
  const recording = new Outage(
    ({ message: reason }) => log.error({ reason }, 'the write ledger cannot record writes; they are rejected'),
    () => log.info({}, 'the write ledger records writes again'),
  );

  const renewLease = async (): Promise<void> => {
    await store.beat(owner);
    lastBeatAt = clock.now();
  };
  const beat = async (): Promise<void> => {
    await renewLease();
    await pending.retry();
  };

  const newEntry = <Result>(command: WriteCommand<Result>): Entry => ({
    id: entryIdOf(issuer, command),
    attempt: randomUUID(),
    owner,
    operation: command.operation,
    state: 'RESERVED',
    ...hasher.inputHashes(command.request, command.search?.match),
    contentHash: null,
    place: command.search?.place ?? {},
    sentAt: null,
    result: null,
  });

  const record = async <Result>(command: WriteCommand<Result>): Promise<Recorded<Result>> => {
    if (Math.abs(clock.now() - lastBeatAt) > LEASE_MS / 3) await inTime(renewLease());
    const entry = newEntry(command);
    activeAttempts.add(entry.attempt);
    try {
      return await recordAs(entry, command);
    } finally {
      activeAttempts.delete(entry.attempt);
    }
  };

  const recordAs = async <Result>(entry: Entry, command: WriteCommand<Result>): Promise<Recorded<Result>> => {
    const nextWaitMs = createReservationWait(clock, ledgerWaitMs);
    for (;;) {
      const reserved = await orRelease(entry, store.reserve(entry));
      if (reserved.isNew) {
        const rejected = await rejectReserved(command, entry);
        const recorded =
          rejected === null ? await execute(command, entry) : ((await recordedElsewhere(command)) ?? rejected);
        if (recorded !== null) return recorded;
        // The lease expired before the write was sent.
        await release(entry);
        await beat();
        nextWaitMs(false);
        continue;
      }
      const { entry: existing } = reserved;
      requireSameRequest(hasher, existing, command.request);
      if (!isInProgress(reserved)) {
        await requireSameContent(hasher, existing, command.content);
        return replayOrResolve(command, existing);
      }
      await releaseIfAbandoned(existing);
      await pause(nextWaitMs());
    }
  };

  /** A step that fails may still have been stored, and no other process removes the entry while this one lives. */
  const orRelease = async <T>(entry: Entry, step: Promise<T>): Promise<T> => {
    try {
      return await inTime(step);
    } catch (error) {
      pending.release(entry);
      throw error;
    }
  };

  /** A write that may not be sent leaves no record. */
  const rejectReserved = async <Result>(
    command: WriteCommand<Result>,
    entry: Entry,
  ): Promise<Recorded<Result> | null> => {
    if (command.author.key === null) return null;
    let isChecked = false;
    try {
      const rejected = await rejectUnsent(command);
      isChecked = rejected === null;
      return rejected;
    } finally {
      if (!isChecked) await release(entry);
    }
  };

  const recordedElsewhere = async <Result>(command: WriteCommand<Result>): Promise<Recorded<Result> | null> => {
    for (const each of command.elsewhere?.() ?? []) {
      const other = { ...command, ...each, elsewhere: undefined };
      if (each.agent !== command.agent && (await store.read(entryIdOf(issuer, other))) !== null)
        return await record(other);
    }
    return null;
  };

  /** Rethrows a failure: an attempt may reserve again only once its old entry is certainly gone. */
  const release = (entry: Entry): Promise<unknown> => orRelease(entry, store.release(entry.id, entry.attempt));

  const isInProgress = ({ entry, isOrphan }: StoredEntry): boolean =>
    entry.state === 'RESERVED' ||
    ((entry.state === 'SENT' || entry.result?.isPart === true) && (!isOrphan || entry.owner === owner));

  /** A reservation that was stored although its call failed must not block the key. */
  const releaseIfAbandoned = async ({ id, state, owner: entryOwner, attempt }: Entry): Promise<void> => {
    const isAbandoned = state === 'RESERVED' && entryOwner === owner && !activeAttempts.has(attempt);
    if (isAbandoned) await store.releaseUnsent(id, attempt);
  };

  const replayOrResolve = async <Result>(command: WriteCommand<Result>, entry: Entry): Promise<Recorded<Result>> => {
    if (entry.state === 'COMMITTED' || entry.state === 'REJECTED') return replay(hasher, command, entry);
    // SENT by a process that has died, or UNKNOWN.
    return { ...(await resolve(command, entry)), replayed: true };
  };

  /** Null if this attempt no longer holds the reservation; then nothing was sent. */
  const execute = async <Result>(command: WriteCommand<Result>, entry: Entry): Promise<Recorded<Result> | null> => {
    const sentAt = clock.now();
    if (!(await orRelease(entry, store.markSent(entry.id, entry.attempt, sentAt)))) return null;
    const sent: Entry = { ...entry, state: 'SENT', sentAt };
    let written: WriteOutcome<Result>;
    try {
      // In this order: a write that gets its outcome meanwhile claims what it has created.
      const isUnclaimed: IsUnclaimed = async (claim, match) =>
        !(await store.isSoughtElsewhere(entry.id, hasher.matchHashes(match))) &&
        (await store.unclaimed(entry.id, [claim])).length > 0;
      written = await sendWrite(command, isUnclaimed);
    } catch (error) {
      await settleFailure(command, sent, error);
      throw error;
    }
    const isPart = written.result !== null && command.complete !== undefined;
    const settlement = settlementOf(command, written, isPart);
    const isSettled = await settle(sent, settlement);
    if (isPart) {
      const completed = { ...written, result: await complete(command, written.result as Result, log) };
      // An outcome that waits to be recorded would replace the claim.
      const isClaimed = isSettled && (await pending.claimNow(sent, settlementOf(command, completed)));
      if (isClaimed) written = completed;
      else await settle(sent, settlementOf(command, written));
    }
    if (written.outcome !== 'UNKNOWN' || !isSettled) return { ...written, replayed: false, possibleMatches: null };
    const resolved = await resolve(command, { ...sent, ...settlement });
    return { ...resolved, reason: written.reason, replayed: false };
  };

  const settleFailure = async <Result>(command: WriteCommand<Result>, entry: Entry, error: unknown) => {
    if (!(error instanceof UnexpectedError)) await pending.runNow({ kind: 'release', entry });
    else await settle(entry, settlementOf(command, unknownOutcome('')));
  };

  /** Records the outcome, now or at a later heartbeat. */
  const settle = (entry: Entry, settlement: Settlement) => pending.runNow({ kind: 'settle', entry, settlement });

  const resolve = async <Result>(command: WriteCommand<Result>, entry: Entry): Promise<Recorded<Result>> => {
    const { result, possibleMatches, settled } = await reconcile.one(entry, command.search?.find);
    if (settled?.state === 'COMMITTED' || settled?.state === 'REJECTED') return replay(hasher, command, settled);
    if (result === null) return { ...unknownOutcome(command.ifUnknown), possibleMatches, replayed: false };
    return { outcome: 'COMMITTED', userErrors: [], result, possibleMatches: null, replayed: false };
  };

  const writeOnce: WriteOnce = async (command) => {
    const { operation, author, search } = command;
    try {
      const rejected = author.key === null ? await rejectUnsent(command) : null;
      const isRecorded = author.key !== null || search != null;
      const { reason = 'UNKNOWN_BEFORE', ...recorded } =
        rejected ??
        (isRecorded
          ? await record(command)
          : { ...(await sendWrite(command)), replayed: false, possibleMatches: null });
      metrics.writes.inc({ operation, outcome: recorded.replayed ? 'REPLAYED' : recorded.outcome });
      // The outcome of a write that is repeated may only have been read.
      if (isRecorded && rejected === null && !recorded.replayed) recording.succeed();
      // An operator has to find out what became of the write. Neither the request's log line nor that of a call that got an answer shows
      // this.
      if (recorded.outcome === 'UNKNOWN')
        log.warn({ requestId: options.requestId(), operation, reason }, 'the outcome of a write is unknown');
      return recorded;
    } catch (error) {
      metrics.writes.inc({ operation, outcome: outcomeLabelOf(error) });
      if (error instanceof GatewayFault && error.code === 'LEDGER_UNAVAILABLE') recording.fail(error.cause ?? error);
      throw error instanceof UnexpectedError ? error.cause : error;
    }
  };

  return {
    writeOnce: ((command) => writesInProgress.run(() => writeOnce(command))) satisfies WriteOnce,
    reconcile,
    writesInProgress,
    /** Renews this process's lease for LEASE_MS, and records outcomes that could not be recorded before. */
    beat,
    /** Tries once more to record pending outcomes; never rejects. */
    flushPending: pending.retry,
  };
}
