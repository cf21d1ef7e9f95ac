/**
 * Callers of a server that shuts down while they send: each sends one request after another on a kept-alive connection until the
 * port is closed, and counts the result of every request. Defines which results are acceptable; does not know how the server was started.
 */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface DrainCounts {
  drains: number;
  /** Requests with a complete response. */
  answered: number;
  /** Of those, the ones that were in flight at the signal. */
  answeredAfterSignal: number;
  /** Requests whose connection was refused because the port was closed. */
  refused: number;
  /** Requests on a new connection that the closing port never accepted. */
  neverTaken: number;
  /** Requests on a kept-alive connection that was closed without a response, or in the middle of one. */
  lost: number;
  /** Requests with a complete 503 because of load, which the gateway may send at any time. */
  shed: number;
  /** Acknowledged creations. */
  created: number;
  /** Of those, the ones that a later process was asked for and has. */
  found: number;
  /** Shutdowns with an exit code other than 0, or longer than the grace period. */
  badEnds: number;
  slowestEndMs: number;
  /** Descriptions of the losses. */
  readonly losses: string[];
}

export function zeroCounts(): DrainCounts {
  return {
    drains: 0,
    answered: 0,
    answeredAfterSignal: 0,
    refused: 0,
    neverTaken: 0,
    lost: 0,
    shed: 0,
    created: 0,
    found: 0,
    badEnds: 0,
    slowestEndMs: 0,
    losses: [],
  };
}

export interface WorkItem {
  readonly name: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly type?: string;
  /** Called with the text of a complete response. */
  readonly onResponse?: (text: string) => void;
}

export interface CallerOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly workOf: (turn: number) => WorkItem;
  /** When the server received the signal, in the time of `performance.now()`. */
  readonly signal: { readonly at: number };
  readonly counts: DrainCounts;
}

const MAX_PAUSE_MS = 20;

export async function callUntilClosed({ url, headers = {}, workOf, signal, counts }: CallerOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let turn = 0; ; turn += 1) {
      const work = workOf(turn);
      const result = await send(url, agent, headers, work);
      if (result === 'refused') {
        counts.refused += 1;
        return;
      }
      if (result === 'never taken') counts.neverTaken += 1;
      else if (result === 'turned away') counts.shed += 1;
      else if (typeof result === 'string') {
        counts.lost += 1;
        counts.losses.push(result);
      } else {
        counts.answered += 1;
        if (performance.now() > signal.at) counts.answeredAfterSignal += 1;
        work.onResponse?.(result.text);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
    }
  } finally {
    agent.destroy();
  }
}

type SendResult = { readonly text: string } | 'refused' | 'never taken' | 'turned away' | (string & {});

function send(
  url: string,
  agent: Agent,
  more: CallerOptions['headers'],
  { name, path, body, type }: WorkItem,
): Promise<SendResult> {
  const headers = {
    ...more,
    ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }),
  };
  return new Promise((resolve) => {
    const outgoing = request(url + path, { method: body === undefined ? 'GET' : 'POST', agent, headers });
    let received: IncomingMessage | undefined;
    const fail = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      else if (received === undefined && !outgoing.reusedSocket) resolve('never taken');
      else
        resolve(`${name}: ${error.code ?? error.message}, ${received === undefined ? 'unanswered' : 'half answered'}`);
    };
    outgoing.once('error', fail);
    outgoing.once('response', (response) => {
      received = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () => {
        const text = path.startsWith('/graphql') ? Buffer.concat(chunks).toString() : '';
        if (response.statusCode === 503 && response.headers['retry-after'] !== undefined) resolve('turned away');
        else if (response.statusCode !== 200) resolve(`${name}: status ${response.statusCode} ${text.slice(0, 200)}`);
        else if (text.includes('"errors"') || text.includes('UNKNOWN')) resolve(`${name}: ${text.slice(0, 200)}`);
        else resolve({ text });
      });
    });
    outgoing.end(body);
  });
}
