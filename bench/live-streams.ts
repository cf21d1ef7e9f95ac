/** Clients of streams: many of them in this process, each on a connection of its own. They tell when something has arrived. */
import http, { Agent, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Arrival {
  /** The number of the stream. */
  readonly stream: number;
  /** The name of the transaction that has changed; null for READY. */
  readonly name: string | null;
  /** By `performance.now`. */
  readonly at: number;
}

export interface StreamClients {
  /** Resolves when each stream has told the name that was given for it; with the times, by stream. */
  readonly received: (nameOf: (stream: number) => string | null) => Promise<readonly number[]>;
  readonly close: () => void;
}

const query = 'subscription { transactionChanges { kind cursor version transaction { id name lastUpdateDate } } }';
/** As many as a gateway that has just started admits at the same moment. */
const OPENED_AT_ONCE = 20;
const PATIENCE_MS = 30_000;
const BUSY_MS = 500;

/** Opens a stream per token; resolves when each has told READY. */
export async function openStreams(url: string, tokens: readonly string[]): Promise<StreamClients> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const last: (Arrival | undefined)[] = tokens.map(() => undefined);
  let onArrival: () => void = () => {};
  let next = 0;
  const openOthers = async (): Promise<void> => {
    for (let stream = next++; stream < tokens.length; stream = next++) {
      const response = await open(url, tokens[stream] ?? '', agent);
      response.setEncoding('utf8');
      response.on('error', () => {});
      response.on('data', (text: string) => {
        if (!text.includes('event: next')) return;
        last[stream] = { stream, name: /"name":"([^"]*)"/.exec(text)?.[1] ?? null, at: performance.now() };
        onArrival();
      });
    }
  };

  const received: StreamClients['received'] = (nameOf) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`streams were told nothing for ${PATIENCE_MS} ms`)), PATIENCE_MS);
      onArrival = () => {
        if (!last.every((arrival, stream) => arrival !== undefined && arrival.name === nameOf(stream))) return;
        clearTimeout(timer);
        onArrival = () => {};
        resolve(last.map((arrival) => arrival?.at ?? 0));
      };
      onArrival();
    });

  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openOthers));
  await received(() => null);
  return { received, close: () => agent.destroy() };
}

/** A gateway that is busy rejects a stream for a moment. */
async function open(url: string, token: string, agent: Agent): Promise<IncomingMessage> {
  for (const end = performance.now() + PATIENCE_MS; ; await delay(BUSY_MS)) {
    const response = await request(url, token, agent);
    if (response.statusCode === 200) return response;
    response.resume();
    if (response.statusCode !== 503 || performance.now() > end)
      throw new Error(`a stream was refused with ${response.statusCode}`);
  }
}

function request(url: string, token: string, agent: Agent): Promise<IncomingMessage> {
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  return new Promise((resolve, reject) => {
    http.request(url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(JSON.stringify({ query }));
  });
}
