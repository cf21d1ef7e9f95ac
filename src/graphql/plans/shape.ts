/**
 * The shape of variables: what of them can change how an operation is weighed. Numbers, conditions and lengths count as they
 * are; of texts only which are alike, since equal arguments are one call and others are two.
 */
import { type DocumentNode, Kind, visit } from 'graphql';

export type ShapeOf = (variables: Readonly<Record<string, unknown>>) => string;

/** For the operations of one document, whose own texts a variable may be like. */
export function createShape(document: DocumentNode): ShapeOf {
  const own = new Map<string, number>();
  const learn = ({ value }: { readonly value: string }): void => {
    if (!own.has(value)) own.set(value, own.size);
  };
  visit(document, { [Kind.STRING]: learn, [Kind.ENUM]: learn });
  return (variables) => new Writer(own).write(variables);
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
