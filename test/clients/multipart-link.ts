/**
 * An Apollo Client link for operations with a file, following the GraphQL multipart request specification; it passes all others
 * on to the next link. Stands in for the packages that applications use.
 */
import { ApolloLink } from '@apollo/client';
import { print } from 'graphql';
import { from } from 'rxjs';

interface MultipartOptions {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

export function createMultipartLink({ uri, headers, fetch: send }: MultipartOptions): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const { query, operationName, variables } = operation;
    const files = new Map<string, File>();
    const bare = withoutFiles(variables, 'variables', files);
    if (files.size === 0) return forward(operation);
    const body = new FormData();
    body.set('operations', JSON.stringify({ query: print(query), operationName, variables: bare }));
    const parts = [...files].map(([path, file], index) => ({ name: String(index), path, file }));
    body.set('map', JSON.stringify(Object.fromEntries(parts.map(({ name, path }) => [name, [path]]))));
    for (const { name, file } of parts) body.set(name, file);
    const answer = send(uri, { method: 'POST', headers: { ...headers, 'apollo-require-preflight': 'true' }, body });
    return from(answer.then((response) => response.json() as Promise<ApolloLink.Result>));
  });
}

/** The value with null in place of each file; the files are stored under their paths. */
function withoutFiles(value: unknown, path: string, files: Map<string, File>): unknown {
  if (value instanceof File) {
    files.set(path, value);
    return null;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutFiles(part, `${path}.${key}`, files)]),
  );
}
