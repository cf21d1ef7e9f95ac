// The subgraph composes, alone and with another team's graph, by the three libraries that routers' tools use.
import { buildSchema, type GraphQLObjectType, type GraphQLSchema, type GraphQLUnionType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readRepresentation } from '../../src/graphql/federation/entities.ts';
import { printSubgraph, type SubgraphOptions } from '../../src/graphql/federation/subgraph.ts';
import { subgraphWith } from '../support/gateways/default-options.ts';
import { areInstalled, library } from './libraries.ts';
import { notesSdl } from './notes.ts';

interface Composed {
  readonly supergraph?: string | undefined;
  /** Errors, hints and warnings. */
  readonly complaints: readonly string[];
}

const url = 'http://localhost';
type Subgraphs = Readonly<Record<string, string>>;
const listed = (graphs: Subgraphs) =>
  Object.entries(graphs).map(([name, sdl]) => ({ name, url, typeDefs: parse(sdl), definitions: parse(sdl) }));

type Messages = readonly { readonly message: string }[];
const messagesOf = (...lists: (Messages | undefined)[]) =>
  lists.flatMap((list = []) => list.map(({ message }) => message));

const libraries: Readonly<Record<string, (graphs: Subgraphs) => Promise<Composed>>> = {
  async 'Apollo’s'(graphs) {
    const { composeServices } = await library('@apollo/composition');
    const { errors, hints } = composeServices(listed(graphs));
    return { complaints: messagesOf(errors, hints) };
  },
  async 'The Guild’s'(graphs) {
    const { composeServices } = await library('@theguild/federation-composition');
    const { supergraphSdl: supergraph, errors } = composeServices(listed(graphs));
    return { supergraph, complaints: messagesOf(errors) };
  },
  async 'WunderGraph’s'(graphs) {
    const { federateSubgraphs, ROUTER_COMPATIBILITY_VERSION_ONE: version } = await library('@wundergraph/composition');
    const { errors, warnings } = federateSubgraphs({ subgraphs: listed(graphs), version });
    return { complaints: messagesOf(errors, warnings) };
  },
};

const plain: SubgraphOptions = { resolvesTransId: false, keepsNode: false, hasRequiredScopes: false };
const all: SubgraphOptions = { resolvesTransId: true, keepsNode: true, hasRequiredScopes: true };

describe.skipIf(!areInstalled).each(Object.entries(libraries))('%s library', (_, compose) => {
  test('composes it alone, and in all that can be chosen with another graph, without a complaint', async () => {
    expect((await compose({ realty: printSubgraph(plain) })).complaints).toEqual([]);
    expect((await compose({ realty: printSubgraph(all), notes: notesSdl })).complaints).toEqual([]);
  });

  test('composes it with a graph that has a node of its own, unless this one keeps its own', async () => {
    const notes = notesSdl.replace('type Query {', 'type Query {\n node(id: ID!): Node');
    const complaintsOf = async (realty: string) => (await compose({ realty, notes })).complaints;
    expect(await complaintsOf(printSubgraph(plain))).toEqual([]);
    expect(await complaintsOf(printSubgraph({ ...plain, keepsNode: true }))).not.toEqual([]);
  });
});

// That of Apollo's library is behind the routers of the other tests.
test.skipIf(!areInstalled)('the supergraph of The Guild’s library has the fields of both graphs', async () => {
  const composed = await libraries['The Guild’s']?.({ realty: printSubgraph(plain), notes: notesSdl });
  const schema = buildSchema(composed?.supergraph ?? '', { assumeValidSDL: true });
  const fields = (schema.getType('Transaction') as GraphQLObjectType).getFields();
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['name', 'files', 'commission', 'notes']));
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining(['transactions', 'notes']),
  );
});

test.skipIf(!areInstalled)(
  'what routers ask of it has the signatures that @apollo/subgraph gives it, whose resolver returns the same',
  async () => {
    const [{ buildSubgraphSchema }, { graphql }] = await Promise.all([library('@apollo/subgraph'), library('graphql')]);
    const objects: Readonly<Record<string, object>> = { a: { name: 'Elm' }, b: { name: 'Oak' } };
    const theirs = buildSubgraphSchema([
      {
        typeDefs: parse(printSubgraph(plain)),
        resolvers: {
          Transaction: { __resolveReference: ({ id }: { id: string }) => objects[id] && { ...objects[id] } },
        },
      },
    ]);
    const ours = subgraphWith().schema;
    const shapeOf = (schema: GraphQLSchema) => {
      const { _entities, _service } = schema.getQueryType()?.getFields() ?? {};
      const entity = schema.getType('_Entity') as GraphQLUnionType;
      return {
        entities: `${_entities?.args.map(({ name, type }) => `${name}: ${type}`)} → ${_entities?.type}`,
        service: String(_service?.type),
        possible: schema
          .getPossibleTypes(entity)
          .map(({ name }) => name)
          .sort(),
        fields: Object.keys((schema.getType('_Service') as GraphQLObjectType).getFields()),
      };
    };
    expect(shapeOf(ours)).toEqual(shapeOf(theirs));

    const readers = new Map([['Transaction', new Map([['id', (id: string) => objects[id] ?? null]])]]);
    const representations = ['a', 'b', 'a', 'c'].map((id) => ({ __typename: 'Transaction', id }));
    const { data } = await graphql({
      schema: theirs,
      source: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Transaction { name } } }',
      variableValues: { r: representations },
    });
    const found = representations.map((each, at) => {
      const reference = readRepresentation(each, readers, at);
      return 'find' in reference ? reference.find(reference.key) : reference;
    });
    expect(JSON.parse(JSON.stringify(data))).toEqual({ _entities: found });
  },
);
