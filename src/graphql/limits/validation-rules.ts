/** Validation rules in addition to graphql-js's own. */
import {
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import { limitFault } from './limits.ts';
import { fragmentsOf, measureQuery, selectionSetOf } from './query-size.ts';

/**
 * Enforces the query limits. This rule comes before all others: a query over a limit is not validated any further, since a hostile query
 * makes the pairwise comparison of fields expensive.
 */
export const limitsRule: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const fault = exceededLimit(document);
      if (fault === null) return undefined;
      context.reportError(new GraphQLError(fault.message, { originalError: fault }));
      // Other rules do not enter a deleted node, so they do not see the nodes below it.
      return null;
    },
  },
});

function exceededLimit(document: DocumentNode): GatewayFault | null {
  const measured = measureQuery(document);
  if ('cycle' in measured) {
    return new GatewayFault('BAD_USER_INPUT', `Cannot spread fragment "${measured.cycle}" within itself.`);
  }
  return limitFault(measured.counts);
}

/**
 * Rejects subscriptions whose root field may be skipped. Only later versions of graphql-js have such a rule. The rule in this version
 * throws if a variable decides, so it must not see such a subscription.
 */
export const subscriptionRootRule: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const fragments = fragmentsOf(document);
      const roots = new Set<SelectionNode>();
      const collect = (set: SelectionSetNode | undefined): void => {
        for (const each of set?.selections ?? []) {
          if (roots.has(each)) continue;
          roots.add(each);
          if (each.kind !== Kind.FIELD) collect(selectionSetOf(each, fragments));
        }
      };
      for (const each of document.definitions)
        if (each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.SUBSCRIPTION)
          collect(each.selectionSet);
      const conditions = [...roots]
        .flatMap(({ directives = [] }) => directives)
        .filter(({ name }) => name.value === 'skip' || name.value === 'include');
      if (conditions.length === 0) return undefined;
      const message = 'The root field of a subscription can be neither skipped nor included.';
      context.reportError(new GraphQLError(message, { nodes: conditions }));
      // As above, no other rule sees the nodes below.
      return null;
    },
  },
});
