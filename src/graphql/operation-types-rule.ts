/**
 * A rule of validation: operations of a type that the schema has no root for are not served. No rule of graphql's own says so,
 * and its execution fails by them.
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
