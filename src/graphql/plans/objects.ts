/**
 * Generates code for a selection set: one object literal with all response keys in order, so that all objects of one
 * selection are allocated in one step and share a hidden class. The only parts of a document that get into the code are
 * names, which GraphQL's grammar restricts and the schema knows, and quoted response keys; all else is passed by reference.
 */
import {
  type FieldNode,
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLField,
  GraphQLID,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  getNullableType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isScalarType,
  print,
} from 'graphql';
import { applyingTo, keyOf, type Parent, selectedFields } from '../resolvers/lookahead.ts';
import { serializeUnchanged } from '../schema/scalars.ts';
import { type Completion, completionOf } from './completion.ts';
import { type Complete, type Execution, isPromise } from './execution.ts';
import { type Operation, type Resolvers, resolverCall } from './resolving.ts';

type Field = GraphQLField<unknown, unknown>;

/** The root has no source object; all other objects may be missing. */
type Source = 'root' | 'required' | 'optional';

export interface Compilation {
  readonly operation: Operation;
  readonly resolvers: Resolvers;
}

export function compileRoot(compilation: Compilation, type: GraphQLObjectType): Complete {
  return compileObject(compilation, type, [compilation.operation.operation], 'root').complete;
}

function compileObject(
  compilation: Compilation,
  type: GraphQLObjectType,
  parents: readonly Parent[],
  from: Source,
): Completion {
  // `isTypeOf` has to check each value, possibly asynchronously: left to graphql-js.
  if (type.isTypeOf) return { complete: (run) => run.fail(), needsPath: false };
  const { schema, fragments } = compilation.operation;
  const selected = selectedFields({ fragments, variableValues: {} }, parents, applyingTo(schema, type));
  const code = new ObjectCode();
  for (const [key, nodes] of Map.groupBy(selected, keyOf)) {
    addField(code, compilation, type, key, nodes);
  }
  return { complete: code.compile(from), needsPath: code.needsPath };
}

function addField(
  code: ObjectCode,
  compilation: Compilation,
  parentType: GraphQLObjectType,
  key: string,
  nodes: FieldNode[],
) {
  const fieldName = (nodes[0] as FieldNode).name.value;
  if (fieldName === '__typename') return code.addConstant(key, parentType.name);
  const { operation, resolvers } = compilation;
  const field = parentType.getFields()[fieldName] as Field;
  const completion = completionOf({ schema: operation.schema, resolvers }, field.type, (type, isRequired) =>
    compileObject(compilation, type, nodes, isRequired ? 'required' : 'optional'),
  );
  const resolver = resolvers.byField.get(field);
  if (resolver === undefined) {
    const selected = nodes.map(({ selectionSet }) => (selectionSet === undefined ? '' : print(selectionSet)));
    return code.addProperty(key, field, parentType.name, completion, `${fieldName} ${selected.join(' ')}`);
  }
  const selectedField = {
    operation,
    parentType,
    fieldName,
    returnType: field.type,
    responseKey: key,
    fieldNodes: nodes,
  };
  code.addResolved(key, resolverCall(selectedField, resolver, completion.complete));
}

/** The code of one object literal. Each entry assigns its value to `v`, and no longer needs it when the next one does. */
class ObjectCode {
  needsPath = false;
  readonly #entries: string[] = [];
  readonly #references: unknown[] = [];
  /** The variables that hold completed objects and lists, by what is selected of which property. */
  readonly #completed = new Map<string, string>();

  addConstant(key: string, text: string): void {
    this.#add(key, JSON.stringify(text));
  }

  addResolved(key: string, call: unknown): void {
    this.needsPath = true;
    this.#add(key, `${this.#refer(call)}(run, source, path)`);
  }

  /** Properties of the same name and the same `selected` are completed once, unless that depends on their position. */
  addProperty(
    key: string,
    { name, type }: Field,
    typename: string,
    { complete, needsPath }: Completion,
    selected: string,
  ): void {
    this.needsPath ||= needsPath;
    const completed = this.#refer(complete);
    const read = `v = source.${name}`;
    if (isLeafType(getNullableType(type))) {
      const some = `${this.#serializedTest(type)} ? v : orLater(run, ${completed}, v)`;
      this.#add(key, isNonNullType(type) ? `(${read}, ${some})` : `(${read}) == null ? null : ${some}`);
    } else {
      const path = needsPath
        ? `{ prev: path, key: ${JSON.stringify(key)}, typename: ${JSON.stringify(typename)} }`
        : 'undefined';
      const isLater = `(${read}) != null && typeof v.then === 'function'`;
      const call = `${completed}(run, v, ${path}, null)`;
      const earlier = needsPath ? undefined : this.#completed.get(selected);
      const variable = earlier ?? `s${this.#completed.size}`;
      if (!needsPath) this.#completed.set(selected, variable);
      const value = needsPath ? call : `(${variable} ${earlier === undefined ? '=' : '??='} ${call})`;
      this.#add(key, `${isLater} ? run.defer(${completed}, v, ${path}, null) : ${value}`);
    }
  }

  compile(from: Source): Complete {
    const names = this.#references.map((_, at) => nameOf(at));
    const make = new Function('orLater', ...names, `'use strict'; return ${this.#text(from)};`);
    return make(completeOrDefer, ...this.#references) as Complete;
  }

  #text(from: Source): string {
    const missing = `if (source == null) return ${from === 'required' ? 'run.fail()' : 'null'};`;
    const checks = `${missing} if (typeof source !== 'object' || source instanceof Error) return run.fail();`;
    return `(run, source, path) => {
      ${from === 'root' ? '' : checks}
      let ${['v', ...this.#completed.values()].join(', ')};
      try {
        const made = { ${this.#entries.join(', ')} };
        if (run.unseated > 0) run.seat(made);
        return made;
      } catch {
        return run.fail();
      }
    }`;
  }

  /** An expression: whether `v` already is what its type would serialize it to. */
  #serializedTest(type: GraphQLOutputType): string {
    const leaf = getNullableType(type);
    if (leaf === GraphQLString || leaf === GraphQLID) return `typeof v === 'string'`;
    if (leaf === GraphQLInt) return `typeof v === 'number' && (v | 0) === v`;
    if (leaf === GraphQLBoolean) return `typeof v === 'boolean'`;
    if (isScalarType(leaf) && leaf.serialize === serializeUnchanged) return `typeof v === 'string'`;
    if (isEnumType(leaf)) return `${this.#refer(namesOf(leaf))}.has(v)`;
    return 'false';
  }

  #add(key: string, value: string): void {
    this.#entries.push(`${JSON.stringify(key)}: ${value}`);
  }

  #refer(value: unknown): string {
    return nameOf(this.#references.push(value) - 1);
  }
}

/** The names of an enum that are their own values: each is serialized to itself. */
function namesOf(type: GraphQLEnumType): ReadonlySet<unknown> {
  return new Set(type.getValues().flatMap(({ name, value }) => (name === value ? [name] : [])));
}

function nameOf(reference: number): string {
  return `r${reference}`;
}

/** For leaf values, below which no path is needed. */
function completeOrDefer(run: Execution, complete: Complete, value: unknown): unknown {
  return isPromise(value) ? run.defer(complete, value, undefined, null) : complete(run, value, undefined, null);
}
