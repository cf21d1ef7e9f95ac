/**
 * A value of a request with both of its names, so that an error which quotes the value (402) or names the parameter
 * (400, 411) can be mapped back to the input field that the caller set (section 7).
 */
export interface SentValue {
  /** The path in the graph's input. */
  readonly field: string;
  /** The parameter's name in the request. */
  readonly upstreamName: string;
  readonly value: string;
}

/** The text values of a request. `fields` has the input fields of the parameters that the graph names otherwise. */
export function sentTexts<Request extends object>(
  request: Request,
  fields: Partial<Record<keyof Request, string>> = {},
): SentValue[] {
  return Object.entries(request).flatMap(([upstreamName, value]) =>
    typeof value === 'string'
      ? [{ field: fields[upstreamName as keyof Request] ?? upstreamName, upstreamName, value }]
      : [],
  );
}
