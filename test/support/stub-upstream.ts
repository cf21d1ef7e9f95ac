/**
 * A POST API of one's own making, on a loopback port: answers are set path by path, requests are recorded. It knows nothing
 * of the specification but where tokens come from, so it can misbehave in any way.
 */
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PlainAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

/** An answer, a way to misbehave on the open response, or what makes one of the two out of the request. */
export type StubAnswer = PlainAnswer | { readonly misbehave: (response: ServerResponse) => void };
export type StubRule = StubAnswer | ((request: RecordedRequest) => StubAnswer | Promise<StubAnswer>);

export interface StubUpstream {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** What a path answers: the rules in turn, the last one for good. */
  readonly answer: (path: string, ...rules: readonly StubRule[]) => void;
  /** The recorded requests of a path. */
  readonly requestsTo: (path: string) => RecordedRequest[];
  readonly close: () => Promise<void>;
}

export const TOKEN_PATH = '/oauth/token';

/** `/oauth/token` gives token-1, token-2, … for an hour each until it is told otherwise. */
export async function startStubUpstream(tls?: { readonly key: string; readonly cert: string }): Promise<StubUpstream> {
  const requests: RecordedRequest[] = [];
  const rules = new Map<string, StubRule[]>();
  const requestsTo = (path: string): RecordedRequest[] => requests.filter((request) => request.path === path);

  const listener: RequestListener = async (incoming, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      // A request that breaks off is none.
      return;
    }
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    const left = rules.get(path) ?? [{ status: 501, text: 'no rule' }];
    const rule = (left.length > 1 ? left.shift() : left[0]) as StubRule;
    respond(response, typeof rule === 'function' ? await rule(request) : rule);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const stub: StubUpstream = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsTo,
    answer: (path, ...given) => {
      rules.set(path, [...given]);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  stub.answer(TOKEN_PATH, () => tokenAnswer(`token-${requestsTo(TOKEN_PATH).length}`));
  return stub;
}

export function tokenAnswer(token: string, expiresIn: unknown = 3600): PlainAnswer {
  return { json: { token_type: 'Bearer', expires_in: expiresIn, access_token: token } };
}

/** An error in the shape that the default of the embedded service has. */
export function errorAnswer(status: number, type: string, message: string): PlainAnswer {
  return { status, json: { status, type, message } };
}

function respond(response: ServerResponse, answer: StubAnswer): void {
  if ('misbehave' in answer) {
    answer.misbehave(response);
    return;
  }
  const { status = 200, headers = {}, json, text } = answer;
  response.writeHead(status, { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(json === undefined ? (text ?? '') : JSON.stringify(json));
}
