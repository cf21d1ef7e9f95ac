/** The tools: one for each operation in the manifest that a tool can send. */
import { buildSchema, type GraphQLSchema, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { inputSchema, type JsonSchema } from './input-schema.ts';

export interface Tool {
  /** The id of the persisted document. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isReading: boolean;
}

interface Manifest {
  readonly operations: readonly { readonly id: string; readonly body: string }[];
}

/** Includes mutations only if `writes` is true; never subscriptions and uploads. */
export function toolsOf(sdl: string, manifest: string, writes: boolean): Tool[] {
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  const { operations } = JSON.parse(manifest) as Manifest;
  return operations.flatMap(({ id, body }) => {
    const operation = getOperationAST(parse(body));
    const name = operation?.name?.value;
    if (!operation || name === undefined) throw new Error(`the document ${id} has no operation with a name`);
    const isReading = operation.operation === 'query';
    if (!isReading && !(writes && operation.operation === 'mutation')) return [];
    const variables = inputSchema(schema, operation);
    if (variables === null) return [];
    return [{ id, name, description: descriptionOf(schema, operation), inputSchema: variables, isReading }];
  });
}

/** The operation's own description, or that of its first field in the schema. */
function descriptionOf(
  schema: GraphQLSchema,
  { description, operation, selectionSet }: OperationDefinitionNode,
): string {
  const [first] = selectionSet.selections;
  const field = first?.kind === 'Field' ? schema.getRootType(operation)?.getFields()[first.name.value] : undefined;
  return description?.value ?? field?.description ?? '';
}
