/** A cache by name that holds a limited number of values: for a new one, the one that was added first is dropped. */
export class BoundedCache<Value, Name extends string | number = string> {
  readonly #values = new Map<Name, Value>();
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(name: Name): Value | undefined {
    return this.#values.get(name);
  }

  /** Adds a value; the name must not be in the cache yet. */
  add(name: Name, value: Value): void {
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#maxSize) this.#values.delete(oldest);
    this.#values.set(name, value);
  }
}
