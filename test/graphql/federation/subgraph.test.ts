// The subgraph's SDL: what is kept of the graph's own, what is added, and that no key of the last release has gone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { printSubgraph } from '../../../src/graphql/federation/subgraph.ts';
import { compareSchemas } from '../../../src/graphql/schema/schema-changes.ts';
import { printSdl } from '../../../src/graphql/schema/sdl.ts';

const docs = join(import.meta.dirname, '../../../docs');
const plain = { resolvesTransId: false, keepsNode: false, hasRequiredScopes: false };
const sdl = printSubgraph(plain);
const read = (text: string) => buildSchema(text, { assumeValidSDL: true });

const fieldsOf = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.keys(isObjectType(type) ? type.getFields() : {}).map((field) => `${type.name}.${field}`));
const directivesIn = (text: string) => [...new Set([...text.matchAll(/ (@\w+)/g)].map(([, name]) => name))].sort();
const withoutDescriptions = (text: string) => text.replaceAll(/"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"(?=\n)/g, '');

test('it is the whole graph, without the fields that two graphs cannot both have and what only these lead to', () => {
  const [before, after] = [read(printSdl()), read(sdl)].map(fieldsOf);
  expect(before?.filter((field) => !after?.includes(field)).sort()).toEqual([
    'Query.node',
    'Query.nodes',
    'Query.viewer',
    'Viewer.accounts',
    'Viewer.calendarUrl',
    'Viewer.canSearch',
    'Viewer.nrdsIds',
    'Viewer.officeNrdsIds',
    'Viewer.role',
    'Viewer.scopes',
    'Viewer.transactions',
    'Viewer.uploadMaxBytes',
  ]);
  expect(after?.filter((field) => !before?.includes(field))).toEqual([]);
  expect(['Query', 'Mutation', 'Subscription'].flatMap((root) => read(sdl).getType(root)?.description ?? [])).toEqual(
    [],
  );
  expect(read(sdl).getType('ViewerRole')).toBeUndefined();
  expect(fieldsOf(read(printSubgraph({ ...plain, keepsNode: true })))).toEqual(before);
});

test('it has the directives of federations instead of its own', () => {
  expect(directivesIn(withoutDescriptions(sdl))).toEqual(['@key', '@link', '@oneOf', '@shareable', '@specifiedBy']);
  const scoped = withoutDescriptions(printSubgraph({ ...plain, hasRequiredScopes: true, keepsNode: true }));
  expect(directivesIn(scoped)).toContain('@requiresScopes');
  const scopes = (text: string, directive: RegExp) => [...text.matchAll(directive)].map(([, scope]) => scope).sort();
  expect(scopes(scoped, /@requiresScopes\(scopes: \[\["([^"]+)"\]\]\)/g)).toEqual(
    scopes(printSdl(), /@scope\(requires: "([^"]+)"\)/g),
  );
});

test('transactions, accounts and files have keys, and a bare number resolves where that is chosen', () => {
  const keys = (text: string) =>
    [...text.matchAll(/^type (\w+).*?((?: @key\(.*?\))+) \{/gm)].map(([, ...found]) => found);
  expect(keys(sdl).sort()).toEqual([
    ['Account', ' @key(fields: "id") @key(fields: "nrdsId")'],
    ['Transaction', ' @key(fields: "id") @key(fields: "transId", resolvable: false)'],
    ['TransactionFile', ' @key(fields: "id")'],
  ]);
  expect(printSubgraph({ ...plain, resolvesTransId: true })).not.toContain('resolvable');
});

test('the subgraph breaks nothing of the last release, and the loss of a key would be found', () => {
  const released = readFileSync(join(docs, 'schema.graphql'), 'utf8');
  expect(compareSchemas(printSubgraph(plain, released), sdl).breaking).toEqual([]);
  expect(compareSchemas(sdl, sdl.replace(' @key(fields: "nrdsId")', '')).breaking).toEqual([
    'Account is joined by nrdsId no more.',
    'Account is found by nrdsId no more.',
  ]);
  const unresolved = sdl.replace('@key(fields: "nrdsId")', '@key(fields: "nrdsId", resolvable: false)');
  expect(compareSchemas(sdl, unresolved).breaking).toEqual(['Account is found by nrdsId no more.']);
});
