/**
 * The complete graph on a port, for hostile requests: they are sent byte by byte, and every response is checked against the same
 * few guarantees, whatever was sent.
 */
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { agentToken } from '../callers/caller-tokens.ts';
import { listenLogged } from '../gateways/graph-under-test.ts';
import { type HandTypedUpstream, startHandTypedUpstream } from '../upstreams/hand-typed-upstream.ts';

const TIMEOUT_MS = 60_000;

export interface RawResponse {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** Replaces the default Host header; null sends none. */
  readonly host?: string | null;
  /** Complete header lines, without line ends. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

export interface GraphUnderAttack {
  readonly url: string;
  readonly token: string;
  readonly stub: HandTypedUpstream;
  readonly lines: readonly Record<string, unknown>[];
  readonly send: (request: RawRequest) => Promise<RawResponse>;
  /** What is wrong with the response to a hostile request, including errors in the log; empty if nothing is. */
  readonly problemsIn: (response: RawResponse) => string[];
}

export async function startGraphUnderAttack(): Promise<GraphUnderAttack> {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const { url, lines } = await listenLogged({ baseUrl: stub.url });
  return {
    url,
    token: await agentToken(),
    stub,
    lines,
    send: (request) => exchange(url, bytesOf(request)),
    problemsIn: (response) => [...problemsIn(response), ...loggedErrors(lines)],
  };
}

function bytesOf({ method = 'POST', target = '/graphql', host = '127.0.0.1', headers = [], body }: RawRequest): Buffer {
  const content = typeof body === 'object' ? body : Buffer.from(body ?? '');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(host === null ? [] : [`host: ${host}`]),
    'connection: close',
    ...(body === undefined ? [] : [`content-length: ${content.length}`]),
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

/** Sends these bytes, and reads until the server closes the connection. */
export async function exchange(url: string, bytes: Buffer | string): Promise<RawResponse> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer came')));
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += String(chunk);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(received));
    socket.write(bytes);
  });
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: end < 0 ? '' : text.slice(end + 4) };
}

function problemsIn({ status, head, body }: RawResponse): string[] {
  const problems = [];
  if (status < 200 || status >= 500) problems.push(`status ${status}`);
  if (!/\r\nx-request-id: [\w.-]+(\r\n|$)/i.test(head)) problems.push('no request id');
  if (!/\r\nx-content-type-options: nosniff/i.test(head)) problems.push('no security headers');
  if (/\bat .*\.[jt]s:\d+|node_modules|\/src\/|ECONN|127\.0\.0\.1:\d+/.test(body))
    problems.push(`says too much: ${body}`);
  return problems;
}

function loggedErrors(lines: readonly Record<string, unknown>[]): string[] {
  return lines.filter(({ level }) => Number(level) >= 50).map((line) => JSON.stringify(line));
}
