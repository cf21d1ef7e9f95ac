/**
 * The smallest client that can speak to the POST API: one request, one answer, nothing retried, nothing interpreted but
 * JSON. Rules see status, headers and body as they came.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, or undefined where it is none. */
  readonly body: unknown;
  readonly text: string;
}

interface SendOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An object goes out as JSON, search parameters as a form, a text as it is under JSON's content type. */
export type RequestBody = object | string | URLSearchParams;

export interface Client {
  readonly post: (path: string, body: RequestBody, options?: SendOptions) => Promise<Answer>;
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<Answer>;
}

const TIMEOUT_MS = 30_000;

export function createClient(baseUrl: string): Client {
  const base = baseUrl.replace(/\/+$/, '');

  async function exchange(method: string, path: string, body: RequestBody | undefined, options: SendOptions) {
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) };
    if (body instanceof URLSearchParams) init.body = body;
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
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
