/**
 * Apollo Client's link for operations that hold a file, by the GraphQL multipart request specification; all others go on to
 * the next one. A stand-in for the packages that applications use.
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

/** The value with null in the place of each file, which is kept under its path. */
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
