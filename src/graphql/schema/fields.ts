/** The fields of a schema's own object types, for whatever is read of each, or done to each. */
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';

interface FieldOfType {
  readonly type: GraphQLObjectType;
  readonly field: ReturnType<GraphQLObjectType['getFields']>[string];
}

/** Those of graphql-js, which describe the schema, are not among them. */
export function fieldsOf(schema: GraphQLSchema): readonly FieldOfType[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
}
