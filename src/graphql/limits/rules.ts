/** The validation rules that are not graphql-js's own. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type ValidationRule,
} from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import { limitFault } from './limits.ts';
import { countRepeats, measureQuery } from './query-size.ts';

/**
 * The query limits. Comes before all other rules: a query beyond a limit is not validated any further, since comparing fields pair
 * by pair is exactly what a hostile query aims at.
 */
export const limitsRule: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const fault = exceededLimit(document);
      if (fault === null) return undefined;
      context.reportError(new GraphQLError(fault.message, { originalError: fault }));
      // A deleted node is not entered, so no other rule sees what is below it.
      return null;
    },
  },
});

function exceededLimit(document: DocumentNode): GatewayFault | null {
  const measured = measureQuery(document);
  if ('cycle' in measured) {
    return new GatewayFault('BAD_USER_INPUT', `Cannot spread fragment "${measured.cycle}" within itself.`);
  }
  return limitFault(measured.counts) ?? limitFault({ repeats: countRepeats(document) });
}

/**
 * Rejects subscriptions whose root field may be skipped. graphql-js has a rule for it in a later version only; the one that it has
 * throws if a variable decides, so it must not see such a subscription.
 */
export const subscriptionRootRule: ValidationRule = (context) => ({
  Document: {
    enter({ definitions }) {
      const conditions = definitions
        .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
        .filter(({ operation }) => operation === OperationTypeNode.SUBSCRIPTION)
        .flatMap((each) => rootSelectionsOf(each, context.getRecursivelyReferencedFragments(each)))
        .flatMap(({ directives = [] }) => directives)
        .filter(({ name }) => name.value === 'skip' || name.value === 'include');
      if (conditions.length === 0) return undefined;
      const message = 'The root field of a subscription can be neither skipped nor included.';
      context.reportError(new GraphQLError(message, { nodes: conditions }));
      // As above: no other rule sees what is below.
      return null;
    },
  },
});

/** What an operation selects of its root type, also within fragments. */
function rootSelectionsOf(
  { selectionSet }: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): readonly SelectionNode[] {
  const found = new Set(selectionSet.selections);
  for (const each of found) {
    const within =
      each.kind === Kind.FRAGMENT_SPREAD
        ? fragments.find(({ name }) => name.value === each.name.value)
        : each.kind === Kind.INLINE_FRAGMENT
          ? each
          : undefined;
    for (const selection of within?.selectionSet.selections ?? []) found.add(selection);
  }
  return [...found];
}
