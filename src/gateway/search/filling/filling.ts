/**
 * Fills the index, in the one process that has the lease. For each agent it does one thing at a time, and it takes the most overdue agent
 * first, so that all agents wait alike if there are too few calls. Its failures affect nothing else: what could not be read or saved is
 * tried again later.
 */
import { randomUUID } from 'node:crypto';
import { elapsedSince, isAhead } from '@realty-forms/platform/clock.ts';
import type { Leases } from '@realty-forms/platform/stores/leases.ts';
import { createCallRate } from '../../../upstream/resilience/quota.ts';
import { GatewayFault, UpstreamFault } from '../../fault.ts';
import type { AgentReads } from './agent-list.ts';
import type { Interest } from './interest.ts';
import { createOutages, type Failing, Progress, type ProgressOptions } from './progress.ts';
import { createTask, loadWithin, MAX_PAUSE_MS, nextOf, type Task, type Work } from './schedule.ts';
import { runWork, type WorkOptions } from './work.ts';

export interface FillingOptions extends WorkOptions, ProgressOptions {
  /** The active agents whose lists belong in the index. While this rejects, nothing is filled or erased. */
  readonly agents: () => Promise<readonly string[]>;
  /** `mayCall` resolves when the filling may make another call. */
  readonly readsOf: (nrdsId: string, mayCall: () => Promise<void>) => Promise<AgentReads>;
  readonly leases: Pick<Leases, 'takeLease' | 'releaseLease'>;
  readonly interest: Interest;
  readonly callsPerMinute: number;
}

const NO_AGENTS = 'no active user is among INDEX_AGENTS';
const LEASE = 'index';
const LEASE_MS = 5_000;
const ROUND_MS = 2_000;
/** How often it looks for agents who have joined or left, and for rows that other processes have saved. */
const REFRESH_MS = 10_000;
const PARALLEL = 2;

const SECOND = 1_000;
/** The pause after a failure; it doubles with each further one. */
const READ_PAUSE_MS = 5 * SECOND;
const STORE_PAUSE_MS = 30 * SECOND;

export class Filling {
  readonly #options: FillingOptions;
  readonly #holder = randomUUID();
  readonly #budget: CallBudget;
  readonly #progress: Progress;
  readonly #outages: ReturnType<typeof createOutages>;
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Set<Promise<void>>();
  #isErasing = false;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isLeading = false;
  #isClosed = false;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: FillingOptions) {
    this.#options = options;
    this.#budget = new CallBudget(options.callsPerMinute);
    this.#outages = createOutages(options.log);
    this.#progress = new Progress(options, () => [...this.#tasks.values()].map(({ state }) => state));
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
      this.#outages.round.succeed();
      for (const nrdsId of this.#options.interest.takeSuspected()) loadWithin(0, this.#tasks.get(nrdsId), clock);
      this.#startDue();
    } catch (error) {
      if (!this.#isClosed) this.#outages.round.fail(error);
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.start(), ROUND_MS).unref();
  }

  async #lead(): Promise<void> {
    const wasLeading = this.#isLeading;
    // Nothing begins unless this process certainly holds the lease.
    this.#isLeading = false;
    this.#isLeading = await this.#options.leases.takeLease(LEASE, this.#holder, LEASE_MS);
    if (wasLeading || !this.#isLeading) return;
    for (const nrdsId of this.#tasks.keys()) this.#drop(nrdsId);
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
  }

  /** Learns which agents have joined or left, and what other processes have saved. */
  async #refresh(): Promise<void> {
    const { agents, index, clock, random = Math.random } = this.#options;
    // A process of another version may have emptied the index for itself. It does not fill the index while this process does.
    await index.reopen();
    const wanted = new Set(await agents());
    // Nothing else would show a mistake in INDEX_AGENTS.
    if (wanted.size === 0) this.#outages.none.fail(new GatewayFault('INDEX_UNAVAILABLE', NO_AGENTS));
    else this.#outages.none.succeed();
    const states = new Map((await index.agents()).map((state) => [state.nrdsId, state]));
    for (const nrdsId of this.#tasks.keys()) if (!wanted.has(nrdsId)) this.#drop(nrdsId);
    void this.#erase([...new Set(states.keys()).difference(wanted)]);
    const now = clock.now();
    for (const nrdsId of wanted) {
      const state = states.get(nrdsId) ?? null;
      const task = this.#tasks.get(nrdsId);
      if (task === undefined) this.#tasks.set(nrdsId, createTask(nrdsId, state, now, random));
      else if (!task.isRunning) task.state = state;
    }
    this.#refreshedAt = now;
    this.#progress.report(this.#budget.made);
  }

  /**
   * Work in progress may save rows of agents who have left after that; they are erased after the next refresh. A whole office may have left,
   * so no round waits: the process keeps the lease, and the lists of the others are read meanwhile.
   */
  async #erase(left: readonly string[]): Promise<void> {
    if (left.length === 0 || this.#isErasing) return;
    this.#isErasing = true;
    try {
      await this.#options.index.erase(left);
      this.#outages.erasing.succeed();
    } catch (error) {
      if (!this.#isClosed) this.#outages.erasing.fail(error);
    }
    this.#isErasing = false;
  }

  #drop(nrdsId: string): void {
    this.#tasks.delete(nrdsId);
    for (const outage of Object.values(this.#outages)) outage.forget(nrdsId);
  }

  #startDue(): void {
    const { clock, interest } = this.#options;
    const mayRun = () => !this.#isClosed && this.#isLeading && !isAhead(this.#pausedUntil, clock, MAX_PAUSE_MS);
    while (mayRun() && this.#running.size < PARALLEL) {
      const next = nextOf(this.#tasks.values(), interest, clock);
      if (next === null) return;
      const run = this.#run(next.task, next.work).then(() => {
        this.#running.delete(run);
        this.#startDue();
      });
      this.#running.add(run);
    }
  }

  async #run(task: Task, work: Work): Promise<void> {
    task.isRunning = true;
    try {
      const reads = await this.#options.readsOf(task.nrdsId, () => this.#budget.take());
      await runWork(work, task, reads, this.#options);
      task.failures = 0;
      for (const what of ['read', 'store'] as const) this.#outages[what].succeed(task.nrdsId);
      if (task.withheld === null) this.#outages.withheld.succeed(task.nrdsId);
      else this.#fail('withheld', task.withheld.fault, task);
      if (!this.#progress.isFilled) this.#progress.report(this.#budget.made);
    } catch (error) {
      // A load continues after the last batch that it saved.
      task.state = await this.#options.index.stateOf(task.nrdsId).catch(() => task.state);
      this.#afterFailure(task, error);
    }
    task.isRunning = false;
  }

  #afterFailure(task: Task, error: unknown): void {
    const now = this.#options.clock.now();
    const isUpstream = error instanceof UpstreamFault;
    const requestedMs = isUpstream ? SECOND * (error.retryAfterSeconds ?? 0) : 0;
    // Callers need the calls.
    if (isUpstream && (error.isRejectedLocally || error.isDelayedHere)) {
      this.#pausedUntil = now + Math.min(MAX_PAUSE_MS, Math.max(SECOND, requestedMs));
      return;
    }
    task.failures += 1;
    const isRead = isUpstream || error instanceof GatewayFault;
    const pauseMs = (isRead ? READ_PAUSE_MS : STORE_PAUSE_MS) * 2 ** (task.failures - 1);
    task.notBefore = now + Math.min(MAX_PAUSE_MS, Math.max(requestedMs, pauseMs));
    if (isRead) {
      this.#fail('read', error, task);
      return;
    }
    // With a full disk, each agent would be tried, with a call each time. If only one agent's rows fail, the others continue in between.
    this.#pausedUntil = now + STORE_PAUSE_MS;
    this.#fail('store', error, task);
  }

  #fail(what: Failing, error: unknown, task: Task): void {
    // The agent may have left meanwhile.
    if (!this.#isClosed && this.#tasks.get(task.nrdsId) === task) this.#outages[what].fail(error, task.nrdsId);
  }
}

/**
 * The calls per minute that the filling may make in total. Waiting for one has no deadline: no request waits for the index, so a call's own
 * deadline begins only when it may be made.
 */
class CallBudget {
  /** The number of calls made so far. */
  made = 0;
  readonly #rate: ReturnType<typeof createCallRate>;
  #room = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(perMinute: number) {
    this.#rate = createCallRate(perMinute, () => this.#wake());
  }

  /** Resolves when a call may be made; rejects once the budget is closed. */
  async take(): Promise<void> {
    while (!this.#isClosed && !this.#rate.take('preferred')) await this.#room.promise;
    if (this.#isClosed) throw new Error('the process ends');
    this.made += 1;
  }

  close(): void {
    this.#isClosed = true;
    this.#rate.close();
    this.#wake();
  }

  #wake(): void {
    this.#room.resolve();
    this.#room = Promise.withResolvers();
  }
}
