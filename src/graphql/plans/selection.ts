/**
 * What is selected of an object, as code: one literal with all response keys in their order, so that an answer's objects are
 * made in one piece and are alike. Nothing of a document gets into the code but names, which GraphQL's grammar has let pass
 * and the schema knows; all else is handed over by reference.
 */
import {
  type FieldNode,
  GraphQLBoolean,
  type GraphQLField,
  GraphQLID,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  getNullableType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isScalarType,
  type SelectionSetNode,
} from 'graphql';
import { selectedFields } from '../lookahead.ts';
import { asItIs } from '../scalars.ts';
import { type Completion, completionOf } from './completion.ts';
import { asking, type Operation, type Resolvers } from './resolving.ts';
import { type Complete, isPromise, type Run } from './run.ts';

type Field = GraphQLField<unknown, unknown>;
type Parents = readonly { readonly selectionSet?: SelectionSetNode | undefined }[];

/** The root is made of nothing; all other objects may be missing. */
type Source = 'root' | 'required' | 'optional';

export interface Selecting {
  readonly operation: Operation;
  readonly resolvers: Resolvers;
}

export function compileRoot(selecting: Selecting, type: GraphQLObjectType): Complete {
  return compileObject(selecting, type, [selecting.operation.operation], 'root').complete;
}

function compileObject(selecting: Selecting, type: GraphQLObjectType, parents: Parents, from: Source): Completion {
  // Such a type looks at each value first, perhaps for a while.
  if (type.isTypeOf) return { complete: (run) => run.fail(), needsPath: false };
  const { schema, fragments } = selecting.operation;
  const applies = (name: string): boolean => {
    const condition = schema.getType(name);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  };
  const selected = selectedFields({ fragments, variableValues: {} }, parents, applies);
  const code = new ObjectCode();
  for (const [key, nodes] of Map.groupBy(selected, ({ alias, name }) => (alias ?? name).value)) {
    addField(code, selecting, type, key, nodes);
  }
  return { complete: code.compile(from), needsPath: code.needsPath };
}

function addField(
  code: ObjectCode,
  selecting: Selecting,
  parentType: GraphQLObjectType,
  key: string,
  nodes: FieldNode[],
) {
  const fieldName = (nodes[0] as FieldNode).name.value;
  if (fieldName === '__typename') return code.addConstant(key, parentType.name);
  const { operation, resolvers } = selecting;
  const field = parentType.getFields()[fieldName] as Field;
  const completion = completionOf({ schema: operation.schema, resolvers }, field.type, (type, isRequired) =>
    compileObject(selecting, type, nodes, isRequired ? 'required' : 'optional'),
  );
  const resolver = resolvers.ofFields.get(field);
  if (resolver === undefined) return code.addProperty(key, field, parentType.name, completion);
  const place = { operation, parentType, fieldName, returnType: field.type, responseKey: key, fieldNodes: nodes };
  code.addAsked(key, asking(place, resolver, completion.complete));
}

/** The code of one object. Each entry reads its value into `v`, and is done with it before the next does. */
class ObjectCode {
  needsPath = false;
  readonly #entries: string[] = [];
  readonly #references: unknown[] = [];

  addConstant(key: string, text: string): void {
    this.#add(key, JSON.stringify(text));
  }

  addAsked(key: string, ask: unknown): void {
    this.needsPath = true;
    this.#add(key, `${this.#refer(ask)}(run, source, path)`);
  }

  addProperty(key: string, { name, type }: Field, typename: string, { complete, needsPath }: Completion): void {
    this.needsPath ||= needsPath;
    const completed = this.#refer(complete);
    const read = `v = source.${name}`;
    if (isLeafType(getNullableType(type))) {
      const some = `${settledTest(type)} ? v : orLater(run, ${completed}, v)`;
      this.#add(key, isNonNullType(type) ? `(${read}, ${some})` : `(${read}) == null ? null : ${some}`);
    } else {
      const path = needsPath
        ? `{ prev: path, key: ${JSON.stringify(key)}, typename: ${JSON.stringify(typename)} }`
        : 'undefined';
      const isLater = `(${read}) != null && typeof v.then === 'function'`;
      this.#add(key, `${isLater} ? run.later(${completed}, v, ${path}, null) : ${completed}(run, v, ${path}, null)`);
    }
  }

  compile(from: Source): Complete {
    const names = this.#references.map((_, at) => nameOf(at));
    const make = new Function('orLater', ...names, `'use strict'; return ${this.#text(from)};`);
    return make(orLater, ...this.#references) as Complete;
  }

  #text(from: Source): string {
    const missing = `if (source == null) return ${from === 'required' ? 'run.fail()' : 'null'};`;
    const checks = `${missing} if (typeof source !== 'object' || source instanceof Error) return run.fail();`;
    return `(run, source, path) => {
      ${from === 'root' ? '' : checks}
      let v;
      try {
        const made = { ${this.#entries.join(', ')} };
        if (run.loose > 0) run.seat(made);
        return made;
      } catch {
        return run.fail();
      }
    }`;
  }

  #add(key: string, value: string): void {
    this.#entries.push(`${JSON.stringify(key)}: ${value}`);
  }

  #refer(value: unknown): string {
    return nameOf(this.#references.push(value) - 1);
  }
}

function nameOf(reference: number): string {
  return `r${reference}`;
}

/** Whether `v` is a value that its type writes as it is. */
function settledTest(type: GraphQLOutputType): string {
  const leaf = getNullableType(type);
  if (leaf === GraphQLString || leaf === GraphQLID) return `typeof v === 'string'`;
  if (leaf === GraphQLInt) return `typeof v === 'number' && (v | 0) === v`;
  if (leaf === GraphQLBoolean) return `typeof v === 'boolean'`;
  if (isScalarType(leaf) && leaf.serialize === asItIs) return `typeof v === 'string'`;
  return 'false';
}

/** For leaves, below which nothing has a place. */
function orLater(run: Run, complete: Complete, value: unknown): unknown {
  return isPromise(value) ? run.later(complete, value, undefined, null) : complete(run, value, undefined, null);
}
