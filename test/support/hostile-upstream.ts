/**
 * A POST API on a raw loopback socket, so that it can misbehave below HTTP too. The first piece of a path says whom it
 * misbehaves to: `/getAccount` is the address of a client whose getAccount goes wrong while its token is had honestly. It
 * counts the requests whose head arrived, by the attempt that their body names, and knows every connection that is open.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';

interface SeenRequest {
  /** The first piece of the path: an endpoint, or `all` for all but the token, or `everything`. */
  readonly target: string;
  readonly endpoint: EndpointName | null;
  readonly path: string;
  /** The first `attempt-…` in the body, where one is. */
  attempt: string | null;
}

export interface Exchange {
  readonly request: SeenRequest;
  readonly socket: Socket;
  /** What an honest service answers, as the text of a body. */
  readonly honest: string;
}

/** What is done to a connection as it comes, to a request once its head has come, or once its body has. */
export type Misbehaviour =
  | { readonly at: 'connection'; readonly act: (socket: Socket) => void }
  | { readonly at: 'head' | 'body'; readonly act: (exchange: Exchange) => void };

/** The honest answer to a request, as the text of a body. */
type Honest = (request: SeenRequest, body: string) => string | Promise<string>;

export interface HostileUpstream {
  /** The base address of a client whose calls to the target go wrong. */
  readonly url: (target: string) => string;
  readonly requests: SeenRequest[];
  /** From now on; null is honest. */
  readonly misbehave: (behaviour: Misbehaviour | null) => void;
  /** Connections of the target that are open; of any, where none is named. `busy`: with a request that has no whole answer yet. */
  readonly open: (target?: string) => number;
  readonly busy: (target: string) => number;
  /** Dies with all its connections, and comes back on the same port. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

interface Connection {
  readonly socket: Socket;
  target: string | null;
  busy: boolean;
}

const LONGEST_BODY_KEPT = 65_536;
const byPath = new Map<string, EndpointName>(
  Object.entries(endpoints).map(([name, { path }]) => [path, name as EndpointName]),
);

export async function startHostileUpstream(
  behaviour: Misbehaviour | null = null,
  honest: Honest = ({ endpoint }) => honestAnswer(endpoint),
): Promise<HostileUpstream> {
  let current = behaviour;
  let port = 0;
  const connections = new Set<Connection>();
  const requests: SeenRequest[] = [];
  const openOf = (target?: string) => [...connections].filter((each) => target === undefined || each.target === target);

  const onConnection = (socket: Socket): void => {
    const connection: Connection = { socket, target: null, busy: false };
    connections.add(connection);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(connection));
    if (current?.at === 'connection') {
      current.act(socket);
      // Whoever reads nothing never learns that the other end has gone.
      socket.resume();
    } else readRequests(connection, { honest, requests, misbehaviour: () => current });
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

interface Serving {
  readonly honest: Honest;
  readonly requests: SeenRequest[];
  readonly misbehaviour: () => Misbehaviour | null;
}

/** One request after the other, as HTTP/1.1 has them on a connection. */
function readRequests(connection: Connection, { honest, requests, misbehaviour }: Serving): void {
  const { socket } = connection;
  let head = '';
  let body: BodyReader | null = null;

  socket.on('data', (chunk: Buffer) => {
    if (body !== null) return body.take(chunk.toString('latin1'));
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const [request, rest] = [seen(head), head.slice(end + 4)];
    const reader = readBody(head.slice(0, end), () => onWhole(request, reader.text()));
    body = reader;
    head = '';
    requests.push(request);
    connection.target = request.target;
    connection.busy = true;
    const behaviour = misbehaviour();
    if (behaviour?.at === 'head' && isMeant(request)) {
      behaviour.act({ request, socket, honest: honestAnswer(request.endpoint) });
    }
    reader.take(rest);
  });

  function onWhole(request: SeenRequest, text: string): void {
    request.attempt = /attempt-\w+/.exec(text)?.[0] ?? null;
    const behaviour = misbehaviour();
    if (isMeant(request) && behaviour?.at === 'head') {
      body = null;
      return;
    }
    void Promise.resolve(honest(request, text)).then((answer) => {
      body = null;
      if (isMeant(request) && behaviour?.at === 'body') return behaviour.act({ request, socket, honest: answer });
      connection.busy = false;
      return void socket.write(whole(answer));
    });
  }
}

function seen(head: string): SeenRequest {
  const [, target = '', path = ''] = /^\S+ \/([^/?\s]*)(\S*)/.exec(head) ?? [];
  return { target, path, endpoint: byPath.get(path) ?? null, attempt: null };
}

function isMeant({ target, endpoint }: SeenRequest): boolean {
  return target === endpoint || target === 'everything' || (target === 'all' && endpoint !== 'token');
}

interface BodyReader {
  readonly take: (text: string) => void;
  readonly text: () => string;
}

/** Tells once when the body is whole, and keeps only the beginning of a long one. */
function readBody(head: string, onWhole: () => void): BodyReader {
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  let kept = '';
  let tail = '';
  let count = 0;
  let isOver = false;
  return {
    take(text) {
      kept = (kept + text).slice(0, LONGEST_BODY_KEPT);
      tail = (tail + text).slice(-7);
      count += text.length;
      const isWhole = isChunked ? tail.endsWith('\r\n0\r\n\r\n') : count >= length;
      if (!isWhole || isOver) return;
      isOver = true;
      onWhole();
    },
    text: () => kept,
  };
}

let tokens = 0;
const page = { meta: { total: 0, max: 0, next_batch_no: null }, data: [] };

/** A small right answer of the endpoint. */
function honestAnswer(endpoint: EndpointName | null): string {
  if (endpoint === null) return '{}';
  if (endpoint === 'token') {
    tokens += 1;
    return JSON.stringify({ token_type: 'Bearer', expires_in: 3600, access_token: `token-${tokens}` });
  }
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

/** A whole answer in HTTP/1.1, with the head's lines in place of the usual content type. */
export function whole(body: string | Buffer, lines = ['content-type: application/json'], status = '200 OK'): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...lines, `content-length: ${bytes.length}`, '', ''].join('\r\n')),
    bytes,
  ]);
}
