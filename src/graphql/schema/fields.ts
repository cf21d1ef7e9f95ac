/** The fields of a schema's own object types, and the directives that they have in the SDL, such as `@scope(requires: "account.read")`. */
import { type GraphQLObjectType, type GraphQLSchema, getDirectiveValues, isObjectType } from 'graphql';

type Field = ReturnType<GraphQLObjectType['getFields']>[string];

interface FieldOfType {
  readonly type: GraphQLObjectType;
  readonly field: Field;
}

/** Leaves out the types of graphql-js that describe the schema. */
export function fieldsOf(schema: GraphQLSchema): readonly FieldOfType[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
}

/** The arguments that the field gives the directive, with defaults; undefined if the field does not have it. */
export function directiveValues(
  schema: GraphQLSchema,
  { astNode }: Pick<Field, 'astNode'>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const definition = schema.getDirective(name);
  return definition && astNode ? getDirectiveValues(definition, astNode) : undefined;
}
