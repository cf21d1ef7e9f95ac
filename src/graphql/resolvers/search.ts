/** Query.search, Query.deadlines and the counts of a search. Only what is selected is computed. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
} from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import { dateColumnOf, type SearchDate } from '../../gateway/search/arguments.ts';
import type { SelectedParts } from '../../gateway/search/search.ts';
import type { QueryResolvers, SearchFacetsResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { local } from '../schema/access-checks.ts';
import { childFields, selectedFields } from './lookahead.ts';
import { deadlineDetail, transactionDetail } from './selections.ts';

/** Searches need no calls, so this limits the time that an operation can take from the database. */
const MAX_SEARCHES = 10;
const searches = new WeakMap<object, number>();

function countSearch({ requestLog }: Context): void {
  const count = (searches.get(requestLog) ?? 0) + 1;
  searches.set(requestLog, count);
  if (count > MAX_SEARCHES)
    throw new GatewayFault('QUERY_TOO_COSTLY', `An operation can have at most ${MAX_SEARCHES} searches and deadlines`);
}

export const query: Pick<QueryResolvers, 'search' | 'deadlines'> = {
  search(_root, args, context, info) {
    countSearch(context);
    const selected = { detail: transactionDetail(info), isCounted: isCounted(info), facets: facetsBelow(info) };
    return context.gateway.searching.search(callerOf(context), args, selected);
  },
  deadlines(_root, args, context, info) {
    countSearch(context);
    const selected = { detail: deadlineDetail(info), isCounted: isCounted(info) };
    return context.gateway.searching.deadlines(callerOf(context), args, selected);
  },
};

export const facets: Pick<SearchFacetsResolvers, 'agents' | 'months'> = {
  agents: local(({ agentsFirst }, { first }) => agentsFirst(first)),
  months: local(({ monthsOf }, { of }) => monthsOf(of)),
};

function isCounted(info: GraphQLResolveInfo): boolean {
  return childFields(info, info.fieldNodes, 'totalCount').length > 0;
}

const facetColumns = {
  statuses: 'status',
  types: 'type',
  propertyTypes: 'property_type',
  states: 'state_key',
  agents: 'agent',
} as const;

function facetsBelow(info: GraphQLResolveInfo): SelectedParts['facets'] {
  const fields = selectedFields(info, childFields(info, info.fieldNodes, 'facets'));
  const columns = fields.flatMap((field) => {
    const name = field.name.value;
    if (name === 'months') return dateColumnOf(dateOf(field, info));
    return name in facetColumns ? facetColumns[name as keyof typeof facetColumns] : [];
  });
  return [...new Set(columns)];
}

function dateOf(field: FieldNode, { schema, variableValues }: GraphQLResolveInfo): SearchDate {
  const type = schema.getType('SearchFacets') as GraphQLObjectType;
  return getArgumentValues(type.getFields()['months'] as GraphQLField<unknown, unknown>, field, variableValues)[
    'of'
  ] as SearchDate;
}
