/** The media types of responses: JSON, and GraphQL's own for clients whose Accept header names it. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const GRAPHQL = 'application/graphql-response+json';

export function graphqlTypeFor(accept: string | undefined): string {
  return accept?.includes(GRAPHQL) ? `${GRAPHQL}; charset=utf-8` : JSON_TYPE;
}
