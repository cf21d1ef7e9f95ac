/**
 * One execution of an operation: its context and variables, the promises that it waits for, and its failures. It knows no types. A failed
 * field is null, or makes the objects around it null (GraphQL spec, 6.4.4); that is applied to the data at the end.
 */
import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import type { Context } from '../context.ts';

export type Path = GraphQLResolveInfo['path'];

/** Coerced, including defaults. */
export type Variables = Readonly<Record<string, unknown>>;

/** Completes the values of a field or of a list's items, by their type (`CompleteValue` in the GraphQL spec). Neither method throws. */
export interface Completer {
  /** `info` is null if neither an abstract type nor a warning needs one. */
  readonly complete: (execution: Execution, value: unknown, path: Path, info: GraphQLResolveInfo | null) => unknown;
  readonly fail: (execution: Execution, error: unknown, path: Path) => null;
}

interface Failure {
  readonly error: GraphQLError;
  /** How many objects and lists around the failed field become null with it: non-null types propagate the error. */
  readonly nullLevels: number;
}

/** A placeholder for the value of a promise, in an object or a list. */
class PendingValue {
  parent: Record<string, unknown> | null = null;
  key = '';

  fill(value: unknown): void {
    if (this.parent !== null) this.parent[this.key] = value;
  }
}

export class Execution {
  readonly context: Context;
  readonly variables: Variables;
  /** How many pending values have no parent yet. */
  unattached = 0;
  readonly #failures: Failure[] = [];
  #awaited = 0;
  #onSettled: (() => void) | null = null;

  constructor(context: Context, variables: Variables) {
    this.context = context;
    this.variables = variables;
  }

  /** Returns the null that replaces the failed value. */
  fail(error: unknown, nodes: readonly FieldNode[], path: Path, nullLevels: number): null {
    this.#failures.push({ error: locatedError(error, nodes, responsePathAsArray(path)), nullLevels });
    return null;
  }

  /** Returns a placeholder for the promise's value. The object or list that receives it must be passed to `attachPending`. */
  defer(
    completer: Completer,
    promise: PromiseLike<unknown>,
    path: Path,
    info: GraphQLResolveInfo | null,
  ): PendingValue {
    const pending = new PendingValue();
    this.unattached += 1;
    this.#awaited += 1;
    Promise.resolve(promise).then(
      (value) => this.#settle(pending, completer.complete(this, value, path, info)),
      (error: unknown) => this.#settle(pending, completer.fail(this, error, path)),
    );
    return pending;
  }

  #settle(pending: PendingValue, completed: unknown): void {
    pending.fill(completed);
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#onSettled?.();
  }

  /** Sets the parent of the pending values in an object or a list; called only while `unattached` is above zero. */
  attachPending(parent: object): void {
    const values = parent as Record<string, unknown>;
    for (const key in values) {
      const value = values[key];
      if (!(value instanceof PendingValue) || value.parent !== null) continue;
      value.parent = values;
      value.key = key;
      this.unattached -= 1;
    }
  }

  /** Resolves when all promises, and those that they lead to, have settled; null if none is pending. */
  whenSettled(): Promise<void> | null {
    if (this.#awaited === 0) return null;
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  /** If several failures make the same value null, only the first is reported. */
  resultOf(data: Record<string, unknown>): ExecutionResult {
    const result = { data };
    const nulledPaths = new Set<string>();
    const errors: GraphQLError[] = [];
    for (const { error, nullLevels } of this.#failures) {
      if (nullLevels > 0) {
        const nulled = ['data', ...(error.path ?? []).slice(0, -nullLevels)];
        if (nulledPaths.has(nulled.join('.'))) continue;
        nulledPaths.add(nulled.join('.'));
        makeNull(result, nulled);
      }
      errors.push(error);
    }
    return errors.length === 0 ? result : { errors, ...result };
  }
}

function makeNull(result: object, nulled: readonly (string | number)[]): void {
  let parent: Record<string | number, unknown> | null = result as Record<string, unknown>;
  for (const key of nulled.slice(0, -1)) {
    parent = parent[key] as Record<string | number, unknown> | null;
    // An object around it is already null.
    if (parent === null) return;
  }
  parent[nulled.at(-1) as string | number] = null;
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
