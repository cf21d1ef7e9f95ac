/** The path of the graph. */
export const GRAPHQL_PATH = '/graphql';
