/**
 * A `fetch` that tells how much of its body has been sent. Browsers report that to XMLHttpRequest only; where there is none, as in
 * Node and in workers, the request is made as usual and progress is told when it has ended.
 */

import { notifyAll } from './live/listeners.ts';

/** Called with the fraction that has been sent, from 0 to 1. */
export type OnProgress = (fraction: number) => void;

/** As much of XMLHttpRequest as is used: it is no part of Node's types. */
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

/** `otherwise` is what sends where there is no XMLHttpRequest. */
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
