/** The executable schema: the SDL in `schema/`, its resolvers and scalars, the access checks before them, and the warnings
 * about their values. */
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import type { Resolvers } from '../../generated/graphql.ts';
import * as account from '../resolvers/account.ts';
import * as creation from '../resolvers/creation.ts';
import * as file from '../resolvers/file.ts';
import * as member from '../resolvers/member.ts';
import * as node from '../resolvers/node.ts';
import * as provider from '../resolvers/provider.ts';
import * as subscription from '../resolvers/subscription.ts';
import * as transaction from '../resolvers/transaction.ts';
import { warnByType } from '../resolvers/warnings.ts';
import { Upload } from '../uploads/received-file.ts';
import { addAccessChecks } from './access-checks.ts';
import { Decimal, JsonScalar, Timestamp } from './scalars.ts';
import { readTypeDefs } from './type-defs.ts';

const resolvers = {
  Query: { ...node.query, ...account.query, ...transaction.query, ...member.query },
  Mutation: { ...creation.mutation, ...provider.mutation, ...member.mutation, ...file.mutation },
  Subscription: subscription.subscription,
  Node: node.type,
  Account: account.fields,
  Transaction: { ...transaction.fields, ...file.ofTransaction },
  TransactionFile: file.fields,
  AddServiceProvidersPayload: provider.payload,
  CreateTransactionPayload: creation.payload,
  Timestamp,
  Decimal,
  JSON: JsonScalar,
  Upload,
} satisfies Resolvers;

export function createSchema(): GraphQLSchema {
  return warnByType(addAccessChecks(makeExecutableSchema({ typeDefs: readTypeDefs(), resolvers }), resolvers));
}
