/** A cache by name that holds a limited number of values: for a new one, the one that was added first is dropped. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>();
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  /** Adds a value; the name must not be in the cache yet. */
  add(name: string, value: Value): void {
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#maxSize) this.#values.delete(oldest);
    this.#values.set(name, value);
  }
}
