/**
 * A value of a request with both of its names, so that an error which quotes the value (402) or names the parameter
 * (400, 411) can be mapped back to the input field that the caller set (section 7).
 */
export interface SentValue {
  /** The path in the graph's input. */
  readonly field: string;
  /** The parameter's name in the request. */
  readonly wire: string;
  readonly value: string;
}

/** Maps the graph's field names of a request to the wire's. */
export type FieldNames<Input, Request> = Readonly<Record<keyof Input & string, keyof Request & string>>;

/** The text values of a request, by its field mapping. */
export function sentTexts<Input, Request extends object>(
  names: FieldNames<Input, Request>,
  request: Request,
): SentValue[] {
  return Object.entries<keyof Request & string>(names).flatMap(([field, wire]) => {
    const value: unknown = request[wire];
    return typeof value === 'string' ? [{ field, wire, value }] : [];
  });
}
