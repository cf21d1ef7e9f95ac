/** The executable schema: the SDL of `schema/`, the resolvers, the scalars, and the guard in front of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import type { Resolvers } from '../generated/graphql.ts';
import { guardSchema } from './guard.ts';
import { Upload } from './received-file.ts';
import * as account from './resolvers/account.ts';
import * as file from './resolvers/file.ts';
import * as member from './resolvers/member.ts';
import { mutation } from './resolvers/mutation.ts';
import * as node from './resolvers/node.ts';
import * as provider from './resolvers/provider.ts';
import * as transaction from './resolvers/transaction.ts';
import { Decimal, JsonScalar, Timestamp } from './scalars.ts';

const folder = join(import.meta.dirname, '../../schema');

const resolvers = {
  Query: { ...node.query, ...account.query, ...transaction.query, ...member.query },
  Mutation: { ...mutation, ...provider.mutation, ...member.mutation, ...file.mutation },
  Node: node.type,
  Account: account.fields,
  Transaction: { ...transaction.fields, ...file.ofTransaction },
  TransactionFile: file.fields,
  AddServiceProvidersPayload: provider.payload,
  Timestamp,
  Decimal,
  JSON: JsonScalar,
  Upload,
} satisfies Resolvers;

/** The files of the schema, in the order of their names. */
function readTypeDefs(): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return files.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
}

export function createSchema(): GraphQLSchema {
  return guardSchema(makeExecutableSchema({ typeDefs: readTypeDefs(), resolvers }), resolvers);
}
