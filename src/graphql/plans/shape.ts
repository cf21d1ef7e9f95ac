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
  return (variables) => {
    let seen = own;
    const write = (value: unknown): string => {
      if (typeof value === 'string') {
        const known = seen.get(value);
        if (known !== undefined) return `t${known}`;
        if (seen === own) seen = new Map(own);
        seen.set(value, seen.size);
        return `t${seen.size - 1}`;
      }
      if (typeof value !== 'object' || value === null) return String(value);
      if (Array.isArray(value)) return `[${value.map(write).join()}]`;
      return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${write(each)}`)}}`;
    };
    return write(variables);
  };
}
