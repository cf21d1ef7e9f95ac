/** A cache by name with a limited number of values: a new value replaces the one that was added first. */
export class BoundedCache<Value, Name extends string | number = string> {
  readonly #values = new Map<Name, Value>();
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** The value with this name; created if it is not in the cache. */
  getOrAdd(name: Name, make: () => Value): Value {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const value = make();
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#maxSize) this.#values.delete(oldest);
    this.#values.set(name, value);
    return value;
  }
}
