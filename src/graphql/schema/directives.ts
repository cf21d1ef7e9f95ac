/** The directives of the schema's own fields, such as `@scope(requires: "account.read")`. */
import { type FieldDefinitionNode, type GraphQLSchema, getDirectiveValues } from 'graphql';

interface Field {
  readonly astNode?: FieldDefinitionNode | null | undefined;
}

/** The arguments that the field gives the directive, with its defaults; undefined if the field does not have it. */
export function directiveValues(
  schema: GraphQLSchema,
  { astNode }: Field,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const definition = schema.getDirective(name);
  return definition && astNode ? getDirectiveValues(definition, astNode) : undefined;
}
