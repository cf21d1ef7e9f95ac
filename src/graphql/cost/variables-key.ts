/**
 * The key of variables in the cache of estimates: what of them can change the cost of an operation. Numbers, booleans and
 * list lengths count as they are; of strings, only which ones are equal, since equal arguments share a call and different
 * ones do not. A string may equal that of another variable, one in the document, or a default value in the schema.
 */
import { type DocumentNode, type GraphQLSchema, isInputObjectType, isObjectType, Kind, visit } from 'graphql';

export type VariablesKey = (variables: Readonly<Record<string, unknown>>) => string;

/** For the operations of one document. `defaults` are the strings in the schema's default values. */
export function createVariablesKey(document: DocumentNode, defaults: readonly string[]): VariablesKey {
  const knownTexts = new Map<string, number>();
  const add = (text: string): void => {
    if (!knownTexts.has(text)) knownTexts.set(text, knownTexts.size);
  };
  const collect = ({ value }: { readonly value: string }): void => add(value);
  // An integer literal is a string if the argument is an ID.
  visit(document, { [Kind.STRING]: collect, [Kind.ENUM]: collect, [Kind.INT]: collect });
  for (const text of defaults) add(text);
  return (variables) => new KeyWriter(knownTexts).write(variables);
}

/** The strings and enum values within default values of arguments and input fields. */
export function defaultTexts(schema: GraphQLSchema): readonly string[] {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) collect(field.defaultValue);
    else if (isObjectType(type) && !type.name.startsWith('__'))
      for (const { args } of Object.values(type.getFields())) for (const arg of args) collect(arg.defaultValue);
  }
  return [...texts];
}

class KeyWriter {
  readonly #knownTexts: ReadonlyMap<string, number>;
  /** Strings that occur in the variables only; created when there is one. */
  #seen: Map<string, number> | undefined = undefined;

  constructor(knownTexts: ReadonlyMap<string, number>) {
    this.#knownTexts = knownTexts;
  }

  write(value: unknown): string {
    if (typeof value === 'string') return `t${this.#numberOf(value)}`;
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map((each) => this.write(each)).join()}]`;
    let text = '{';
    const entries = value as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(entries)) text += `${nameText(name)}:${this.write(entries[name])},`;
    return `${text}}`;
  }

  #numberOf(text: string): number {
    const known = this.#knownTexts.get(text) ?? this.#seen?.get(text);
    if (known !== undefined) return known;
    this.#seen ??= new Map<string, number>();
    const next = this.#knownTexts.size + this.#seen.size;
    this.#seen.set(text, next);
    return next;
  }
}

/** Most names are those of variables or fields and are written as they are, all others as JSON. */
function nameText(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
