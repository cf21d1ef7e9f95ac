/** The validation rules that are not graphql-js's own. */
import { type DocumentNode, GraphQLError, OperationTypeNode, type ValidationRule } from 'graphql';
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

const plural = {
  [OperationTypeNode.QUERY]: 'Queries',
  [OperationTypeNode.MUTATION]: 'Mutations',
  [OperationTypeNode.SUBSCRIPTION]: 'Subscriptions',
};

/**
 * Rejects operations of a type that the schema has no root for, and subscriptions whose root field may be skipped. graphql-js has no
 * rule for either, and fails only during execution.
 */
export const operationTypesRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    const { operation, selectionSet } = node;
    if (context.getSchema().getRootType(operation) == null) {
      context.reportError(new GraphQLError(`${plural[operation]} are not served.`, { nodes: node }));
    }
    if (operation !== OperationTypeNode.SUBSCRIPTION) return;
    const conditions = selectionSet.selections.flatMap(({ directives = [] }) => directives);
    const found = conditions.filter(({ name }) => name.value === 'skip' || name.value === 'include');
    if (found.length === 0) return;
    const message = 'The root field of a subscription can be neither skipped nor included.';
    context.reportError(new GraphQLError(message, { nodes: found }));
  },
});
