/**
 * One execution of an operation: what it is executed with, the promises that it waits for, and what has failed. Knows no types. A
 * failed field is null, or makes null of the objects around it (GraphQL spec, 6.4.4); that is applied to the data at the end.
 */
import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  locatedError,
} from 'graphql';
import type { Context } from '../context.ts';
import { pathOf } from '../resolvers/lookahead.ts';

export type Path = GraphQLResolveInfo['path'];

/** Coerced, including defaults. */
export type Variables = Readonly<Record<string, unknown>>;

/** A place of the response, as its type describes it: what values become there. Neither method throws. */
export interface Place {
  /** `info` is null if no type has to be resolved there. */
  readonly complete: (run: Execution, value: unknown, path: Path, info: GraphQLResolveInfo | null) => unknown;
  readonly fail: (run: Execution, error: unknown, path: Path) => null;
}

interface Failure {
  readonly error: GraphQLError;
  /** How many objects and lists around the failed field become null with it. */
  readonly levels: number;
}

/** Stands for the value of a promise in an object or a list. */
class Slot {
  holder: Record<string, unknown> | null = null;
  key = '';

  fill(value: unknown): void {
    if (this.holder !== null) this.holder[this.key] = value;
  }
}

export class Execution {
  readonly context: Context;
  readonly variables: Variables;
  /** How many slots have not been assigned to an object or a list yet. */
  unseated = 0;
  readonly #failures: Failure[] = [];
  #awaited = 0;
  #onSettled: (() => void) | null = null;

  constructor(context: Context, variables: Variables) {
    this.context = context;
    this.variables = variables;
  }

  /** Returns the null that takes the place of the failed value. */
  fail(error: unknown, nodes: readonly FieldNode[], path: Path, levels: number): null {
    this.#failures.push({ error: locatedError(error, nodes, pathOf(path)), levels });
    return null;
  }

  /** Returns a slot for the promise's value; the object or list that receives the slot must be passed to `seat`. */
  defer(place: Place, promise: PromiseLike<unknown>, path: Path, info: GraphQLResolveInfo | null): Slot {
    const slot = new Slot();
    this.unseated += 1;
    this.#awaited += 1;
    const settle = (completed: unknown): void => {
      slot.fill(completed);
      this.#awaited -= 1;
      if (this.#awaited === 0) this.#onSettled?.();
    };
    Promise.resolve(promise).then(
      (value) => settle(place.complete(this, value, path, info)),
      (error: unknown) => settle(place.fail(this, error, path)),
    );
    return slot;
  }

  /** Tells the slots in an object or a list their position; only called while `unseated` is above zero. */
  seat(holder: object): void {
    const values = holder as Record<string, unknown>;
    for (const key in values) {
      const value = values[key];
      if (!(value instanceof Slot) || value.holder !== null) continue;
      value.holder = values;
      value.key = key;
      this.unseated -= 1;
    }
  }

  /** Resolves when all promises, and those that they lead to, have settled; null if none is pending. */
  whenSettled(): Promise<void> | null {
    if (this.#awaited === 0) return null;
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  /** Whether the data as a whole will be null. */
  hasNoData(): boolean {
    return this.#failures.some(({ error, levels }) => error.path?.length === levels);
  }

  /** Of several failures that make null of the same place, the first is reported. */
  resultOf(data: Record<string, unknown>): ExecutionResult {
    const result = { data };
    const places = new Set<string>();
    const errors: GraphQLError[] = [];
    for (const { error, levels } of this.#failures) {
      if (levels > 0) {
        const place = ['data', ...(error.path ?? []).slice(0, -levels)];
        if (places.has(place.join('.'))) continue;
        places.add(place.join('.'));
        makeNull(result, place);
      }
      errors.push(error);
    }
    return errors.length === 0 ? result : { errors, ...result };
  }
}

function makeNull(result: object, place: readonly (string | number)[]): void {
  let holder: Record<string | number, unknown> | null = result as Record<string, unknown>;
  for (const key of place.slice(0, -1)) {
    holder = holder[key] as Record<string | number, unknown> | null;
    // An object around it is null already.
    if (holder === null) return;
  }
  holder[place.at(-1) as string | number] = null;
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
