/**
 * A configurable POST API on a loopback port: responses are set per path, requests are recorded. It knows nothing of the
 * specification except the token endpoint, so it can misbehave in any way.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { disguised, readRequest } from './disguise.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PlainResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** A response, or a way to misbehave on the open response; a rule may also be a function of the request. */
export type StubResponse = PlainResponse | { readonly misbehave: (response: ServerResponse) => void };
export type StubRule = StubResponse | ((request: RecordedRequest) => StubResponse | Promise<StubResponse>);

export interface StubUpstream {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** Sets the responses of a path: the rules in turn, the last one from then on. */
  readonly answer: (path: string, ...rules: readonly StubRule[]) => void;
  /** The recorded requests of a path. */
  readonly requestsTo: (path: string) => RecordedRequest[];
  readonly close: () => Promise<void>;
}

export const TOKEN_PATH = '/oauth/token';

/** `/oauth/token` returns token-1, token-2, … valid for an hour each, unless it is given other responses. */
export async function startStubUpstream(tls?: { readonly key: string; readonly cert: string }): Promise<StubUpstream> {
  const requests: RecordedRequest[] = [];
  const rules = new Map<string, StubRule[]>();
  const requestsTo = (path: string): RecordedRequest[] => requests.filter((request) => request.path === path);

  const listener: RequestListener = async (incoming, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      // A request that breaks off is not recorded.
      return;
    }
    const { method = '', url: path = '', headers } = incoming;
    const request = readRequest({ method, path, headers, body: Buffer.concat(chunks).toString() });
    if ('status' in request) {
      send(response, incoming, { status: request.status, text: request.body });
      return;
    }
    requests.push(request);
    const remaining = rules.get(path) ?? [{ status: 501, text: 'no rule' }];
    const rule = (remaining.length > 1 ? remaining.shift() : remaining[0]) as StubRule;
    respond(response, incoming, typeof rule === 'function' ? await rule(request) : rule);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const stub: StubUpstream = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsTo,
    answer: (path, ...newRules) => {
      rules.set(path, [...newRules]);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  stub.answer(TOKEN_PATH, () => tokenResponse(`token-${requestsTo(TOKEN_PATH).length}`));
  return stub;
}

export function tokenResponse(token: string, expiresIn: unknown = 3600): PlainResponse {
  return { json: { token_type: 'Bearer', expires_in: expiresIn, access_token: token } };
}

/** An error with the embedded service's default body shape. */
export function errorResponse(status: number, type: string, message: string): PlainResponse {
  return { status, json: { status, type, message } };
}

function respond(response: ServerResponse, incoming: IncomingMessage, answer: StubResponse): void {
  if ('misbehave' in answer) {
    answer.misbehave(response);
    return;
  }
  send(response, incoming, answer);
}

function send(
  response: ServerResponse,
  { url: path = '', headers: { accept } }: IncomingMessage,
  { status = 200, headers = {}, json, text }: PlainResponse,
): void {
  const type = json === undefined ? null : 'application/json';
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  const sent = disguised(path, { status, type, body }, accept);
  response.writeHead(sent.status, { ...(sent.type === null ? {} : { 'content-type': sent.type }), ...headers });
  response.end(sent.body);
}
