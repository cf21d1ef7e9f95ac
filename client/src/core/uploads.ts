/** Operations with files, following the GraphQL multipart request specification: the gateway takes one file per request. */
import { notifyAll } from './live/listeners.ts';

interface FilePart {
  /** Its path in the operation, such as `variables.input.file`. */
  readonly path: string;
  readonly file: File;
}

export function holdsFile(variables: unknown): boolean {
  return filesIn(variables, 'variables').length > 0;
}

/** The operation with null in place of each file, then the map of the files' paths, then the files: the gateway needs this order. */
export function formOf(operation: { readonly variables?: unknown }): FormData {
  const files = filesIn(operation.variables, 'variables');
  const form = new FormData();
  form.append(
    'operations',
    JSON.stringify(operation, (_, value) => (value instanceof File ? null : value)),
  );
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  for (const [index, { file }] of files.entries()) form.append(String(index), file);
  return form;
}

function filesIn(value: unknown, path: string): FilePart[] {
  if (value instanceof File) return [{ path, file: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => filesIn(part, `${path}.${key}`));
}

/** Called with the fraction that has been sent, from 0 to 1. */
export type OnProgress = (fraction: number) => void;

/** The parts of XMLHttpRequest that are used, because Node's types do not include it. */
interface ProgressRequest {
  readonly upload: { onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null };
  readonly status: number;
  readonly statusText: string;
  readonly response: ArrayBuffer | null;
  responseType: string;
  withCredentials: boolean;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

/** `otherwise` sends the request if there is no XMLHttpRequest. */
export function fetchWithProgress(onProgress: OnProgress, otherwise?: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const { XMLHttpRequest } = globalThis as { readonly XMLHttpRequest?: new () => ProgressRequest };
    if (XMLHttpRequest !== undefined)
      return sendBy(new XMLHttpRequest(), String(input instanceof Request ? input.url : input), init, onProgress);
    const response = await (otherwise ?? fetch)(input, init);
    notifyAll([onProgress], 1);
    return response;
  };
}

function sendBy(request: ProgressRequest, url: string, init: RequestInit, onProgress: OnProgress): Promise<Response> {
  const { method = 'GET', headers, body, credentials, signal } = init;
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    const settle = (end: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      end();
    };
    request.open(method, url);
    request.responseType = 'arraybuffer';
    request.withCredentials = credentials === 'include';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => notifyAll([onProgress], total === 0 ? 1 : loaded / total);
    request.onload = settle(() => resolve(responseOf(request)));
    request.onerror = settle(() => reject(new TypeError('The connection broke before the gateway responded')));
    request.onabort = settle(() => reject(signal?.reason ?? new DOMException('The upload was canceled', 'AbortError')));
    if (signal?.aborted) return request.onabort();
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
}

function responseOf(request: ProgressRequest): Response {
  const { status, statusText, response } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // Some statuses allow no body, not even an empty one.
  return new Response(response?.byteLength ? response : null, { status, statusText, headers });
}
