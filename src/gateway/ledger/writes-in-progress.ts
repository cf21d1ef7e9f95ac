/**
 * The writes in progress in this process, whether or not their clients are still connected. A process that shuts down awaits
 * them while the ledger can still record their outcomes.
 */
export class WritesInProgress {
  #count = 0;
  #idleListeners: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  async run<T>(write: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await write();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const notify of this.#idleListeners.splice(0)) notify();
    }
  }

  /** Resolves when no write is in progress. */
  whenIdle(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => void this.#idleListeners.push(resolve));
  }
}
