/**
 * Plans: what is made once of an operation and serves each request for it. A plan is made of a document that the whole
 * pipeline has let pass (limits, validation, cost), found by the document's text and the operation's name, and forgotten when
 * others push it out. Compiling costs milliseconds: an operation that comes once does not buy it.
 */
import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, separateOperations } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { OperationShape } from '../../platform/request-facts.ts';
import type { Weigh } from '../estimate.ts';
import { fragmentsOf } from '../lookahead.ts';
import { shapeOf as tellOf } from '../operation-facts.ts';
import { countTokens } from '../query-size.ts';
import { createCompile, type RunOperation, weightToCompile } from './compile.ts';
import { decidingVariables, type Variables } from './settle.ts';
import { createShape, defaultTexts } from './shape.ts';
import { type Coerce, createCoercion } from './variables.ts';

export interface Plan {
  /** What is told of the operation. */
  readonly shape: OperationShape;
  readonly coerce: Coerce;
  /** The calls that it may need with such variables. */
  readonly weigh: (variables: Variables) => number;
  /** What carries the operation out for variables like these. */
  readonly compiled: (variables: Variables) => RunOperation;
}

/** How an operation is asked for. */
interface Asked {
  readonly text: string;
  readonly operationName: string | null;
}

export interface Plans {
  /** The plan of an operation that has come often enough. */
  readonly find: (asked: Asked) => Plan | null;
  /** Takes note of an operation that has passed everything that comes before it is carried out. */
  readonly pass: (asked: Asked, document: DocumentNode, operation: OperationDefinitionNode) => Plan | null;
}

export interface PlansOptions {
  /** How often an operation must have come before it is compiled. */
  readonly after: number;
  readonly weigh: Weigh;
  /** The schema that requests are carried out with. */
  readonly schema: GraphQLSchema;
  /** One of its own to compile with, which is changed for it. */
  readonly schemaToCompile: GraphQLSchema;
}

const MAX_DOCUMENTS = 500;
const MAX_CHARACTERS = 2_000_000;
/** A token of a document that is kept leads to its node and its places in the text: some 300 bytes beside its characters. */
const CHARACTERS_A_TOKEN = 20;
/** Of all that is compiled, fragments unfolded: one takes from 100 to 400 bytes, and few operations have a hundred. */
const MAX_SELECTIONS = 50_000;
const MAX_RUNS = 5_000;
/** Conditions that vary make a compiled operation each. */
const MAX_DECIDING = 4;
const MAX_ESTIMATES = 5_000;
/** The names within a variable are the caller's: what is longer is weighed each time. */
const LONGEST_SHAPE = 1_000;

interface Sighting {
  count: number;
  /** Undefined until it has come often enough, null where it is never compiled. */
  plan: Plan | null | undefined;
}

export function createPlans({ after, weigh, schema, schemaToCompile }: PlansOptions): Plans {
  const compile = createCompile(schemaToCompile);
  const defaults = defaultTexts(schema);
  // By the text alone: how many operations one has is bounded by its tokens, and only those that exist get here.
  const documents = new LRUCache<string, Map<string | null, Sighting>>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
  });
  // In one place for all plans: a short text may select a thousand fields, once for each of its conditions.
  const runs = new LRUCache<string, RunOperation>({ max: MAX_RUNS, maxSize: MAX_SELECTIONS });
  const estimates = new LRUCache<string, number>({ max: MAX_ESTIMATES });
  let made = 0;

  const make = (whole: DocumentNode, operation: OperationDefinitionNode): Plan | null => {
    // Without the fragments of other operations, whose variables this one does not have.
    const document = separateOperations(whole)[operation.name?.value ?? ''] ?? whole;
    const weight = weightToCompile(document, operation);
    const deciding = decidingVariables(document);
    if (weight === null || deciding.length > MAX_DECIDING) return null;
    const { variableDefinitions: definitions = [] } = operation;
    const fragments = fragmentsOf(document);
    const shapeOf = createShape(document, defaults);
    made += 1;
    const own = `${made} `;
    return {
      shape: tellOf(operation, document),
      coerce: createCoercion(schema, definitions),
      weigh(variables) {
        const key = definitions.length === 0 ? own : own + shapeOf(variables);
        let calls = estimates.get(key);
        if (calls === undefined) {
          calls = weigh(operation, { fragments, variableValues: variables }).calls;
          if (key.length <= LONGEST_SHAPE) estimates.set(key, calls);
        }
        return calls;
      },
      compiled(variables) {
        const key = deciding.length === 0 ? own : own + deciding.map((name) => String(variables[name])).join();
        let run = runs.get(key);
        if (run === undefined) {
          run = compile(document, operation, variables);
          runs.set(key, run, { size: weight });
        }
        return run;
      },
    };
  };

  return {
    find: ({ text, operationName }) => documents.get(text)?.get(operationName)?.plan ?? null,
    pass({ text, operationName }, document, operation) {
      let operations = documents.get(text);
      if (operations === undefined) {
        operations = new Map<string | null, Sighting>();
        documents.set(text, operations, { size: text.length + CHARACTERS_A_TOKEN * countTokens(document) });
      }
      const sighting = operations.get(operationName) ?? { count: 0, plan: undefined };
      sighting.count += 1;
      if (sighting.count > after && sighting.plan === undefined) sighting.plan = make(document, operation);
      operations.set(operationName, sighting);
      return sighting.plan ?? null;
    },
  };
}
