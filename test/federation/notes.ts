/**
 * A small graph of another team, over HTTP: it adds fields to transactions and accounts, which it knows by the service's own numbers,
 * and refers to transactions and files by the ids that it has stored.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parse } from 'graphql';
import { library } from './libraries.ts';

export const notesSdl = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@external", "@requires"])

  interface Node { id: ID! }
  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  type Transaction @key(fields: "transId") @key(fields: "id", resolvable: false) {
    id: ID!
    transId: String! @external
    commission: Float @requires(fields: "transId")
    notes: [Note!]! @requires(fields: "transId")
  }
  type Account @key(fields: "nrdsId") {
    nrdsId: String
    rating: Int
  }
  type TransactionFile @key(fields: "id", resolvable: false) {
    id: ID!
  }
  type Note implements Node @key(fields: "id") {
    id: ID!
    text: String!
    about: Transaction
    file: TransactionFile
    author: Account
  }
  type NoteConnection {
    nodes: [Note!]!
    pageInfo: PageInfo!
  }
  type Query {
    notes: NoteConnection!
    note(id: ID!): Note
  }
`;

interface Note {
  readonly id: string;
  readonly text: string;
  readonly about?: { readonly id: string };
  readonly file?: { readonly id: string };
  readonly author?: { readonly nrdsId: string };
}

export interface NotesGraph {
  readonly url: string;
  /** What it knows; filled by the test. */
  readonly notes: Note[];
}

export async function startNotes(onCleanup: (end: () => void) => void): Promise<NotesGraph> {
  const [{ buildSubgraphSchema }, { graphql }] = await Promise.all([library('@apollo/subgraph'), library('graphql')]);
  const notes: Note[] = [];
  const resolvers = {
    Query: {
      notes: () => ({ nodes: notes, pageInfo: { hasNextPage: false, hasPreviousPage: false } }),
      note: (_root: unknown, { id }: Note) => notes.find((each) => each.id === id) ?? null,
    },
    Transaction: {
      __resolveReference: ({ transId }: { transId: string }) => ({ transId }),
      commission: ({ transId }: { transId: string }) => Number(transId) / 10,
      notes: ({ transId }: { transId: string }) => notes.filter(({ text }) => text.endsWith(` ${transId}`)),
    },
    Account: {
      __resolveReference: ({ nrdsId }: { nrdsId: string }) => ({ nrdsId }),
      rating: ({ nrdsId }: { nrdsId: string }) => Number(nrdsId) / 100,
    },
    Note: { __resolveReference: ({ id }: Note) => notes.find((each) => each.id === id) },
  };
  const schema = buildSubgraphSchema([{ typeDefs: parse(notesSdl), resolvers }]);
  const server = createServer(async (request, response) => {
    const { query: source, variables: variableValues } = (await json(request)) as Readonly<Record<string, unknown>>;
    const result: unknown = await graphql({ schema, source, variableValues });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, notes };
}
