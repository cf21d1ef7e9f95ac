/**
 * What a new SDL takes from clients of an older one: what GraphQL itself calls breaking, and access that became narrower.
 * Knows no folder and no release; both SDL are given whole.
 */
import {
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  getDirectiveValues,
  isObjectType,
} from 'graphql';

export interface SchemaChanges {
  /** What some client's operation or token no longer fits. */
  readonly breaking: readonly string[];
  /** What a client that is written with care survives, such as a new value of an enum. */
  readonly dangerous: readonly string[];
}

export function compareSchemas(older: string, newer: string): SchemaChanges {
  const [before, after] = [buildSchema(older), buildSchema(newer)];
  const lines = (changes: readonly { description: string }[]) => changes.map(({ description }) => description);
  return {
    breaking: [...lines(findBreakingChanges(before, after)), ...narrowedAccess(before, after)],
    dangerous: lines(findDangerousChanges(before, after)),
  };
}

/** A scope that differs, or a field that came to serve services only, turns away tokens that were enough. */
function narrowedAccess(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const asked = new Map(accessOf(before));
  return accessOf(after).flatMap(([field, needs]) => {
    const told = asked.get(field);
    return told === undefined || needs.every((need) => told.includes(need))
      ? []
      : [`${field} now needs ${needs.join(', ')}; it needed ${told.join(', ') || 'nothing'}.`];
  });
}

/** What each field needs: `scope account.read`, `serviceOnly`, `authenticated`. */
function accessOf(schema: GraphQLSchema): [string, string[]][] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields()).map(({ name, astNode }): [string, string[]] => {
      const needs = ['scope', 'authenticated', 'serviceOnly'].flatMap((check) => {
        const definition = schema.getDirective(check);
        const values = definition && astNode ? getDirectiveValues(definition, astNode) : undefined;
        if (values === undefined) return [];
        return [values.requires === undefined ? check : `${check} ${values.requires}`];
      });
      return [`${type.name}.${name}`, needs];
    }),
  );
}
