/**
 * One run of a compiled operation: whom it is for, what the resolvers gave, what is still awaited, and whether anything has
 * failed. It knows no types. What fails is only noted: what to say of it is found when the run is told again.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { Variables } from './settle.ts';

export type Path = GraphQLResolveInfo['path'];

/** What a resolver gave, or threw. */
export type Outcome = { readonly path: Path } & ({ readonly value: unknown } | { readonly error: unknown });

/**
 * The value as it stands in the answer. `path` is undefined where nothing below asks for it, `info` is null where no type is
 * to be found.
 */
export type Complete = (run: Run, value: unknown, path: Path | undefined, info: GraphQLResolveInfo | null) => unknown;

/** Stands in an object or a list for what a promise will give. */
class Slot {
  holder: Record<string, unknown> | null = null;
  key = '';

  fill(value: unknown): void {
    if (this.holder !== null) this.holder[this.key] = value;
  }
}

export class Run {
  readonly context: Context;
  readonly variables: Variables;
  readonly outcomes: Outcome[] = [];
  hasFailed = false;
  /** How many slots no object has taken yet. */
  loose = 0;
  #awaited = 0;
  #end: (() => void) | null = null;

  constructor(context: Context, variables: Variables) {
    this.context = context;
    this.variables = variables;
  }

  /** Null, which stands where something has failed until the run is told again. */
  fail(): null {
    this.hasFailed = true;
    return null;
  }

  /** A slot for what the promise gives, to be seated by the object or list that it is put into. */
  later(
    complete: Complete,
    promise: PromiseLike<unknown>,
    path: Path | undefined,
    info: GraphQLResolveInfo | null,
  ): Slot {
    const slot = new Slot();
    this.loose += 1;
    this.#awaited += 1;
    Promise.resolve(promise).then(
      (value) => {
        try {
          slot.fill(complete(this, value, path, info));
        } catch {
          this.fail();
        }
        this.#arrive();
      },
      () => {
        this.fail();
        this.#arrive();
      },
    );
    return slot;
  }

  /** Tells the slots in an object or a list where they are; called where there are loose ones. */
  seat(holder: object): void {
    const held = holder as Record<string, unknown>;
    for (const key in held) {
      const value = held[key];
      if (!(value instanceof Slot) || value.holder !== null) continue;
      value.holder = held;
      value.key = key;
      this.loose -= 1;
    }
  }

  /** When all that is awaited has come, with all that this has led to; null where nothing is. */
  ended(): Promise<void> | null {
    if (this.#awaited === 0) return null;
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  #arrive(): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#end?.();
  }
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
