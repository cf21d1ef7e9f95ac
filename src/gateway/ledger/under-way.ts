/**
 * The writes of this process that are under way, whoever still waits for them. A process that ends hears them out while there
 * is a ledger to write them down in.
 */
export class UnderWay {
  #count = 0;
  #whenNone: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  async run<T>(write: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await write();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const tell of this.#whenNone.splice(0)) tell();
    }
  }

  /** Resolves when there is none. */
  none(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => void this.#whenNone.push(resolve));
  }
}
