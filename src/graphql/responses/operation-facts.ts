/**
 * Reports an operation's type, its name as given by the client, and its root fields. Reports nothing else of the document, and
 * nothing of its variables.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import type { OperationFacts } from '@realty-forms/platform/observing/request-facts.ts';
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { Context } from '../context.ts';
import { type Fragments, fragmentsOf, selectionSetOf } from '../limits/fragments.ts';

const MAX_NAME_CHARACTERS = 64;

/** Must be registered before every plugin that may reject an operation. */
export function operationFacts(): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ operation, document, contextValue: { facts } }) {
          if (operation) facts.operation = operationFactsOf(operation, document);
        },
      };
    },
  };
}

/** Apollo caches parsed documents, so most lookups hit. */
const knownFacts = new WeakMap<OperationDefinitionNode, OperationFacts>();

/** For a document that is valid against the schema. */
export function operationFactsOf(operation: OperationDefinitionNode, document: DocumentNode): OperationFacts {
  const known = knownFacts.get(operation);
  if (known !== undefined) return known;
  const fields = new Set<string>();
  collect(operation.selectionSet, fragmentsOf(document), fields);
  const name = operation.name?.value.slice(0, MAX_NAME_CHARACTERS) ?? null;
  const facts = { type: operation.operation, name, fields: [...fields] };
  knownFacts.set(operation, facts);
  return facts;
}

function collect(set: SelectionSetNode | undefined, fragments: Fragments, into: Set<string>): void {
  for (const each of set?.selections ?? []) {
    if (each.kind === Kind.FIELD) into.add(each.name.value);
    else collect(selectionSetOf(each, fragments), fragments, into);
  }
}
