/**
 * The types of the endpoints (section 4): each one's request, without the vendor's userId, and the content of its response, without the
 * wrapper. Records are still flat here; the codec decodes them.
 */
import type { Page } from '../answers/envelope.ts';
import type { FlatRecord } from '../columns/codec.ts';
import type { SelectedRecord } from '../columns/selection.ts';
import type { EndpointName, endpoints } from './endpoints.ts';
import type { ProviderEntry } from './provider-requests.ts';

/** The values by kind of field; the only list that is sent contains service providers. */
interface FieldValues {
  text: string;
  integer: number;
  boolean: boolean;
  list: readonly ProviderEntry[];
}

type Fields<E extends CallName> = Omit<(typeof endpoints)[E]['request'], 'userId'>;
type OptionalNames<F> = { [Name in keyof F]: F[Name] extends { optional: true } ? Name : never }[keyof F];
type Values<F> = {
  [Name in keyof F]: F[Name] extends { kind: infer Kind extends keyof FieldValues } ? FieldValues[Kind] : never;
};
type RequestOf<F> = Values<Omit<F, OptionalNames<F>>> & Partial<Values<Pick<F, OptionalNames<F>>>>;

/** The spec shows no fields of shareApp (4.14). */
export type Requests = { [E in Exclude<CallName, 'shareApp'>]: RequestOf<Fields<E>> } & {
  shareApp: Readonly<Record<string, unknown>>;
};

/** The content of a response, by its wrapper. */
interface Contents {
  page: Page<FlatRecord>;
  pageInList: Page<FlatRecord>;
  list: readonly FlatRecord[];
  /** The text `Success` (4.9), as the `result` of an object. */
  text: FlatRecord;
  object: FlatRecord;
  any: unknown;
}

/** Records of which calls may read only the selected columns. */
interface Selectable {
  activeUsers: Page<FlatRecord | SelectedRecord>;
  listTrans: Page<FlatRecord | SelectedRecord>;
  getTransById: readonly (FlatRecord | SelectedRecord)[];
}

export type Responses = {
  [E in Exclude<CallName, keyof Selectable>]: Contents[(typeof endpoints)[E]['wrapper']];
} & Selectable;

/** The endpoints that `call` supports. The upstream client itself uses the token endpoint, and uploads take a stream. */
export type CallName = Exclude<EndpointName, 'token' | 'uploadfiles'>;

/**
 * A value of a request with both of its names. An error that quotes the value (402) or names the parameter (400, 411) is mapped back to the
 * caller's input field with them (section 7).
 */
export interface SentValue {
  /** The path in the graph's input. */
  readonly field: string;
  /** The parameter's name in the request. */
  readonly upstreamName: string;
  readonly value: string;
}

/** The text values of a request. `fields` has the input fields of parameters that have other names in the graph. */
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
