/**
 * A value of a request by both of its names, so that an error that quotes the value (402) or names the parameter (400, 411)
 * leads back to the field that the caller gave it in (section 7).
 */
export interface SentValue {
  /** The path in the graph's input. */
  readonly field: string;
  /** The parameter's name in the request. */
  readonly wire: string;
  readonly value: string;
}

/** The rows of a request's fields: name in the graph, name on the wire. */
export type FieldNames<Input, Request> = Readonly<Record<keyof Input & string, keyof Request & string>>;

/** Those of a request's values that are texts, by their rows. */
export function textsSent<Input, Request extends object>(
  names: FieldNames<Input, Request>,
  request: Request,
): SentValue[] {
  return Object.entries<keyof Request & string>(names).flatMap(([field, wire]) => {
    const value: unknown = request[wire];
    return typeof value === 'string' ? [{ field, wire, value }] : [];
  });
}
