/**
 * The JSON Schema of an operation's variables: types from the schema, descriptions from the arguments that receive the variables. A
 * nullable variable may be left out.
 */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

export type JsonSchema = Record<string, unknown>;

const scalars: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  Float: { type: 'number' },
  Int: { type: 'integer' },
  // Any value.
  JSON: {},
};

/** Null if a variable takes a file, which a tool cannot send. */
export function inputSchema(schema: GraphQLSchema, operation: OperationDefinitionNode): JsonSchema | null {
  const definitions: Record<string, JsonSchema> = {};
  const descriptions = descriptionsOf(schema, operation);
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const inputType = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
    if (inputType === undefined) throw new Error(`$${name} has a type that the schema does not know`);
    const description = descriptions.get(name);
    const property = {
      ...schemaOf(inputType, definitions),
      ...(description == null ? {} : { description }),
      ...(defaultValue === undefined ? {} : { default: valueFromASTUntyped(defaultValue) }),
    };
    return { name, property, isRequired: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined };
  });
  if ('Upload' in definitions) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map(({ name, property }) => [name, property])),
    required: variables.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
    additionalProperties: false,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  };
}

/** The schema of a type; named types are added to the definitions. */
function schemaOf(type: GraphQLInputType, definitions: Record<string, JsonSchema>): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType, definitions);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, definitions) };
  const scalar = scalars[type.name];
  if (scalar !== undefined) return scalar;
  if (type.name === 'String' || type.name === 'ID') return { type: 'string' };
  if (!(type.name in definitions)) {
    const definition: JsonSchema = type.description == null ? {} : { description: type.description };
    // Added before its fields are read, since a type can contain itself.
    definitions[type.name] = definition;
    Object.assign(definition, contentOf(type, definitions));
  }
  return { $ref: `#/$defs/${type.name}` };
}

function contentOf(type: GraphQLInputType, definitions: Record<string, JsonSchema>): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return { type: 'string' };
  const fields = Object.values(type.getFields());
  const properties = fields.map(({ name, type: fieldType, description }) => [
    name,
    { ...schemaOf(fieldType, definitions), ...(description == null ? {} : { description }) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
    ...(type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {}),
  };
}

/** The schema's descriptions of the arguments and fields that receive variables. */
function descriptionsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, string> {
  const found = new Map<string, string>();
  const info = new TypeInfo(schema);
  const tell = (value: { readonly kind: string }, description: string | null | undefined) => {
    if (value.kind === Kind.VARIABLE && description) found.set((value as never as Named).name.value, description);
  };
  visit(
    operation,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => tell(value, info.getArgument()?.description),
      ObjectField: ({ name, value }) => {
        const parent = info.getParentInputType();
        if (isInputObjectType(parent)) tell(value, parent.getFields()[name.value]?.description);
      },
    }),
  );
  return found;
}

interface Named {
  readonly name: { readonly value: string };
}
