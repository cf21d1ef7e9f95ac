/**
 * An operation with its conditions settled: what `@skip` and `@include` leave of it for given variables, and no directive any
 * more. Compiled execution reads conditions otherwise than GraphQL says where a fragment is spread twice, so it gets to see
 * none.
 */
import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** The names of the variables that decide what is selected. */
export function decidingVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: given = [] }: DirectiveNode) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** The operation and the document's fragments, made of nodes of their own; it defines no variables. */
export function settle(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): DocumentNode {
  const decide = (node: SelectionNode): SelectionNode | null => {
    if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return null;
    if (getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false) return null;
    return { ...node, directives: [] };
  };
  const kept = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return visit(
    { kind: Kind.DOCUMENT, definitions: [{ ...operation, variableDefinitions: [], directives: [] }, ...kept] },
    { Field: { enter: decide }, InlineFragment: { enter: decide }, FragmentSpread: { enter: decide } },
  ) as DocumentNode;
}
