/**
 * What is there already, or will be. Whoever has it gives it at once, because waiting for a promise that is kept costs a turn
 * and garbage for each of the many that wait. Refusals reject, whether anything is waited for or not.
 */
export type AtHand<T> = T | Promise<T>;

/** What is thrown on the way to a promise is its rejection. */
export function promised<T>(make: () => Promise<T>): Promise<T> {
  try {
    return make();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Goes on with a value: at once where it is there. */
export function andThen<T, R>(value: AtHand<T>, go: (value: T) => AtHand<R>): AtHand<R> {
  return value instanceof Promise ? value.then(go) : go(value);
}
