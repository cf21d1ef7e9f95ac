/**
 * What values become at the places of a response, by schema type (GraphQL spec, 6.4.3). What does not fit its type is an error of the
 * field, as graphql-js has it.
 */
import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Execution, isPromise, type Path, type Place } from './execution.ts';
import type { SelectedField } from './resolving.ts';

/** Makes the response's object from a resolver's. */
export type BuildObject = (run: Execution, source: unknown, path: Path | undefined) => Record<string, unknown>;

/** Compiles the object of a type that a field returns; called once there is one. `levels` are those of its place. */
export type CompileObject = (type: GraphQLObjectType, levels: number) => BuildObject;

/** `levels` of the object or list around it; 0 for the data itself. */
export function placeOf(
  field: SelectedField,
  type: GraphQLOutputType,
  levelsAround: number,
  compile: CompileObject,
): Place {
  const levels = isNonNullType(type) ? levelsAround + 1 : 0;
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) {
    return new ListPlace(field, levels, placeOf(field, nullable.ofType, levels, compile));
  }
  if (isLeafType(nullable)) return new LeafPlace(field, levels, nullable);
  if (isAbstractType(nullable)) return new AbstractPlace(field, levels, nullable, compile);
  return new ObjectPlace(field, levels, nullable, compile);
}

abstract class TypedPlace implements Place {
  readonly #field: SelectedField;
  /** 0 if null is allowed here; otherwise, how many objects and lists become null in its place. */
  protected readonly levels: number;

  constructor(field: SelectedField, levels: number) {
    this.#field = field;
    this.levels = levels;
  }

  complete(run: Execution, value: unknown, path: Path, info: GraphQLResolveInfo | null): unknown {
    if (value === null || value === undefined) {
      if (this.levels === 0) return null;
      return this.fail(run, new Error(`Cannot return null for non-nullable field ${this.fieldName}.`), path);
    }
    if (isPromise(value)) return run.defer(this, value, path, info);
    if (value instanceof Error) return this.fail(run, value, path);
    try {
      return this.completeSome(run, value, path, info);
    } catch (error) {
      return this.fail(run, error, path);
    }
  }

  fail(run: Execution, error: unknown, path: Path): null {
    return run.fail(error, this.#field.fieldNodes, path, this.levels);
  }

  protected get fieldName(): string {
    return `${this.#field.parentType.name}.${this.#field.definition.name}`;
  }

  /** May throw. */
  protected abstract completeSome(
    run: Execution,
    value: NonNullable<unknown>,
    path: Path,
    info: GraphQLResolveInfo | null,
  ): unknown;
}

class LeafPlace extends TypedPlace {
  readonly #type: GraphQLLeafType;

  constructor(field: SelectedField, levels: number, type: GraphQLLeafType) {
    super(field, levels);
    this.#type = type;
  }

  protected completeSome(_run: Execution, value: NonNullable<unknown>): unknown {
    const serialized: unknown = this.#type.serialize(value);
    if (serialized === null || serialized === undefined)
      throw new Error(`${this.#type.name} has serialized to nothing.`);
    return serialized;
  }
}

class ListPlace extends TypedPlace {
  readonly #item: Place;

  constructor(field: SelectedField, levels: number, item: Place) {
    super(field, levels);
    this.#item = item;
  }

  protected completeSome(
    run: Execution,
    value: NonNullable<unknown>,
    prev: Path,
    info: GraphQLResolveInfo | null,
  ): unknown {
    if (typeof value !== 'object' || !(Symbol.iterator in value))
      throw new Error(`Expected Iterable, but did not find one for field "${this.fieldName}".`);
    const items = Array.isArray(value) ? value : [...(value as Iterable<unknown>)];
    const completed: unknown[] = [];
    for (let key = 0; key < items.length; key += 1)
      completed.push(this.#item.complete(run, items[key], { prev, key, typename: undefined }, info));
    if (run.unseated > 0) run.seat(completed);
    return completed;
  }
}

class ObjectPlace extends TypedPlace {
  readonly #compile: () => BuildObject;
  #build: BuildObject | undefined = undefined;

  constructor(field: SelectedField, levels: number, type: GraphQLObjectType, compile: CompileObject) {
    super(field, levels);
    this.#compile = () => compile(type, levels);
  }

  protected completeSome(run: Execution, value: NonNullable<unknown>, path: Path): unknown {
    this.#build ??= this.#compile();
    return this.#build(run, value, path);
  }
}

class AbstractPlace extends TypedPlace {
  readonly #type: GraphQLAbstractType;
  readonly #possible: ReadonlyMap<unknown, Place>;

  constructor(field: SelectedField, levels: number, type: GraphQLAbstractType, compile: CompileObject) {
    super(field, levels);
    this.#type = type;
    const types = field.operation.schema.getPossibleTypes(type);
    this.#possible = new Map(types.map((each) => [each.name, new ObjectPlace(field, levels, each, compile)]));
  }

  protected completeSome(run: Execution, value: NonNullable<unknown>, path: Path, info: GraphQLResolveInfo): unknown {
    const { resolveType, name } = this.#type;
    const typeName = (resolveType ?? defaultTypeResolver)(value, run.context, info, this.#type);
    const place = this.#possible.get(typeName);
    if (place === undefined)
      throw new Error(`Abstract type "${name}" must resolve to one of its types for field "${this.fieldName}".`);
    return place.complete(run, value, path, info);
  }
}
