/**
 * One execution of a compiled operation: its context and variables, the resolvers' results, pending promises, and whether
 * anything has failed. Knows no types. A failure is only flagged; its errors come from the replay through graphql-js.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { isPacedWhenCompiled } from '../responses/lists.ts';
import type { Variables } from './conditions.ts';

export type Path = GraphQLResolveInfo['path'];

/** What a resolver returned or threw. */
export type FieldResult = { readonly path: Path } & ({ readonly value: unknown } | { readonly error: unknown });

/**
 * Completes a value for the response. `path` is undefined if nothing below needs it, `info` is null if no type has to be
 * resolved.
 */
export type Complete = (
  run: Execution,
  value: unknown,
  path: Path | undefined,
  info: GraphQLResolveInfo | null,
) => unknown;

/** Placeholder in an object or a list for the value of a promise. */
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
  readonly results: FieldResult[] = [];
  /** Whether the items of lists are completed in turns with other requests. */
  readonly isPaced: boolean;
  hasFailed = false;
  /** How many slots have not been assigned to an object or a list yet. */
  unseated = 0;
  #awaited = 0;
  #onSettled: (() => void) | null = null;

  constructor(context: Context, variables: Variables) {
    this.context = context;
    this.variables = variables;
    this.isPaced = isPacedWhenCompiled(context);
  }

  /** Flags a failure. The null takes the failed value's place until the replay. */
  fail(): null {
    this.hasFailed = true;
    return null;
  }

  /** Returns a slot for the promise's value; the object or list that receives the slot must be passed to `seat`. */
  defer(
    complete: Complete,
    promise: PromiseLike<unknown>,
    path: Path | undefined,
    info: GraphQLResolveInfo | null,
  ): Slot {
    const slot = new Slot();
    this.unseated += 1;
    this.#awaited += 1;
    Promise.resolve(promise).then(
      (value) => {
        try {
          slot.fill(complete(this, value, path, info));
        } catch {
          this.fail();
        }
        this.#settleOne();
      },
      () => {
        this.fail();
        this.#settleOne();
      },
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

  #settleOne(): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#onSettled?.();
  }
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
