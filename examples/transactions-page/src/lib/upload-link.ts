/**
 * Sends an operation with a file, following the GraphQL multipart request specification. Uses XMLHttpRequest, because `fetch`
 * does not report upload progress.
 */
import { ApolloLink, Observable } from '@apollo/client';
import { print } from '@apollo/client/utilities';

/** The `context` of a mutation with a file. */
export interface UploadContext {
  /** Called with the fraction that has been sent, 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

export function createUploadLink(uri: string): ApolloLink {
  return new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const { headers = {}, onProgress, signal } = operation.getContext() as UploadContext & { headers?: object };
        const request = new XMLHttpRequest();
        const abort = () => request.abort();
        request.open('POST', uri);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, String(value));
        // A page on another origin cannot set this header without a preflight, so the gateway accepts forms that have it.
        request.setRequestHeader('apollo-require-preflight', 'true');
        request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total);
        request.onload = () => {
          const result = readResult(request);
          if (result === null) return observer.error(new Error(`The gateway answered with ${request.status}.`));
          observer.next(result);
          observer.complete();
        };
        request.onerror = () => observer.error(new Error('The connection broke before the gateway answered.'));
        request.onabort = () => observer.error(new DOMException('The upload was canceled.', 'AbortError'));
        signal?.addEventListener('abort', abort);
        request.send(encode(operation));
        return () => {
          signal?.removeEventListener('abort', abort);
          if (request.readyState !== XMLHttpRequest.DONE) request.abort();
        };
      }),
  );
}

export function holdsFile({ variables }: ApolloLink.Operation): boolean {
  return findFiles(variables, 'variables').length > 0;
}

/** The operation with null in place of each file, then the map of each file's place, then the files. */
function encode({ query, operationName, variables }: ApolloLink.Operation): FormData {
  const files = findFiles(variables, 'variables');
  const withoutFiles = (_key: string, value: unknown) => (value instanceof File ? null : value);
  const form = new FormData();
  form.append('operations', JSON.stringify({ query: print(query), operationName, variables }, withoutFiles));
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  for (const [index, { file }] of files.entries()) form.append(String(index), file);
  return form;
}

function findFiles(value: unknown, path: string): { readonly path: string; readonly file: File }[] {
  if (value instanceof File) return [{ path, file: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => findFiles(part, `${path}.${key}`));
}

function readResult({ responseText }: XMLHttpRequest): ApolloLink.Result | null {
  try {
    const result = JSON.parse(responseText) as ApolloLink.Result;
    return 'data' in result || 'errors' in result ? result : null;
  } catch {
    return null;
  }
}
