/**
 * Compiles an operation, once for all of its requests. What graphql-js finds out for each value, from its type and its selection set, is
 * found out beforehand. Parts that no request reaches are not compiled.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLField,
  GraphQLID,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isNonNullType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Context } from '../context.ts';
import { fragmentsOf } from '../limits/query-size.ts';
import { applyingTo, keyOf, type Parent, selectedFields } from '../resolvers/lookahead.ts';
import type { Warn } from '../resolvers/warnings.ts';
import { serializeUnchanged } from '../schema/scalars.ts';
import { type BuildObject, completerFor } from './complete-value.ts';
import { type Completer, Execution, type Path, type Variables } from './execution.ts';
import { type CompilationContext, compileResolver, type SelectedField } from './resolve-field.ts';

/** Executes the operation once. `rootValue` is the event of a subscription. */
export type ExecuteOperation = (
  context: Context,
  variables: Variables,
  rootValue?: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** Requires a document that is valid against the schema. `conditions` are the variables that `@skip` and `@include` depend on. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Variables,
): ExecuteOperation {
  const compilation = { schema, operation, fragments: fragmentsOf(document), conditions };
  const type = schema.getRootType(operation.operation) as GraphQLObjectType;
  if (operation.operation === 'mutation') return inOrder(fieldsOneByOne(compilation, type));
  const build = compileObject(compilation, type, [operation], 0);
  return (context, variables, rootValue) => {
    const execution = new Execution(context, variables);
    const data = build(execution, rootValue, undefined);
    return execution.whenSettled()?.then(() => execution.resultOf(data)) ?? execution.resultOf(data);
  };
}

/** One object for each root field. */
function fieldsOneByOne(compilation: CompilationContext, type: GraphQLObjectType): readonly BuildObject[] {
  const { schema, operation, fragments, conditions: variableValues } = compilation;
  const selected = selectedFields({ fragments, variableValues }, [operation], applyingTo(schema, type));
  return Map.groupBy(selected, keyOf)
    .values()
    .map((selections) =>
      compileObject(compilation, type, [{ selectionSet: { kind: Kind.SELECTION_SET, selections } }], 0),
    )
    .toArray();
}

/** For mutations: executes one field after the other, and none after a failure that makes all data null. */
function inOrder(builds: readonly BuildObject[]): ExecuteOperation {
  return async (context, variables) => {
    const execution = new Execution(context, variables);
    let data: Record<string, unknown> = {};
    for (const build of builds) {
      const made = build(execution, undefined, undefined);
      await execution.whenSettled();
      data = { ...data, ...made };
      if (execution.hasNoData()) break;
    }
    return execution.resultOf(data);
  };
}

/**
 * Generates code for a selection set: one object literal with all response keys in order, so that all objects of one selection are
 * allocated in one step and share a hidden class. The only parts of a document that get into the code are names, which GraphQL's grammar
 * restricts and the schema knows, and quoted response keys; everything else is passed by reference. `nullLevels` are those of its
 * completer; 0 for the data itself.
 */
function compileObject(
  compilation: CompilationContext,
  parentType: GraphQLObjectType,
  parents: readonly Parent[],
  nullLevels: number,
): BuildObject {
  const { schema, fragments, conditions: variableValues } = compilation;
  const selected = selectedFields({ fragments, variableValues }, parents, applyingTo(schema, parentType));
  const code = new ObjectCode();
  for (const [responseKey, fieldNodes] of Map.groupBy(selected, keyOf)) {
    const definition = definitionOf(parentType, (fieldNodes[0] as FieldNode).name.value);
    if (definition === TypeNameMetaFieldDef) {
      code.addConstant(responseKey, parentType.name);
      continue;
    }
    const warn = definition.extensions['warn'] as Warn | undefined;
    const field = { compilation, parentType, definition, responseKey, fieldNodes, warn };
    const compile = (type: GraphQLObjectType, at: number) => compileObject(compilation, type, fieldNodes, at);
    code.addField(field, completerFor(field, definition.type, nullLevels, compile));
  }
  return code.compile();
}

const metaFields = new Map(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

function definitionOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  return (metaFields.get(name) ?? type.getFields()[name]) as GraphQLField<unknown, unknown>;
}

class ObjectCode {
  readonly #entries: string[] = [];
  /** The properties of the source object that the code reads, each into a variable. */
  readonly #properties: string[] = [];
  readonly #references: unknown[] = [];

  addConstant(key: string, text: string): void {
    this.#add(key, JSON.stringify(text));
  }

  addField(field: SelectedField, completer: Completer): void {
    const { definition, responseKey, warn } = field;
    const { name, type, resolve } = definition;
    const call = compileResolver(field, completer);
    // Finding the type of a value requires an `info`, and so do warnings.
    if (resolve !== undefined || warn !== undefined || isAbstractType(getNamedType(type))) {
      this.#add(responseKey, `${this.#refer(call)}(execution, source, path)`);
      return;
    }
    const read = `v${this.#properties.push(name) - 1}`;
    const complete = this.#refer((execution: Execution, source: unknown, value: unknown, prev: Path | undefined) => {
      if (typeof value === 'function') return call(execution, source, prev);
      return completer.complete(execution, value, { prev, key: responseKey, typename: field.parentType.name }, null);
    });
    const other = `${complete}(execution, source, ${read}, path)`;
    const test = this.#serializedTest(type, read);
    const value = test === null ? other : `${test} ? ${read} : ${other}`;
    this.#add(responseKey, isNonNullType(type) ? value : `${read} == null ? null : ${value}`);
  }

  compile(): BuildObject {
    const names = this.#references.map((_, at) => nameOf(at));
    const make = new Function('readEach', ...names, `'use strict'; return ${this.#text()};`);
    return make(readEach, ...this.#references) as BuildObject;
  }

  #text(): string {
    const variables = this.#properties.map((_, at) => `v${at}`);
    const reads = this.#properties.map((name, at) => `v${at} = from.${name};`);
    // If reading a property throws, that is an error of its own field only.
    const reading = `
      const from = typeof source === 'object' || typeof source === 'function' ? source : { __proto__: null };
      let ${variables.join(', ')};
      try { ${reads.join(' ')} } catch { [${variables.join(', ')}] = readEach(from, ${JSON.stringify(this.#properties)}); }`;
    return `(execution, source, path) => {
      ${reads.length === 0 ? '' : reading}
      const made = { ${this.#entries.join(', ')} };
      if (execution.unattached > 0) execution.attachPending(made);
      return made;
    }`;
  }

  /** An expression that tests whether the value is already serialized; null if values of the type always have to be serialized. */
  #serializedTest(type: GraphQLOutputType, value: string): string | null {
    const leaf = getNullableType(type);
    if (leaf === GraphQLString || leaf === GraphQLID) return `typeof ${value} === 'string'`;
    if (leaf === GraphQLInt) return `typeof ${value} === 'number' && (${value} | 0) === ${value}`;
    if (leaf === GraphQLBoolean) return `typeof ${value} === 'boolean'`;
    if (isScalarType(leaf) && leaf.serialize === serializeUnchanged) return `typeof ${value} === 'string'`;
    if (isEnumType(leaf)) return `${this.#refer(namesOf(leaf))}.has(${value})`;
    return null;
  }

  #add(key: string, value: string): void {
    // As a computed key, `__proto__` is a key like any other; otherwise, it sets the prototype.
    this.#entries.push(`${key === '__proto__' ? `['${key}']` : JSON.stringify(key)}: ${value}`);
  }

  #refer(value: unknown): string {
    return nameOf(this.#references.push(value) - 1);
  }
}

/** The names in an enum that equal their values: each serializes to itself. */
function namesOf(type: GraphQLEnumType): ReadonlySet<unknown> {
  return new Set(type.getValues().flatMap(({ name, value }) => (name === value ? [name] : [])));
}

function nameOf(reference: number): string {
  return `r${reference}`;
}

/** The values of properties, some of which throw. An error becomes the value of its field, whether it is thrown or returned. */
function readEach(from: Readonly<Record<string, unknown>>, names: readonly string[]): readonly unknown[] {
  return names.map((name) => {
    try {
      return from[name];
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  });
}
