/** The media types of answers: JSON, and GraphQL's own, for whoever names it among those that it accepts. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const GRAPHQL = 'application/graphql-response+json';

export function graphqlTypeFor(accept: string | undefined): string {
  return accept?.includes(GRAPHQL) ? `${GRAPHQL}; charset=utf-8` : JSON_TYPE;
}
