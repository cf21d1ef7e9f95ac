/** Sends operations with a file as a form, and passes all others to the next link. Takes the options of HttpLink. */
import { ApolloLink, type HttpLink, Observable } from '@apollo/client';
import {
  defaultPrinter,
  fallbackHttpConfig,
  parseAndCheckHttpResponse,
  selectHttpOptionsAndBodyInternal,
  selectURI,
} from '@apollo/client/link/http';
import { fetchWithProgress, formOf, holdsFile, type OnProgress } from '../core/uploads.ts';

/** The `context` of a mutation with a file. `fetchOptions: { signal }` cancels it, and the gateway discards the bytes that have arrived. */
export interface UploadContext {
  readonly onProgress?: OnProgress | undefined;
  readonly fetchOptions?: { readonly signal?: AbortSignal | undefined } | undefined;
}

export function createUploadLink(options: HttpLink.Options = {}): ApolloLink {
  const {
    uri = '/graphql',
    fetch: preferredFetch,
    print = defaultPrinter,
    includeExtensions = true,
    ...request
  } = options;
  const ofLink = { http: { includeExtensions }, options: request.fetchOptions, ...request };

  return new ApolloLink((operation, forward) => {
    if (!holdsFile(operation.variables)) return forward(operation);
    const context = operation.getContext();
    const { onProgress, fetchOptions: { signal } = {} } = context as UploadContext;
    const ofContext = { ...context, options: context['fetchOptions'] };
    const { options, body } = selectHttpOptionsAndBodyInternal(operation, print, fallbackHttpConfig, ofLink, ofContext);
    const { 'content-type': _, ...headers } = options.headers ?? {};
    const send = onProgress ? fetchWithProgress(onProgress, preferredFetch) : (preferredFetch ?? fetch);

    return new Observable((observer) => {
      const canceled = new AbortController();
      send(selectURI(operation, uri), {
        ...options,
        // A page on another origin cannot set this header without a preflight, so the gateway accepts forms that have it.
        headers: { ...headers, 'apollo-require-preflight': 'true' },
        body: formOf(body),
        signal: signal ? AbortSignal.any([signal, canceled.signal]) : canceled.signal,
      })
        .then((response) => {
          operation.setContext({ response });
          return parseAndCheckHttpResponse(operation)(response);
        })
        .then((result) => {
          observer.next(result);
          observer.complete();
        })
        .catch((error: unknown) => observer.error(error));
      return () => canceled.abort();
    });
  });
}
