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
) => Promise<ExecutionResult>;

/** Requires a document that is valid against the schema. `conditions` are the variables that `@skip` and `@include` depend on. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Variables,
): ExecuteOperation {
  const compilation = { schema, operation, fragments: fragmentsOf(document), conditions };
  const type = schema.getRootType(operation.operation) as GraphQLObjectType;
  const parts = operation.operation === 'mutation' ? rootFields(compilation, type) : [operation];
  const builds = parts.map((part) => compileObject(compilation, type, [part], 0));
  return async (context, variables, rootValue) => {
    const execution = new Execution(context, variables);
    let data: Record<string, unknown> = {};
    for (const build of builds) {
      const made = build(execution, rootValue, undefined);
      await execution.whenSettled();
      data = { ...data, ...made };
    }
    return execution.resultOf(data);
  };
}

/** The root fields of a mutation, which are executed one after the other. All are nullable, so none makes the others null. */
function rootFields(compilation: CompilationContext, type: GraphQLObjectType): readonly Parent[] {
  const { schema, operation, fragments, conditions: variableValues } = compilation;
  const selected = selectedFields({ fragments, variableValues }, [operation], applyingTo(schema, type));
  const fields = Map.groupBy(selected, keyOf).values();
  return [...fields.map((selections) => ({ selectionSet: { kind: Kind.SELECTION_SET, selections } as const }))];
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
    // Finding the type of a value requires an `info`, and so do warnings.
    if (resolve !== undefined || warn !== undefined || isAbstractType(getNamedType(type))) {
      this.#add(responseKey, `${this.#refer(compileResolver(field, completer))}(execution, source, path)`);
      return;
    }
    const read = `v${this.#properties.push(name) - 1}`;
    const { name: typename } = field.parentType;
    const complete = this.#refer((execution: Execution, value: unknown, prev: Path | undefined) =>
      completer.complete(execution, value, { prev, key: responseKey, typename }, null),
    );
    const other = `${complete}(execution, ${read}, path)`;
    const test = this.#serializedTest(type, read);
    const value = test === null ? other : `${test} ? ${read} : ${other}`;
    this.#add(responseKey, isNonNullType(type) ? value : `${read} == null ? null : ${value}`);
  }

  compile(): BuildObject {
    const make = new Function(...this.#references.map((_, at) => nameOf(at)), `'use strict'; return ${this.#text()};`);
    return make(...this.#references) as BuildObject;
  }

  #text(): string {
    const reads = this.#properties.map((name, at) => `const v${at} = source.${name};`);
    return `(execution, source, path) => {
      ${reads.join(' ')}
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
