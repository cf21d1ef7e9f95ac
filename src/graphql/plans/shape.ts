/**
 * The shape of variables: what of them can change how an operation is weighed. Numbers, conditions and lengths count as they
 * are; of texts only which are alike, since equal arguments are one call and others are two. A text may be like another
 * variable's, one of the document, or one that the schema puts where the document says nothing.
 */
import { type DocumentNode, type GraphQLSchema, isInputObjectType, isObjectType, Kind, visit } from 'graphql';

export type ShapeOf = (variables: Readonly<Record<string, unknown>>) => string;

/** For the operations of one document. `defaults` are the schema's texts. */
export function createShape(document: DocumentNode, defaults: readonly string[]): ShapeOf {
  const own = new Map<string, number>();
  const add = (text: string): void => {
    if (!own.has(text)) own.set(text, own.size);
  };
  const learn = ({ value }: { readonly value: string }): void => add(value);
  // A number in the text is a text where an id is asked for.
  visit(document, { [Kind.STRING]: learn, [Kind.ENUM]: learn, [Kind.INT]: learn });
  for (const text of defaults) add(text);
  return (variables) => new Writer(own).write(variables);
}

/** The texts and enum values within the defaults of arguments and of fields of inputs. */
export function defaultTexts(schema: GraphQLSchema): readonly string[] {
  const texts = new Set<string>();
  const learn = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(learn);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) learn(field.defaultValue);
    else if (isObjectType(type) && !type.name.startsWith('__'))
      for (const { args } of Object.values(type.getFields())) for (const arg of args) learn(arg.defaultValue);
  }
  return [...texts];
}

class Writer {
  readonly #own: ReadonlyMap<string, number>;
  /** The variables' own texts, once there are any. */
  #seen: Map<string, number> | undefined = undefined;

  constructor(own: ReadonlyMap<string, number>) {
    this.#own = own;
  }

  write(value: unknown): string {
    if (typeof value === 'string') return `t${this.#numberOf(value)}`;
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map((each) => this.write(each)).join()}]`;
    let text = '{';
    const entries = value as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(entries)) text += `${quoted(name)}:${this.write(entries[name])},`;
    return `${text}}`;
  }

  #numberOf(text: string): number {
    const known = this.#own.get(text) ?? this.#seen?.get(text);
    if (known !== undefined) return known;
    this.#seen ??= new Map<string, number>();
    const next = this.#own.size + this.#seen.size;
    this.#seen.set(text, next);
    return next;
  }
}

/** Most names are a variable's or a field's: those stand as they are, whatever else as JSON. */
function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
