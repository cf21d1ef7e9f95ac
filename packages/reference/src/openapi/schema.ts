/**
 * The parts of JSON Schema (2020-12, the dialect of OpenAPI 3.1) that this document uses: a small type, and a few shapes on which the other
 * files build.
 */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean;
  readonly default?: string | number | boolean;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly unevaluatedProperties?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly contentEncoding?: string;
}

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object in a response: all properties are required, and there are no others. */
export function closedObject(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
export const success: Schema = { type: 'integer', const: 200, description: 'The HTTP status, repeated.' };
export const nonEmptyText = (description: string): Schema => ({ type: 'string', minLength: 1, description });

export function batchOf(data: Schema): Schema {
  const meta = closedObject({
    total: count('Records in this batch.'),
    max: count('Records that match the filter.'),
    next_batch_no: {
      type: ['integer', 'null'],
      minimum: 2,
      description: 'Number of the next batch; null after the last.',
    },
  });
  return closedObject({ meta, data });
}

export const atMostOne = (name: string): Schema => ({ ...listOf(schemaRef(name)), maxItems: 1 });
export const exactlyOne = (items: Schema): Schema => ({ ...listOf(items), minItems: 1, maxItems: 1 });

export const notice = closedObject({
  status: success,
  title: nonEmptyText('Short summary of what was done.'),
  detail: nonEmptyText('Details of what was done.'),
});
