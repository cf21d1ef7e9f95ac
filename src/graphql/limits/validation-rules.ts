/** The validation rules that are not graphql-js's own. */
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
 * The query limits. Comes before all other rules: a query that exceeds a limit is not validated any further, since a hostile query
 * makes the comparison of fields in pairs expensive.
 */
export const limitsRule: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const fault = exceededLimit(document);
      if (fault === null) return undefined;
      context.reportError(new GraphQLError(fault.message, { originalError: fault }));
      // A deleted node is not entered, so no other rule sees the nodes below it.
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
 * Rejects subscriptions whose root field may be skipped. graphql-js has a rule for it in a later version only; the one that it has
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
      // As above: no other rule sees the nodes below.
      return null;
    },
  },
});
