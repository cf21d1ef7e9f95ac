/**
 * Fills the index, in the one process that has the lease: loads each agent's list once, then reads its changes, by interest, and now and
 * then all of it. It does one thing at a time for an agent, and what is latest first, so that all agents wait alike where there are not
 * enough calls for all. Nothing here fails anything else: what could not be read or saved is tried again later.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import type { Leases } from '@realty-forms/platform/stores/leases.ts';
import { GatewayFault, UpstreamFault } from '../../fault.ts';
import type { AgentState, SearchIndex } from '../index.ts';
import type { AgentReads } from './agent-reads.ts';
import { CallBudget, FillingClosed } from './call-budget.ts';
import type { Interest } from './interest.ts';
import { loadList } from './load.ts';
import { confirmMissing } from './missing.ts';
import { pollList } from './poll.ts';
import { isKept, toIndexed } from './retention.ts';

export interface FillingOptions {
  readonly index: SearchIndex;
  /** The active agents whose lists belong in the index. Rejects while that is not known: then nothing is filled or erased. */
  readonly agents: () => Promise<readonly string[]>;
  /** `mayCall` resolves when the filling may make another call. */
  readonly readsOf: (nrdsId: string, mayCall: () => Promise<void>) => Promise<AgentReads>;
  readonly leases: Pick<Leases, 'takeLease' | 'renewLease' | 'releaseLease'>;
  readonly interest: Interest;
  readonly callsPerMinute: number;
  /** Reports that the service no longer has these transactions. */
  readonly onDeleted: (nrdsId: string, transIds: readonly string[]) => void;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'indexAgents' | 'indexLoading' | 'indexTransactions' | 'indexAge'>;
}

const LEASE = 'index';
const LEASE_MS = 5_000;
const ROUND_MS = 2_000;
/** How often it looks for agents who have come or gone, and for rows that other processes have saved. */
const REFRESH_MS = 10_000;
const REPORT_MS = 60_000;
const PARALLEL = 2;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const SEARCHED_MS = MINUTE;
const USUAL_MS = 10 * MINUTE;
const MAX_PAUSE_MS = 10 * MINUTE;
const STORE_PAUSE_MS = 30 * SECOND;
/** A list that keeps to be suspected is read again only after a while, and the longer it is, the less often. */
const RELOAD_MS = 30 * SECOND;
const RELOAD_MS_PER_ROW = 30;

/** The work to do for one agent. */
interface Task {
  readonly nrdsId: string;
  readonly since: number;
  state: AgentState | null;
  /** When all of the list is read again, in any case. */
  sweepAt: number;
  loadedAt: number;
  /** Since when something in the list does not fit, so that all of it has to be read; null if all does. */
  suspectSince: number | null;
  /** Rows that the list does not have, and whose transactions are to be asked for. */
  readonly missing: Set<string>;
  /** Rows that the list does not have, although the service has their transactions: since when. */
  readonly doubted: Map<string, number>;
  failures: number;
  notBefore: number;
  isRunning: boolean;
}

type Work = 'load' | 'poll' | 'confirm';

export class Filling {
  readonly #options: FillingOptions;
  readonly #holder = randomUUID();
  readonly #budget: CallBudget;
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isLeading = false;
  #isClosed = false;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #startedAt = 0;
  #reportedAt = 0;
  #isFilled = false;
  /** Current failures, each logged once. */
  readonly #failing = new Set<string>();

  constructor(options: FillingOptions) {
    this.#options = options;
    this.#budget = new CallBudget(options.callsPerMinute);
    const { metrics, clock } = options;
    const states = () => [...this.#tasks.values()].map(({ state }) => state);
    metrics.indexAgents.read = () => states().filter((state) => state?.isComplete).length;
    metrics.indexLoading.read = () => states().filter((state) => !state?.isComplete).length;
    metrics.indexTransactions.read = () => states().reduce((sum, state) => sum + (state?.rows ?? 0), 0);
    metrics.indexAge.read = () =>
      states().reduce((age, state) => Math.max(age, state?.asOf == null ? 0 : (clock.now() - state.asOf) / SECOND), 0);
  }

  start(): void {
    this.#round = this.#runRound();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#budget.close();
    await this.#round;
    await Promise.all(this.#running);
    if (this.#isLeading) await this.#options.leases.releaseLease(LEASE, this.#holder).catch(() => false);
  }

  async #runRound(): Promise<void> {
    const { clock } = this.#options;
    try {
      await this.#lead();
      if (this.#isLeading && elapsedSince(this.#refreshedAt, clock) >= REFRESH_MS) await this.#refresh();
      this.#recover('round');
      for (const nrdsId of this.#options.interest.takeSuspected()) this.#suspect(this.#tasks.get(nrdsId));
      this.#startDue();
    } catch (error) {
      this.#fail('round', error, 'the search index is not filled for now');
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), ROUND_MS).unref();
  }

  async #lead(): Promise<void> {
    const { takeLease, renewLease } = this.#options.leases;
    const wasLeading = this.#isLeading;
    // Nothing is begun unless the lease is known to be held.
    this.#isLeading = false;
    const isHeld = wasLeading && (await renewLease(LEASE, this.#holder, LEASE_MS));
    this.#isLeading = isHeld || (await takeLease(LEASE, this.#holder, LEASE_MS)) === 0;
    if (isHeld || !this.#isLeading) return;
    this.#tasks.clear();
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
  }

  /** Learns which agents have come or gone, and what other processes have saved. Erases the rows of agents who are gone. */
  async #refresh(): Promise<void> {
    const { agents, index, clock, random = Math.random, interest } = this.#options;
    const wanted = new Set(await agents());
    this.#checkAny(wanted.size);
    const states = new Map((await index.agents()).map((state) => [state.nrdsId, state]));
    for (const nrdsId of states.keys()) if (!wanted.has(nrdsId)) await this.#erase(nrdsId);
    for (const nrdsId of this.#tasks.keys()) if (!wanted.has(nrdsId)) this.#tasks.delete(nrdsId);
    const now = clock.now();
    for (const nrdsId of wanted) {
      const state = states.get(nrdsId) ?? null;
      const task = this.#tasks.get(nrdsId);
      if (task !== undefined) {
        if (!task.isRunning) task.state = state;
        continue;
      }
      const missing = new Set<string>();
      // Rows that the last load did not find, and that no one has confirmed since.
      if (state?.isComplete && !state.isLoading && state.asOf !== null && state.cursor !== null)
        for (const each of (await index.completeLoad(nrdsId, state.load, state.asOf, state.cursor)) ?? [])
          missing.add(each);
      this.#tasks.set(nrdsId, {
        nrdsId,
        since: now,
        state,
        sweepAt: now + DAY * random(),
        loadedAt: Number.NEGATIVE_INFINITY,
        suspectSince: null,
        missing,
        doubted: new Map(),
        failures: 0,
        notBefore: 0,
        isRunning: false,
      });
    }
    interest.prune();
    this.#refreshedAt = now;
    this.#report();
  }

  /** A mistake in INDEX_AGENTS would show in nothing else. */
  #checkAny(agents: number): void {
    if (agents > 0) this.#recover('agents');
    else if (!this.#failing.has('agents')) {
      this.#failing.add('agents');
      this.#options.log.warn({}, 'the search index stays empty: no active user is among INDEX_AGENTS');
    }
  }

  async #erase(nrdsId: string): Promise<void> {
    const task = this.#tasks.get(nrdsId);
    // What is on its way for it would be saved after that.
    if (task?.isRunning) return;
    this.#tasks.delete(nrdsId);
    await this.#options.index.erase(nrdsId, true);
  }

  #startDue(): void {
    const { clock } = this.#options;
    while (!this.#isClosed && this.#isLeading && this.#running.size < PARALLEL && clock.now() >= this.#pausedUntil) {
      const next = this.#next();
      if (next === null) return;
      const run = this.#run(next.task, next.work).then(() => {
        this.#running.delete(run);
        this.#startDue();
      });
      this.#running.add(run);
    }
  }

  /** What is the latest, in relation to how often it is done; first of all for agents who were searched. */
  #next(): { readonly task: Task; readonly work: Work } | null {
    let next: { readonly task: Task; readonly work: Work } | null = null;
    let most: readonly [isSearched: number, lateness: number] = [0, 0];
    for (const task of this.#tasks.values()) {
      const isSearched = this.#options.interest.isSearched(task.nrdsId);
      const due = this.#dueFor(task, isSearched);
      if (due === null) continue;
      const rank = [Number(isSearched), due.lateness] as const;
      if (next !== null && (rank[0] < most[0] || (rank[0] === most[0] && rank[1] <= most[1]))) continue;
      next = { task, work: due.work };
      most = rank;
    }
    return next;
  }

  #dueFor(task: Task, isSearched: boolean): { readonly work: Work; readonly lateness: number } | null {
    const now = this.#options.clock.now();
    const { state } = task;
    if (task.isRunning || now < task.notBefore) return null;
    if (!state?.isComplete || state.isLoading) return { work: 'load', lateness: 1 + (now - task.since) / SECOND };
    if (task.missing.size > 0) return { work: 'confirm', lateness: 1 + (now - task.since) / SECOND };
    const pollMs = isSearched ? SEARCHED_MS : USUAL_MS;
    if (task.suspectSince !== null) {
      const reloadMs = Math.min(USUAL_MS, RELOAD_MS + RELOAD_MS_PER_ROW * state.rows);
      if (elapsedSince(task.loadedAt, this.#options.clock) < reloadMs) return null;
      return { work: 'load', lateness: 1 + (now - task.suspectSince) / pollMs };
    }
    const late: readonly (readonly [Work, number])[] = [
      ['poll', state.asOf === null ? 1 : (now - state.asOf) / pollMs],
      ['load', now < task.sweepAt ? 0 : 1 + (now - task.sweepAt) / DAY],
    ];
    const [work, lateness] = late.reduce((one, other) => (other[1] > one[1] ? other : one));
    return lateness < 1 ? null : { work, lateness };
  }

  async #run(task: Task, work: Work): Promise<void> {
    const { readsOf, index } = this.#options;
    task.isRunning = true;
    try {
      const reads = await readsOf(task.nrdsId, () => this.#budget.take());
      if (work === 'load') await this.#load(task, reads);
      else if (work === 'confirm') await this.#confirm(task, reads);
      else await this.#poll(task, reads);
      task.state = await index.stateOf(task.nrdsId);
      task.failures = 0;
      this.#recover('read');
      this.#recover('store');
      if (!this.#isFilled) this.#report();
    } catch (error) {
      this.#afterFailure(task, error);
    }
    task.isRunning = false;
  }

  async #load(task: Task, reads: AgentReads): Promise<void> {
    const { index, clock, random = Math.random } = this.#options;
    const loaded = await loadList(index, reads, task.state);
    if (loaded === null) return;
    task.suspectSince = null;
    task.loadedAt = clock.now();
    task.sweepAt = clock.now() + DAY * (0.9 + 0.2 * random());
    if (loaded.expired.length > 0) await index.forget(task.nrdsId, loaded.expired);
    for (const each of loaded.missing) task.missing.add(each);
    for (const each of task.doubted.keys()) if (!task.missing.has(each)) task.doubted.delete(each);
  }

  async #poll(task: Task, reads: AgentReads): Promise<void> {
    const { index } = this.#options;
    const polled = await pollList(reads, task.state?.cursor ?? '');
    if (polled === null) {
      this.#suspect(task);
      return;
    }
    const kept = polled.changes.filter(({ record }) => isKept(record, reads));
    const rows = kept.map(({ record }) => toIndexed(record, polled.asOf));
    await index.saveChanges(task.nrdsId, rows, polled.asOf, polled.cursor);
  }

  #suspect(task: Task | undefined): void {
    if (task !== undefined) task.suspectSince ??= this.#options.clock.now();
  }

  async #confirm(task: Task, reads: AgentReads): Promise<void> {
    const { index, onDeleted, clock } = this.#options;
    const gone: string[] = [];
    try {
      for (const transId of task.missing) {
        const doubtedSince = task.doubted.get(transId);
        const isDoubted = doubtedSince !== undefined && elapsedSince(doubtedSince, clock) >= USUAL_MS;
        const verdict = await confirmMissing(index, reads, transId, isDoubted);
        task.missing.delete(transId);
        if (verdict === 'gone') gone.push(transId);
        if (verdict !== 'doubted') task.doubted.delete(transId);
        else if (doubtedSince === undefined) task.doubted.set(transId, clock.now());
      }
      if (task.doubted.size > 0) task.sweepAt = Math.min(task.sweepAt, clock.now() + USUAL_MS);
    } finally {
      if (gone.length > 0) onDeleted(task.nrdsId, gone);
    }
  }

  #afterFailure(task: Task, error: unknown): void {
    if (error instanceof FillingClosed) return;
    const { clock } = this.#options;
    const now = clock.now();
    if (error instanceof UpstreamFault && (error.isRejectedLocally || error.isDelayedHere)) {
      // Others need the calls.
      this.#pausedUntil = now + SECOND * Math.max(1, error.retryAfterSeconds ?? 0);
      return;
    }
    if (error instanceof UpstreamFault || error instanceof GatewayFault) {
      task.failures += 1;
      const requestedMs = error instanceof UpstreamFault ? SECOND * (error.retryAfterSeconds ?? 0) : 0;
      const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(requestedMs, 5 * SECOND * 2 ** (task.failures - 1)));
      task.notBefore = now + pauseMs;
      this.#fail('read', error, 'the list of an agent cannot be read for the search index');
      return;
    }
    this.#pausedUntil = now + STORE_PAUSE_MS;
    this.#fail('store', error, 'the search index cannot be written for now');
  }

  #fail(what: string, error: unknown, message: string): void {
    if (this.#isClosed || this.#failing.has(what)) return;
    this.#failing.add(what);
    const { log } = this.#options;
    const isFault = error instanceof UpstreamFault || error instanceof GatewayFault;
    if (isFault) log.warn({ code: error.code, reason: error.message }, message);
    else log.error({ err: error }, message);
  }

  #recover(what: string): void {
    this.#failing.delete(what);
  }

  /** One line when all lists are there; before that, one a minute. */
  #report(): void {
    const { log, clock } = this.#options;
    const states = [...this.#tasks.values()].map(({ state }) => state);
    const complete = states.filter((state) => state?.isComplete).length;
    const transactions = states.reduce((sum, state) => sum + (state?.rows ?? 0), 0);
    const fields = { agents: states.length, complete, transactions, calls: this.#budget.made };
    if (complete === states.length) {
      if (!this.#isFilled) {
        const seconds = this.#startedAt === 0 ? 0 : Math.round((clock.now() - this.#startedAt) / SECOND);
        log.info({ ...fields, seconds }, 'the search index is filled');
      }
      this.#isFilled = true;
      this.#startedAt = 0;
      return;
    }
    if (this.#startedAt === 0) this.#startedAt = this.#reportedAt = clock.now();
    this.#isFilled = false;
    if (elapsedSince(this.#reportedAt, clock) < REPORT_MS) return;
    this.#reportedAt = clock.now();
    log.info(fields, 'the search index is being filled');
  }
}
