/**
 * The lease of the outbox. One process at a time holds it, follows changes and sends events. A process is a new holder each time it gets
 * the lease, so work that it began before another process held the lease is not stored.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, isAhead } from '@realty-forms/platform/clock.ts';
import type { Outage } from '@realty-forms/platform/observability/outage.ts';
import type { Statement } from '@realty-forms/platform/stores/leases.ts';
import type { Rows } from '@realty-forms/platform/stores/sql.ts';
import { createTurns } from '@realty-forms/platform/turns.ts';
import { LEASE_MS } from '../gateway/ledger/entry.ts';
import { OUTBOX_LEASE } from '../gateway/ledger/stores/sql-steps.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';

const AGAIN_MS = 1_000;

interface LeadershipOptions {
  readonly database: SharedDatabase;
  readonly clock: Clock;
  /** Of the database. */
  readonly outage: Outage;
}

export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #holder = randomUUID();
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isOver = false;
  readonly #inTurn = createTurns();

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  /** False if another process has the lease. */
  take(): Promise<boolean> {
    return this.#hold(({ takeLease }) => takeLease(OUTBOX_LEASE, this.#holder, LEASE_MS));
  }

  /** False if another process has held the lease since, or the database has lost it. */
  renew(): Promise<boolean> {
    return this.#hold(({ renewLease }) => renewLease(OUTBOX_LEASE, this.#holder, LEASE_MS));
  }

  /** Whether it is certain that no other process holds the lease. */
  get isCertain(): boolean {
    return !this.#isOver && isAhead(this.#heldUntil, this.#options.clock, LEASE_MS);
  }

  /**
   * Runs all statements, and resolves with the rows of each. Stores nothing and returns null if another process holds the lease by then.
   */
  store(statements: readonly Statement[]): Promise<readonly Rows[] | null> {
    return this.#untilReached(() => this.attempt(statements));
  }

  /** The same, with a single attempt: rejects if the database cannot be reached. */
  attempt(statements: readonly Statement[]): Promise<readonly Rows[] | null> {
    // They wait for the lease's row one after the other in any case, and would wait on connections that writes need.
    return this.#inTurn(async () =>
      this.#isOver ? null : await this.#options.database.underLease(OUTBOX_LEASE, this.#holder, statements),
    );
  }

  /** Repeats work with the database until it can be reached; null if the lease is over by then. */
  async #untilReached<T>(work: () => Promise<T>): Promise<T | null> {
    const { outage } = this.#options;
    while (!this.#isOver) {
      try {
        const result = await work();
        outage.succeed(work);
        return result;
      } catch (error) {
        outage.fail(error, work);
        await new Promise((resolve) => void setTimeout(resolve, AGAIN_MS).unref());
      }
    }
    outage.forget(work);
    return null;
  }

  /** Stores nothing more. */
  end(): void {
    this.#isOver = true;
  }

  async release(): Promise<void> {
    await this.#options.database.releaseLease(OUTBOX_LEASE, this.#holder).catch(() => false);
  }

  async #hold(ask: (database: SharedDatabase) => Promise<boolean>): Promise<boolean> {
    const askedAt = this.#options.clock.now();
    const isHeld = await ask(this.#options.database);
    if (isHeld) this.#heldUntil = askedAt + LEASE_MS;
    return isHeld;
  }
}
