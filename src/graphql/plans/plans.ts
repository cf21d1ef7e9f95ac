/**
 * Plans: what is computed once per operation and reused by every request for it. A plan is made from a document that has
 * passed the whole pipeline (limits, validation, cost), is looked up by the document's text and the operation's name, and
 * is evicted by more recent ones. Compiling takes milliseconds, so an operation that is seen only once is not compiled.
 */

import type { OperationFacts } from '@realty-forms/platform/observing/request-facts.ts';
import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, separateOperations } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Costs, Weigh } from '../cost/estimate.ts';
import { fragmentsOf } from '../limits/fragments.ts';
import { countTokens } from '../limits/query-size.ts';
import { operationFactsOf } from '../responses/operation-facts.ts';
import { type Compile, type ExecuteOperation, weightToCompile } from './compile.ts';
import { conditionVariables, type Variables } from './conditions.ts';
import { type Coerce, createCoercion } from './variables.ts';
import { createVariablesKey, defaultTexts } from './variables-key.ts';

export interface Plan {
  /** What metrics and logs report about the operation. */
  readonly facts: OperationFacts;
  readonly coerce: Coerce;
  /** What the operation is estimated to cost with these variables. */
  readonly weigh: (variables: Variables) => Costs;
  /** The compiled operation for these variables; compiled on first use. */
  readonly compiled: (variables: Variables) => ExecuteOperation;
}

/** How a request names its operation. */
interface OperationKey {
  readonly text: string;
  readonly operationName: string | null;
}

export interface Plans {
  /** The plan of an operation that has been seen often enough; null otherwise. */
  readonly find: (key: OperationKey) => Plan | null;
  /**
   * Counts an operation that has passed all checks before its execution; returns its plan once it has been seen often
   * enough.
   */
  readonly recordSighting: (
    key: OperationKey,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ) => Plan | null;
}

export interface PlansOptions {
  /** How often an operation must have been seen before it is compiled. */
  readonly minSightings: number;
  readonly weigh: Weigh;
  /** The schema that requests are executed against. */
  readonly schema: GraphQLSchema;
  readonly compile: Compile;
}

const MAX_DOCUMENTS = 500;
const MAX_CHARACTERS = 2_000_000;
/**
 * Size of one token of a cached document, in characters: it retains its node and its location, about 300 bytes beside its
 * text.
 */
const CHARACTERS_PER_TOKEN = 20;
/**
 * Total of all compiled operations, fragments expanded: a selection takes 100 to 400 bytes, and few operations have a
 * hundred.
 */
const MAX_SELECTIONS = 50_000;
/** What an operation takes beside its selections, as so many of them: there are 5,000 operations at most. */
const SELECTIONS_PER_OPERATION = 10;
/** Each combination of values of the variables in `@skip` and `@include` is compiled separately. */
const MAX_CONDITION_VARIABLES = 4;
const MAX_ESTIMATES = 5_000;
/** Characters of a cache key. Names inside variables are chosen by the client, so estimates with longer keys are not cached. */
const MAX_KEY_CHARACTERS = 1_000;

interface Sighting {
  count: number;
  /** Undefined until it has been seen often enough, null if it is never compiled. */
  plan: Plan | null | undefined;
}

export function createPlans({ minSightings, weigh, schema, compile }: PlansOptions): Plans {
  const defaults = defaultTexts(schema);
  // Keyed by the text alone: the number of operations in one is bounded by its tokens, and only existing ones get here.
  const documents = new LRUCache<string, Map<string | null, Sighting>>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
  });
  // One cache for all plans: a short text may select a thousand fields, compiled once for each combination of conditions.
  const compiledOperations = new LRUCache<string, ExecuteOperation>({ maxSize: MAX_SELECTIONS });
  // Each counts as one; with `max`, the places of all would be made before there is any.
  const estimates = new LRUCache<string, Costs>({ maxSize: MAX_ESTIMATES, sizeCalculation: () => 1 });
  let planCount = 0;

  const createPlan = (fullDocument: DocumentNode, operation: OperationDefinitionNode): Plan | null => {
    // Without the other operations and their fragments, whose variables this operation does not define.
    const document = separateOperations(fullDocument)[operation.name?.value ?? ''] ?? fullDocument;
    const weight = weightToCompile(document, operation);
    const conditionNames = conditionVariables(document);
    if (weight === null || conditionNames.length > MAX_CONDITION_VARIABLES) return null;
    const { variableDefinitions: definitions = [] } = operation;
    const fragments = fragmentsOf(document);
    const variablesKey = createVariablesKey(document, defaults);
    planCount += 1;
    const keyPrefix = `${planCount} `;
    return {
      facts: operationFactsOf(operation, document),
      coerce: createCoercion(schema, definitions),
      weigh(variables) {
        const key = definitions.length === 0 ? keyPrefix : keyPrefix + variablesKey(variables);
        let costs = estimates.get(key);
        if (costs === undefined) {
          // Without the paths of the estimate, which are as long as the client's aliases.
          const { calls, bytes } = weigh(operation, { fragments, variableValues: variables });
          costs = { calls, bytes };
          if (key.length <= MAX_KEY_CHARACTERS) estimates.set(key, costs);
        }
        return costs;
      },
      compiled(variables) {
        const key =
          conditionNames.length === 0
            ? keyPrefix
            : keyPrefix + conditionNames.map((name) => String(variables[name])).join();
        let execute = compiledOperations.get(key);
        if (execute === undefined) {
          execute = compile(document, operation, variables);
          compiledOperations.set(key, execute, { size: SELECTIONS_PER_OPERATION + weight });
        }
        return execute;
      },
    };
  };

  return {
    find: ({ text, operationName }) => documents.get(text)?.get(operationName)?.plan ?? null,
    recordSighting({ text, operationName }, document, operation) {
      let operations = documents.get(text);
      if (operations === undefined) {
        operations = new Map<string | null, Sighting>();
        documents.set(text, operations, { size: text.length + CHARACTERS_PER_TOKEN * countTokens(document) });
      }
      const sighting = operations.get(operationName) ?? { count: 0, plan: undefined };
      sighting.count += 1;
      if (sighting.count > minSightings && sighting.plan === undefined) sighting.plan = createPlan(document, operation);
      operations.set(operationName, sighting);
      return sighting.plan ?? null;
    },
  };
}
