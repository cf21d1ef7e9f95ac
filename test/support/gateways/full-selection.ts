/** Selections of every field of a type, for the largest responses that a query can have. */
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { createSchema } from '../../../src/graphql/schema/schema.ts';

const schema = createSchema();

/** Every field of an object type and of the objects below it, except those of the given names. */
export function everyFieldOf(typeName: string, without: readonly string[] = []): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
  const fields = Object.values(type.getFields()).filter(({ name }) => !without.includes(name));
  return fields
    .map(({ name, type: of }) => {
      const inner = getNamedType(of);
      return isLeafType(inner) ? name : `${name} { ${everyFieldOf(inner.name, without)} }`;
    })
    .join(' ');
}

/** All that is known of a transaction without another call, for agents, as the fragment `T`. */
const wholeTransaction = `fragment T on Transaction { ${everyFieldOf('Transaction', ['account', 'files', 'flat'])} }`;

/** A page of a hundred transactions, with its list under so many aliases. */
export function aliasedPage(aliases: number): string {
  const lists = Array.from({ length: aliases }, (_, n) => `n${n}: nodes { ...T }`).join(' ');
  return `query Aliased { transactions(first: 100) { ${lists} } } ${wholeTransaction}`;
}
