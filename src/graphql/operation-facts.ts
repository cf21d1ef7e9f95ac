/**
 * What is told of an operation: its type, the client's name for it, the fields of the root, and what went wrong. Tells
 * nothing of the document besides, and nothing of its variables.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { blame, type OperationShape } from '../platform/request-facts.ts';
import type { Context } from './context.ts';
import { accountFor } from './errors.ts';

const LONGEST_NAME = 64;

/** Stands before every plugin that may refuse an operation. */
export function operationFacts(): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ operation, document, contextValue: { facts } }) {
          if (operation) facts.operation = shapeOf(operation, document);
        },
        async didEncounterErrors({ errors, contextValue: { facts } }) {
          for (const error of errors) blame(facts, ...accountFor(error));
        },
      };
    },
  };
}

/** Apollo keeps parsed documents, so that a shape is mostly found and seldom made. */
const shapes = new WeakMap<OperationDefinitionNode, OperationShape>();

/** Of a document that fits the schema. */
export function shapeOf(operation: OperationDefinitionNode, document: DocumentNode): OperationShape {
  const known = shapes.get(operation);
  if (known !== undefined) return known;
  const fields = new Set<string>();
  collect(operation.selectionSet, document, fields);
  const name = operation.name?.value.slice(0, LONGEST_NAME) ?? null;
  const shape = { type: operation.operation, name, fields: [...fields] };
  shapes.set(operation, shape);
  return shape;
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
