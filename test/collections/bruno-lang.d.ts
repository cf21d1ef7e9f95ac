/** The part of Bruno's own library that is used here; it has no types. */
declare module '@usebruno/lang' {
  interface Variable {
    readonly name: string;
    readonly value: string;
    readonly enabled: boolean;
    readonly secret?: boolean;
  }
  export interface BruRequest {
    readonly meta: { readonly name: string; readonly type: string; readonly seq: number | string };
    readonly http: { readonly method: string; readonly url: string; readonly body: string; readonly auth: string };
    readonly auth?: { readonly bearer?: { readonly token: string } };
    readonly body: { readonly graphql: { readonly query: string; readonly variables: string } };
    readonly vars?: { readonly res: readonly Variable[] };
    readonly assertions: readonly Variable[];
    readonly docs?: string;
  }
  export function jsonToBruV2(request: BruRequest): string;
  export function bruToJsonV2(text: string): BruRequest;
  export function jsonToCollectionBru(collection: object): string;
  export function collectionBruToJson(text: string): Pick<BruRequest, 'auth'>;
  export function envJsonToBruV2(environment: { readonly variables: readonly Variable[] }): string;
  export function bruToEnvJsonV2(text: string): { readonly variables: readonly Variable[] };
}
