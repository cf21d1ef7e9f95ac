/**
 * The executable schema: the SDL in `schema/`, its resolvers and scalars, the access checks, and the warnings about values; for a subgraph,
 * also the fields for routers.
 */
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Resolvers } from '../../generated/graphql.ts';
import { entityResolvers } from '../federation/entities.ts';
import type { Federation } from '../federation/subgraph.ts';
import * as account from '../resolvers/account.ts';
import * as file from '../resolvers/file.ts';
import * as member from '../resolvers/member.ts';
import * as node from '../resolvers/node.ts';
import * as search from '../resolvers/search.ts';
import * as subscription from '../resolvers/subscription.ts';
import * as transaction from '../resolvers/transaction.ts';
import { warnByType } from '../resolvers/warnings.ts';
import { Upload } from '../uploads/received-file.ts';
import { addAccessChecks } from './access-checks.ts';
import { CalendarDate, Decimal, JsonScalar, Timestamp } from './scalars.ts';
import { readTypeDefs } from './sdl.ts';

const resolvers = {
  Query: { ...node.query, ...account.query, ...transaction.query, ...search.query, ...member.query },
  Mutation: { ...transaction.mutation, ...member.mutation, ...file.mutation },
  Subscription: subscription.subscription,
  Node: node.type,
  Account: account.fields,
  SearchFacets: search.facets,
  Transaction: { ...transaction.fields, ...file.ofTransaction },
  TransactionChange: subscription.fields,
  TransactionFile: file.fields,
  Viewer: node.viewerFields,
  ...transaction.payloads,
  Timestamp,
  Date: CalendarDate,
  Decimal,
  JSON: JsonScalar,
  Upload,
} satisfies Resolvers;

export function createSchema(federation?: Federation): GraphQLSchema {
  if (federation === undefined) return make(readTypeDefs(), resolvers);
  const { Query, ...others } = entityResolvers(federation);
  const typeDefs = [...readTypeDefs(), ...readTypeDefs('federation')];
  return make(typeDefs, { ...resolvers, ...others, Query: { ...resolvers.Query, ...Query } });
}

function make(typeDefs: DocumentNode[], from: Resolvers & Readonly<Record<string, object>>): GraphQLSchema {
  // The tests validate the SDL, so startup need not. Resolvers may be added in place, since no other code has this schema.
  const fast = { assumeValidSDL: true, updateResolversInPlace: true };
  return warnByType(addAccessChecks(makeExecutableSchema({ typeDefs, resolvers: from, ...fast }), from));
}
