/**
 * The whole graph on a port, for requests that nobody well-meaning writes: they are sent byte by byte, and each is judged by
 * the same few promises, whatever it holds.
 */
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { agentToken } from './caller-tokens.ts';
import { listenLogged } from './graph-under-test.ts';
import { type HandTypedUpstream, startHandTypedUpstream } from './hand-typed-upstream.ts';

const PATIENCE_MS = 5_000;

export interface RawAnswer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** Replaces the one that the server answers to; null sends none. */
  readonly host?: string | null;
  /** Whole lines, without their ends. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

export interface BesiegedGraph {
  readonly url: string;
  readonly token: string;
  readonly stub: HandTypedUpstream;
  readonly lines: readonly Record<string, unknown>[];
  readonly send: (request: RawRequest) => Promise<RawAnswer>;
  /** What is wrong with an answer to something that is not to be carried out or understood; empty where nothing is. */
  readonly faultsOf: (answer: RawAnswer) => string[];
}

export async function besiegeGraph(): Promise<BesiegedGraph> {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const { url, lines } = await listenLogged({ baseUrl: stub.url });
  return {
    url,
    token: await agentToken(),
    stub,
    lines,
    send: (request) => exchange(url, bytesOf(request)),
    faultsOf: (answer) => [...faultsOf(answer), ...unforeseen(lines)],
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
export async function exchange(url: string, bytes: Buffer | string): Promise<RawAnswer> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer came')));
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

function faultsOf({ status, head, body }: RawAnswer): string[] {
  const faults = [];
  if (status < 200 || status >= 500) faults.push(`status ${status}`);
  if (!/\r\nx-request-id: [\w.-]+(\r\n|$)/i.test(head)) faults.push('no request id');
  if (!/\r\nx-content-type-options: nosniff/i.test(head)) faults.push('no security headers');
  if (/\bat .*\.[jt]s:\d+|node_modules|\/src\/|ECONN|127\.0\.0\.1:\d+/.test(body))
    faults.push(`says too much: ${body}`);
  return faults;
}

function unforeseen(lines: readonly Record<string, unknown>[]): string[] {
  return lines.filter(({ level }) => Number(level) >= 50).map((line) => JSON.stringify(line));
}
