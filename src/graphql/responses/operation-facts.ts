/**
 * Reports an operation's type, its name as given by the client, and its root fields. Reports nothing else of the document, and
 * nothing of its variables.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { OperationFacts } from '../../platform/observing/request-facts.ts';
import type { Context } from '../context.ts';

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
  collect(operation.selectionSet, document, fields);
  const name = operation.name?.value.slice(0, MAX_NAME_CHARACTERS) ?? null;
  const facts = { type: operation.operation, name, fields: [...fields] };
  knownFacts.set(operation, facts);
  return facts;
}

function collect({ selections }: SelectionSetNode, document: DocumentNode, into: Set<string>): void {
  for (const each of selections) {
    if (each.kind === Kind.FIELD) into.add(each.name.value);
    else if (each.kind === Kind.INLINE_FRAGMENT) collect(each.selectionSet, document, into);
    else {
      const named = document.definitions.find(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === each.name.value,
      );
      if (named?.kind === Kind.FRAGMENT_DEFINITION) collect(named.selectionSet, document, into);
    }
  }
}
