/**
 * Resolves the conditions of an operation: applies `@skip` and `@include` for given variables and removes all directives.
 * The compiler evaluates no directives, so it only gets documents without any.
 */
import {
  type DirectiveNode,
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import { isIncluded } from '../resolvers/lookahead.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** The names of the variables that `@skip` and `@include` depend on. */
export function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: args = [] }: DirectiveNode) {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** The operation and the document's fragments, with copied nodes; the operation defines no variables. */
export function resolveConditions(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): DocumentNode {
  const applyConditions = (node: SelectionNode): SelectionNode | null =>
    isIncluded(node, variables) ? { ...node, directives: [] } : null;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return visit(
    { kind: Kind.DOCUMENT, definitions: [{ ...operation, variableDefinitions: [], directives: [] }, ...fragments] },
    {
      Field: { enter: applyConditions },
      InlineFragment: { enter: applyConditions },
      FragmentSpread: { enter: applyConditions },
    },
  ) as DocumentNode;
}
