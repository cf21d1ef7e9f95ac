/**
 * A value that is available now, or a promise for it. An available value is returned synchronously, because awaiting a settled promise
 * costs a microtask and garbage, which add up over many values. Failures are always rejections, never thrown.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Applies `transform` to the value, synchronously if it is available. */
export function andThen<T, R>(value: MaybePromise<T>, transform: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(transform) : transform(value);
}
