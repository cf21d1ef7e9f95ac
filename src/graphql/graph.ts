/** What depends on the schema alone, and so is the same for every server of a process: made once, by whoever starts them. */
import type { GraphQLSchema } from 'graphql';
import { createCostEstimator, type EstimateCost } from './cost/estimate.ts';
import type { Federation } from './federation/federation.ts';
import { createSchema } from './schema/schema.ts';
import { printSdl } from './schema/sdl.ts';

export interface Graph {
  readonly schema: GraphQLSchema;
  readonly estimateCost: EstimateCost;
  /** The schema as one SDL document. */
  readonly sdl: string;
  /** Undefined if the graph is no subgraph. */
  readonly federation: Federation | undefined;
}

export function createGraph(federation?: Federation): Graph {
  const schema = createSchema(federation);
  return { schema, estimateCost: createCostEstimator(schema), sdl: printSdl(), federation };
}
