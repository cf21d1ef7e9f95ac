/**
 * Completes the values of fields by their types (GraphQL spec, 6.4.3): one completer for each kind of type. A value that does not fit its
 * type is an error of the field, as in graphql-js.
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
import { type Completer, type Execution, isPromise, type Path } from './execution.ts';
import type { SelectedField } from './resolve-field.ts';

/** Creates the response's object from a resolver's. */
export type BuildObject = (execution: Execution, source: unknown, path: Path | undefined) => Record<string, unknown>;

/** Compiles the object of a type that a field returns, when the field first returns one. `nullLevels` are those of its completer. */
type CompileObject = (type: GraphQLObjectType, nullLevels: number) => BuildObject;

/** `warn` gets the whole value. `parentNullLevels` are those of the object or list around the value; 0 for the data itself. */
export function completerFor(
  field: SelectedField,
  type: GraphQLOutputType,
  parentNullLevels: number,
  compile: CompileObject,
): Completer {
  const nullLevels = isNonNullType(type) ? parentNullLevels + 1 : 0;
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) {
    const item = completerFor({ ...field, warn: undefined }, nullable.ofType, nullLevels, compile);
    return new ListCompleter(field, nullLevels, item);
  }
  if (isLeafType(nullable)) return new LeafCompleter(field, nullLevels, nullable);
  if (isAbstractType(nullable)) return new AbstractCompleter(field, nullLevels, nullable, compile);
  return new ObjectCompleter(field, nullLevels, nullable, compile);
}

abstract class TypedCompleter implements Completer {
  readonly #field: SelectedField;
  /** 0 if the value may be null; otherwise, how many objects and lists around it become null instead. */
  protected readonly nullLevels: number;

  constructor(field: SelectedField, nullLevels: number) {
    this.#field = field;
    this.nullLevels = nullLevels;
  }

  complete(execution: Execution, value: unknown, path: Path, info: GraphQLResolveInfo | null): unknown {
    if (value === null || value === undefined) {
      if (this.nullLevels === 0) return null;
      return this.fail(execution, new Error(`Cannot return null for non-nullable field ${this.fieldName}.`), path);
    }
    if (isPromise(value)) return execution.defer(this, value, path, info);
    if (value instanceof Error) return this.fail(execution, value, path);
    try {
      this.#field.warn?.(execution.context, info as GraphQLResolveInfo, value);
      return this.completeNonNull(execution, value, path, info);
    } catch (error) {
      return this.fail(execution, error, path);
    }
  }

  fail(execution: Execution, error: unknown, path: Path): null {
    return execution.fail(error, this.#field.fieldNodes, path, this.nullLevels);
  }

  protected get fieldName(): string {
    return `${this.#field.parentType.name}.${this.#field.definition.name}`;
  }

  /** May throw. */
  protected abstract completeNonNull(
    execution: Execution,
    value: NonNullable<unknown>,
    path: Path,
    info: GraphQLResolveInfo | null,
  ): unknown;
}

class LeafCompleter extends TypedCompleter {
  readonly #type: GraphQLLeafType;

  constructor(field: SelectedField, nullLevels: number, type: GraphQLLeafType) {
    super(field, nullLevels);
    this.#type = type;
  }

  protected completeNonNull(_execution: Execution, value: NonNullable<unknown>): unknown {
    const serialized: unknown = this.#type.serialize(value);
    if (serialized === null || serialized === undefined)
      throw new Error(`${this.#type.name} has serialized to nothing.`);
    return serialized;
  }
}

class ListCompleter extends TypedCompleter {
  readonly #item: Completer;

  constructor(field: SelectedField, nullLevels: number, item: Completer) {
    super(field, nullLevels);
    this.#item = item;
  }

  protected completeNonNull(
    execution: Execution,
    value: NonNullable<unknown>,
    prev: Path,
    info: GraphQLResolveInfo | null,
  ): unknown {
    if (typeof value !== 'object' || !(Symbol.iterator in value))
      throw new Error(`Expected Iterable, but did not find one for field "${this.fieldName}".`);
    const items = Array.isArray(value) ? value : [...(value as Iterable<unknown>)];
    const completed: unknown[] = [];
    for (let key = 0; key < items.length; key += 1)
      completed.push(this.#item.complete(execution, items[key], { prev, key, typename: undefined }, info));
    if (execution.unattached > 0) execution.attachPending(completed);
    return completed;
  }
}

class ObjectCompleter extends TypedCompleter {
  readonly #compile: () => BuildObject;
  #build: BuildObject | undefined = undefined;

  constructor(field: SelectedField, nullLevels: number, type: GraphQLObjectType, compile: CompileObject) {
    super(field, nullLevels);
    this.#compile = () => compile(type, nullLevels);
  }

  protected completeNonNull(execution: Execution, value: NonNullable<unknown>, path: Path): unknown {
    this.#build ??= this.#compile();
    return this.#build(execution, value, path);
  }
}

class AbstractCompleter extends TypedCompleter {
  readonly #type: GraphQLAbstractType;
  readonly #possible: ReadonlyMap<unknown, Completer>;

  constructor(field: SelectedField, nullLevels: number, type: GraphQLAbstractType, compile: CompileObject) {
    super(field, nullLevels);
    this.#type = type;
    const types = field.compilation.schema.getPossibleTypes(type);
    const object = { ...field, warn: undefined };
    this.#possible = new Map(types.map((each) => [each.name, new ObjectCompleter(object, nullLevels, each, compile)]));
  }

  protected completeNonNull(
    execution: Execution,
    value: NonNullable<unknown>,
    path: Path,
    info: GraphQLResolveInfo,
  ): unknown {
    const { resolveType, name } = this.#type;
    const typeName = (resolveType ?? defaultTypeResolver)(value, execution.context, info, this.#type);
    const completer = this.#possible.get(typeName);
    if (completer === undefined)
      throw new Error(`Abstract type "${name}" must resolve to one of its types for field "${this.fieldName}".`);
    return completer.complete(execution, value, path, info);
  }
}
