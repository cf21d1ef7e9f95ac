/**
 * Callers of a server that ends while they ask: each sends one request after the other on a connection that it keeps, until the
 * port is closed, and counts what became of every request. Knows which ends are not allowed, not how the server was started.
 */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface DrainCounts {
  drains: number;
  /** Requests answered in full. */
  answered: number;
  /** Of those, the ones that were under way at the signal. */
  answeredAfterSignal: number;
  /** Requests that found no open port any more. */
  refused: number;
  /** Requests on a new connection that the closing port never took in. */
  neverTaken: number;
  /** Requests on a kept connection that was closed without a word, or cut in the middle of an answer. */
  lost: number;
  /** Requests answered in full with 503 because of too much work, as the gateway may at any time. */
  turnedAway: number;
  /** Creations that were acknowledged. */
  created: number;
  /** Of those, the ones that a later life of the program was asked for and has. */
  found: number;
  /** Ends with another code than 0, or beyond the grace. */
  badEnds: number;
  slowestEndMs: number;
  /** What was lost, in words. */
  readonly losses: string[];
}

export function noDrains(): DrainCounts {
  return {
    drains: 0,
    answered: 0,
    answeredAfterSignal: 0,
    refused: 0,
    neverTaken: 0,
    lost: 0,
    turnedAway: 0,
    created: 0,
    found: 0,
    badEnds: 0,
    slowestEndMs: 0,
    losses: [],
  };
}

export interface Work {
  readonly name: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly type?: string;
  /** Told of the text of an answer in full. */
  readonly onAnswer?: (text: string) => void;
}

export interface Calls {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly workOf: (turn: number) => Work;
  /** When the server was told to end, on the clock of `performance`. */
  readonly signal: { readonly at: number };
  readonly counts: DrainCounts;
}

const MOST_PAUSE_MS = 20;

export async function callUntilClosed({ url, headers = {}, workOf, signal, counts }: Calls): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let turn = 0; ; turn += 1) {
      const work = workOf(turn);
      const sent = await send(url, agent, headers, work);
      if (sent === 'refused') {
        counts.refused += 1;
        return;
      }
      if (sent === 'never taken') counts.neverTaken += 1;
      else if (sent === 'turned away') counts.turnedAway += 1;
      else if (typeof sent === 'string') {
        counts.lost += 1;
        counts.losses.push(sent);
      } else {
        counts.answered += 1;
        if (performance.now() > signal.at) counts.answeredAfterSignal += 1;
        work.onAnswer?.(sent.text);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_PAUSE_MS));
    }
  } finally {
    agent.destroy();
  }
}

type Sent = { readonly text: string } | 'refused' | 'never taken' | 'turned away' | (string & {});

function send(url: string, agent: Agent, more: Calls['headers'], { name, path, body, type }: Work): Promise<Sent> {
  const headers = {
    ...more,
    ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }),
  };
  return new Promise((resolve) => {
    const asking = request(url + path, { method: body === undefined ? 'GET' : 'POST', agent, headers });
    let answer: IncomingMessage | undefined;
    const fail = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      else if (answer === undefined && !asking.reusedSocket) resolve('never taken');
      else resolve(`${name}: ${error.code ?? error.message}, ${answer === undefined ? 'unanswered' : 'half answered'}`);
    };
    asking.once('error', fail);
    asking.once('response', (response) => {
      answer = response;
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
    asking.end(body);
  });
}
