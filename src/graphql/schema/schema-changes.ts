/**
 * Lists the changes of a new SDL that break clients of an older one: those that graphql-js classifies as breaking, access that became
 * narrower and, for a subgraph, lost keys, by which other graphs find its objects. Takes both SDL texts; knows nothing of folders or
 * releases.
 */
import {
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  isObjectType,
  print,
} from 'graphql';
import { directiveValues, fieldsOf } from './fields.ts';

interface SchemaChanges {
  /** Changes that invalidate some client's operation or token. */
  readonly breaking: readonly string[];
  /** Changes that a defensively written client survives, such as a new enum value. */
  readonly dangerous: readonly string[];
}

export function compareSchemas(older: string, newer: string): SchemaChanges {
  // The libraries that compose federations define their directives.
  const [before, after] = [read(older), read(newer)];
  const lines = (changes: readonly { description: string }[]) => changes.map(({ description }) => description);
  return {
    breaking: [
      ...lines(findBreakingChanges(before, after)),
      ...narrowedAccess(before, after),
      ...lostKeys(before, after),
    ],
    dangerous: lines(findDangerousChanges(before, after)),
  };
}

const read = (sdl: string): GraphQLSchema => buildSchema(sdl, { assumeValidSDL: true });

function lostKeys(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const kept = new Set(keysOf(after));
  return keysOf(before).filter((each) => !kept.has(each));
}

/** A sentence about the loss of each key. */
function keysOf(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.flatMap(({ name: type, astNode }) =>
    (astNode?.directives ?? []).flatMap(({ name, arguments: given = [] }) => {
      if (name.value !== 'key') return [];
      const { fields = '', resolvable } = Object.fromEntries(given.map((each) => [each.name.value, print(each.value)]));
      const ways = resolvable === 'false' ? ['joined'] : ['joined', 'found'];
      return ways.map((way) => `${type} is ${way} by ${JSON.parse(fields)} no more.`);
    }),
  );
}

/** A different scope, or a field that became service-only, rejects tokens that were sufficient before. */
function narrowedAccess(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const previousAccess = new Map(accessOf(before));
  return accessOf(after).flatMap(([field, needs]) => {
    const previous = previousAccess.get(field);
    return previous === undefined || needs.every((need) => previous.includes(need))
      ? []
      : [`${field} now requires ${needs.join(', ')}; it required ${previous.join(', ') || 'nothing'}.`];
  });
}

/** What each field needs: `scope account.read`, `serviceOnly`, `authenticated`. */
function accessOf(schema: GraphQLSchema): [string, string[]][] {
  return fieldsOf(schema).map(({ type, field }) => {
    const needs = ['scope', 'authenticated', 'serviceOnly'].flatMap((check) => {
      const values = directiveValues(schema, field, check);
      if (values === undefined) return [];
      return [values.requires === undefined ? check : `${check} ${values.requires}`];
    });
    return [`${type.name}.${field.name}`, needs];
  });
}
