/**
 * A POST API on a raw loopback socket, so that it can misbehave below HTTP too. The first path segment is the target: a client
 * whose base address ends in `/getAccount` gets misbehavior for getAccount only, and an honest token. It records the requests
 * whose head arrived, with the attempt that their body names, and tracks every open connection.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';

interface SeenRequest {
  /** The first path segment: an endpoint, `all` for all except the token endpoint, or `everything`. */
  readonly target: string;
  readonly endpoint: EndpointName | null;
  readonly path: string;
  /** The first `attempt-…` in the body, if any. */
  attempt: string | null;
}

export interface Exchange {
  readonly request: SeenRequest;
  readonly socket: Socket;
  /** The body of the response that an honest service sends. */
  readonly honest: string;
}

/** What to do with a new connection, with a request once its head has arrived, or once its body has. */
export type Misbehavior = { readonly at: 'connection'; readonly act: (socket: Socket) => void } | RequestMisbehavior;

interface RequestMisbehavior {
  readonly at: 'head' | 'body';
  readonly act: (exchange: Exchange) => void;
}

/** Returns the body of the honest response to a request. */
type Honest = (request: SeenRequest, body: string) => string | Promise<string>;

export interface HostileUpstream {
  /** The base address of a client whose calls to the target meet the misbehavior. */
  readonly url: (target: string) => string;
  readonly requests: SeenRequest[];
  /** The number of requests that it has misbehaved to. */
  readonly misbehaved: () => number;
  /** Applies from now on; null is honest. */
  readonly misbehave: (behavior: Misbehavior | null) => void;
  /** The number of open connections of the target, or of all. `busy` counts those whose request has no complete response yet. */
  readonly open: (target?: string) => number;
  readonly busy: (target: string) => number;
  /** `stop` closes the port and all connections; `start` listens on the same port again. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

interface Connection {
  readonly socket: Socket;
  target: string | null;
  busy: boolean;
}

const MAX_BODY_KEPT = 65_536;
const byPath = new Map<string, EndpointName>(
  Object.entries(endpoints).map(([name, { path }]) => [path, name as EndpointName]),
);

export async function startHostileUpstream(
  behavior: Misbehavior | null = null,
  honest: Honest = ({ endpoint }) => honestBody(endpoint),
): Promise<HostileUpstream> {
  let current = behavior;
  let port = 0;
  const connections = new Set<Connection>();
  const requests: SeenRequest[] = [];
  let misbehaved = 0;
  const act: ServerState['act'] = (misbehavior, exchange) => {
    misbehaved += 1;
    misbehavior.act(exchange);
  };
  const openOf = (target?: string) => [...connections].filter((each) => target === undefined || each.target === target);

  const onConnection = (socket: Socket): void => {
    const connection: Connection = { socket, target: null, busy: false };
    connections.add(connection);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(connection));
    if (current?.at === 'connection') {
      current.act(socket);
      // Without reading, the socket would never notice that the other end has closed.
      socket.resume();
    } else readRequests(connection, { honest, requests, misbehavior: () => current, act });
  };

  let server = createServer(onConnection);
  const start = async (): Promise<void> => {
    server = createServer(onConnection);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  await start();

  return {
    url: (target) => `http://127.0.0.1:${port}/${target}`,
    requests,
    misbehaved: () => misbehaved,
    misbehave: (next) => {
      current = next;
    },
    open: (target) => openOf(target).length,
    busy: (target) => openOf(target).filter(({ busy }) => busy).length,
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { socket } of connections) socket.destroy();
      }),
  };
}

interface ServerState {
  readonly honest: Honest;
  readonly requests: SeenRequest[];
  readonly misbehavior: () => Misbehavior | null;
  readonly act: (misbehavior: RequestMisbehavior, exchange: Exchange) => void;
}

/** Handles requests one after another, as HTTP/1.1 requires. */
function readRequests(connection: Connection, { honest, requests, misbehavior, act }: ServerState): void {
  const { socket } = connection;
  let head = '';
  let body: BodyReader | null = null;

  socket.on('data', (chunk: Buffer) => {
    if (body !== null) return body.take(chunk.toString('latin1'));
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const [request, rest] = [parseHead(head), head.slice(end + 4)];
    const reader = readBody(head.slice(0, end), () => onComplete(request, reader.text()));
    body = reader;
    head = '';
    requests.push(request);
    connection.target = request.target;
    connection.busy = true;
    const behavior = misbehavior();
    if (behavior?.at === 'head' && isTargeted(request)) {
      act(behavior, { request, socket, honest: honestBody(request.endpoint) });
    }
    reader.take(rest);
  });

  function onComplete(request: SeenRequest, text: string): void {
    request.attempt = /attempt-\w+/.exec(text)?.[0] ?? null;
    const behavior = misbehavior();
    if (isTargeted(request) && behavior?.at === 'head') {
      body = null;
      return;
    }
    void Promise.resolve(honest(request, text)).then((honestText) => {
      body = null;
      if (isTargeted(request) && behavior?.at === 'body') return act(behavior, { request, socket, honest: honestText });
      connection.busy = false;
      return void socket.write(rawResponse(honestText));
    });
  }
}

function parseHead(head: string): SeenRequest {
  const [, target = '', path = ''] = /^\S+ \/([^/?\s]*)(\S*)/.exec(head) ?? [];
  return { target, path, endpoint: byPath.get(path) ?? null, attempt: null };
}

function isTargeted({ target, endpoint }: SeenRequest): boolean {
  return target === endpoint || target === 'everything' || (target === 'all' && endpoint !== 'token');
}

interface BodyReader {
  readonly take: (text: string) => void;
  readonly text: () => string;
}

/** Calls back once when the body is complete, and keeps only the beginning of a long one. */
function readBody(head: string, onComplete: () => void): BodyReader {
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  let beginning = '';
  let tail = '';
  let count = 0;
  let isDone = false;
  return {
    take(text) {
      beginning = (beginning + text).slice(0, MAX_BODY_KEPT);
      tail = (tail + text).slice(-7);
      count += text.length;
      const isComplete = isChunked ? tail.endsWith('\r\n0\r\n\r\n') : count >= length;
      if (!isComplete || isDone) return;
      isDone = true;
      onComplete();
    },
    text: () => beginning,
  };
}

let tokens = 0;
const page = { meta: { total: 0, max: 0, next_batch_no: null }, data: [] };

/** A small valid response of the endpoint. */
function honestBody(endpoint: EndpointName | null): string {
  if (endpoint === null) return '{}';
  if (endpoint === 'token') {
    tokens += 1;
    return JSON.stringify({ token_type: 'Bearer', expires_in: 3600, access_token: `token-${tokens}` });
  }
  if (endpoint === 'downloadfiles') return JSON.stringify({ status: 200, file_url: 'https://files.example/1' });
  if (endpoint === 'verifyToken') return JSON.stringify({ status: 200, member: { userId: '1' } });
  const answers = {
    page,
    pageInList: [page],
    list: [],
    text: 'Success',
    object: { status: 200 },
    any: { shared: true },
  };
  return JSON.stringify(answers[endpoints[endpoint].wrapper]);
}

/** A complete HTTP/1.1 response; `lines` replaces the default content type. */
export function rawResponse(
  body: string | Buffer,
  lines = ['content-type: application/json'],
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...lines, `content-length: ${bytes.length}`, '', ''].join('\r\n')),
    bytes,
  ]);
}
