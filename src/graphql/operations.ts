/**
 * Prepared operations: the parts of a valid operation that all of its requests share, found by the document's text and the operation's
 * name. Every cache has a limit, since clients choose what is cached.
 */
import type { OperationSummary } from '@realty-forms/platform/observability/request-log.ts';
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Cost, type EstimateCost, shapeOf } from './cost/estimate.ts';
import { compileOperation, type ExecuteOperation } from './execution/compile.ts';
import type { Variables } from './execution/execution.ts';
import { countTokens, type Fragments, fragmentsOf, measureQuery, selectionSetOf } from './limits/query-size.ts';

export interface PreparedOperation {
  readonly text: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** For metrics and logs. */
  readonly summary: OperationSummary;
  /** Its cost with these variables. */
  readonly estimateCost: (variables: Variables) => Cost;
  /** Its compiled code, for the conditions that these variables decide. Compiled on first use. */
  readonly compiled: (variables: Variables) => ExecuteOperation;
}

/** How a request names its operation. */
interface OperationKey {
  readonly text: string;
  readonly operationName: string | null;
}

export interface Operations {
  /** Null if the operation has not been prepared, or is no longer stored. */
  readonly find: (key: OperationKey) => PreparedOperation | null;
  /**
   * Requires a document that is valid against the schema. Without a token, the operation is not cached, because anyone could fill the
   * caches.
   */
  readonly prepare: (
    key: OperationKey,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    isKept: boolean,
  ) => PreparedOperation;
}

const MAX_DOCUMENTS = 500;
const MAX_CHARACTERS = 2_000_000;
/**
 * The size that one token of a stored document counts as, in characters: it retains its node and its location, about 300 bytes in addition
 * to its text.
 */
const CHARACTERS_PER_TOKEN = 20;
/**
 * The total for all compiled operations, with fragments expanded: a selection takes 100 to 400 bytes, and few operations have a hundred.
 */
const MAX_SELECTIONS = 50_000;
/** What an operation counts as in addition to its selections, in selections: at most 5,000 operations are cached. */
const SELECTIONS_PER_OPERATION = 10;
const MAX_ESTIMATES = 5_000;
/** The longest cache key, in characters. Clients choose the names inside variables, so estimates with longer keys are not stored. */
const MAX_KEY_CHARACTERS = 1_000;

export function createOperations(schema: GraphQLSchema, estimateCost: EstimateCost): Operations {
  // Keyed by the text alone: the number of operations in a text is bounded by its tokens, and only existing ones get here.
  const documents = new LRUCache<string, Map<string | null, PreparedOperation>>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
  });
  // One cache for all operations: a short text may select thousands of fields, which are compiled once for each combination of conditions.
  const compiled = new LRUCache<string, ExecuteOperation>({ maxSize: MAX_SELECTIONS });
  // Each counts as one; `max` would allocate memory for all in advance.
  const estimates = new LRUCache<string, Cost>({ maxSize: MAX_ESTIMATES, sizeCalculation: () => 1 });
  let count = 0;

  function create(text: string, document: DocumentNode, operation: OperationDefinitionNode): PreparedOperation {
    const fragments = fragmentsOf(document);
    return {
      text,
      document,
      operation,
      summary: summaryOf(operation, fragments),
      estimateCost: (variables) => estimateCost(operation, { fragments, variableValues: variables }),
      compiled: (variables) => compileOperation(schema, document, operation, variables),
    };
  }

  /** Caches its costs and its compiled code. */
  function cached(prepared: PreparedOperation): PreparedOperation {
    const { document } = prepared;
    const conditionNames = conditionVariables(document);
    const size = SELECTIONS_PER_OPERATION + selectionsOf(document);
    count += 1;
    const prefix = `${count} `;
    return {
      ...prepared,
      estimateCost(variables) {
        const key = prefix + shapeOf(variables);
        const known = estimates.get(key);
        if (known !== undefined) return known;
        // Drops the estimate's paths, which are as long as the client's aliases.
        const { calls, bytes } = prepared.estimateCost(variables);
        const cost = { calls, bytes };
        if (key.length <= MAX_KEY_CHARACTERS) estimates.set(key, cost);
        return cost;
      },
      compiled(variables) {
        const key = prefix + conditionNames.map((name) => String(variables[name])).join();
        const known = compiled.get(key);
        if (known !== undefined) return known;
        // Nothing else from the variables is kept.
        const conditions = conditionNames.filter((name) => Object.hasOwn(variables, name));
        const execute = prepared.compiled(Object.fromEntries(conditions.map((name) => [name, variables[name]])));
        compiled.set(key, execute, { size });
        return execute;
      },
    };
  }

  const find: Operations['find'] = ({ text, operationName }) => documents.get(text)?.get(operationName) ?? null;

  return {
    find,
    prepare(key, document, operation, isKept) {
      const known = find(key);
      if (known !== null) return known;
      const prepared = create(key.text, document, operation);
      if (!isKept) return prepared;
      const kept = cached(prepared);
      const others = documents.get(key.text);
      if (others !== undefined) others.set(key.operationName, kept);
      else {
        const size = key.text.length + CHARACTERS_PER_TOKEN * countTokens(document);
        documents.set(key.text, new Map([[key.operationName, kept]]), { size });
      }
      return kept;
    },
  };
}

/** The names of the variables that `@skip` and `@include` depend on. */
function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: args = [] }) {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

function selectionsOf(document: DocumentNode): number {
  const measured = measureQuery(document);
  return 'cycle' in measured ? 0 : (measured.counts.selections ?? 0);
}

const MAX_NAME_CHARACTERS = 64;

/** The type, the name as given by the client, and the root fields; nothing else of the document, and nothing of its variables. */
export function summaryOf(
  { operation, name, selectionSet }: OperationDefinitionNode,
  fragments: Fragments,
): OperationSummary {
  const fields = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const each of set?.selections ?? []) {
      if (each.kind === Kind.FIELD) fields.add(each.name.value);
      else collect(selectionSetOf(each, fragments));
    }
  };
  collect(selectionSet);
  return { type: operation, name: name?.value.slice(0, MAX_NAME_CHARACTERS) ?? null, fields: [...fields] };
}
