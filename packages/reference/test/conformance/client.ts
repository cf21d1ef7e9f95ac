/**
 * A minimal client of the POST API: one request, one response, no retries, and no interpretation except of JSON. Rules see
 * status, headers and body as they were received.
 */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body parsed as JSON, or undefined if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

interface SendOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An object is sent as JSON, search parameters and form data as a form, and a string as it is, with JSON's content type. */
export type RequestBody = object | string | URLSearchParams | FormData;

/** The response of a URL that is not an endpoint: bytes, not JSON. */
export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface Client {
  readonly post: (path: string, body: RequestBody, options?: SendOptions) => Promise<ApiResponse>;
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<ApiResponse>;
  /** Requests an absolute URL, without a token. */
  readonly download: (url: string, method?: 'GET' | 'HEAD', headers?: SendOptions['headers']) => Promise<Download>;
}

const TIMEOUT_MS = 30_000;

export function createClient(baseUrl: string): Client {
  const base = baseUrl.replace(/\/+$/, '');

  async function exchange(method: string, path: string, body: RequestBody | undefined, options: SendOptions) {
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) };
    if (body instanceof URLSearchParams || body instanceof FormData) init.body = body;
    else if (body !== undefined) {
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
    }
    const response = await fetch(base + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: readJson(text), text };
  }

  return {
    post: (path, body, options = {}) => exchange('POST', path, body, options),
    send: (method, path, options = {}) => exchange(method, path, undefined, options),
    async download(url, method = 'GET', headers = {}) {
      const response = await fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
