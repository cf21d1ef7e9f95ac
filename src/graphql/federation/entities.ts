/**
 * Serves routers: the subgraph's SDL, and the objects that other graphs refer to. The objects are found as by `node`: with the caller's own
 * token, under the same grants, with the same NOT_FOUND.
 */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type GraphQLResolveInfo, type GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { badInput, GatewayFault } from '../../gateway/fault.ts';
import { checkSendable } from '../../gateway/sendable-text.ts';
import type { _EntityResolvers, QueryResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { type NodeObject, type ReadObject, readById, readWithWarnings, typeName } from '../resolvers/node.ts';
import { recordDetail } from '../resolvers/selections.ts';
import { open, requireScope } from '../schema/access-checks.ts';
import { serializeUnchanged } from '../schema/scalars.ts';
import { type EntityName, type Federation, printSubgraph } from './subgraph.ts';

interface EntityResolvers {
  readonly Query: Pick<QueryResolvers, '_service' | '_entities'>;
  readonly _Entity: Pick<_EntityResolvers, '__resolveType'>;
  readonly _Any: GraphQLScalarType;
}

export function entityResolvers(federation: Federation): EntityResolvers {
  const sdl = printSubgraph(federation);
  const finders = findersFor(federation);
  const requireRouter = ({ isRouter }: Context): void => {
    if (federation.token === undefined || isRouter) return;
    throw new GatewayFault('FORBIDDEN', 'Only for the router of the supergraph, which sends x-federation-token');
  };

  const find = async (
    value: unknown,
    index: number,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<NodeObject> => {
    const reference = readRepresentation(value, finders, index);
    if (reference instanceof GatewayFault) throw reference;
    return readWithWarnings(reference.find(context, reference.key, info), context, info, [index]);
  };

  return {
    Query: {
      _service: open((_root, _args, context) => {
        requireRouter(context);
        if (federation.token === undefined && !federation.isSchemaOpen)
          context.gateway.access.service(callerOf(context));
        return { sdl };
      }),
      _entities(_root, { representations }, context, info) {
        requireRouter(context);
        return representations.map((each, index) => find(each, index, context, info));
      },
    },
    _Entity: { __resolveType: typeName },
    _Any: anyValue,
  };
}

/** An object that cannot be read is an error at its place in the list, so nothing is rejected here. */
const anyValue = {
  serialize: serializeUnchanged,
  parseValue: (value) => value,
  parseLiteral: valueFromASTUntyped,
} satisfies Partial<GraphQLScalarType> as GraphQLScalarType;

function findersFor({ resolvesTransId }: Federation): Finders<ReadObject> {
  const byType: Readonly<Record<EntityName, Readonly<Record<string, ReadObject>>>> = {
    Transaction: { id: readById.transaction, ...(resolvesTransId && { transId: readByTransId }) },
    Account: { id: readById.account, nrdsId: readByNrdsId },
    TransactionFile: { id: readById.file },
  };
  return new Map(Object.entries(byType).map(([type, byKey]) => [type, new Map(Object.entries(byKey))]));
}

const bareNumber = { path: 'representations', instead: 'refer to transactions by id' };

/** For services only, because the service cannot say whose transaction a number identifies. */
const readByTransId: ReadObject = async (context, transId, info) => {
  const { access, transactions } = context.gateway;
  const grant = access.bareTransaction(access.service(callerOf(context), bareNumber), transId);
  requireScope(context, 'transactions.read');
  checkSendable('representations', transId);
  return transactions.get(context.loaders, grant, recordDetail(info));
};

const readByNrdsId: ReadObject = async (context, nrdsId) => {
  requireScope(context, 'account.read');
  return context.gateway.accounts.byNrdsId(context.loaders, callerOf(context), nrdsId, 'representations');
};

/** For each type, the keys by which its objects are found, and how. */
type Finders<Find> = ReadonlyMap<string, ReadonlyMap<string, Find>>;

interface Reference<Find> {
  readonly find: Find;
  readonly key: string;
}

/**
 * Reads a representation, which is untrusted input: only own properties are read, and messages repeat none of it. `at` is its index in the
 * list.
 */
export function readRepresentation<Find>(
  value: unknown,
  finders: Finders<Find>,
  at: number,
): Reference<Find> | GatewayFault {
  const unusable = (problem: string) => badInput(`representations.${at}`, problem);
  const type = isJsonObject(value) && Object.hasOwn(value, '__typename') ? value['__typename'] : undefined;
  const byKey = typeof type === 'string' ? finders.get(type) : undefined;
  if (!isJsonObject(value) || byKey === undefined)
    return unusable(`must be an object whose __typename is one of ${[...finders.keys()].join(', ')}`);
  const fields = Object.keys(value).filter((name) => name !== '__typename');
  const [field = '', ...others] = fields;
  const find = byKey.get(field);
  const key = find === undefined ? undefined : value[field];
  if (find === undefined || typeof key !== 'string' || others.length > 0)
    return unusable(`beside __typename, must have exactly one of ${[...byKey.keys()].join(', ')}, as a string`);
  return { find, key };
}
