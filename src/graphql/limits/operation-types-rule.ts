/**
 * A validation rule that rejects operations of a type that the schema has no root for. graphql-js has no rule for it, and
 * fails only during execution.
 */
import { GraphQLError, OperationTypeNode, type ValidationRule } from 'graphql';

const plural = {
  [OperationTypeNode.QUERY]: 'Queries',
  [OperationTypeNode.MUTATION]: 'Mutations',
  [OperationTypeNode.SUBSCRIPTION]: 'Subscriptions',
};

export const operationTypesRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation) != null) return;
    context.reportError(new GraphQLError(`${plural[node.operation]} are not served.`, { nodes: node }));
  },
});
