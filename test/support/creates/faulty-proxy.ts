/**
 * A proxy in front of the POST API that injects faults at random, and counts the creations whose complete request arrived: from
 * then on the gateway cannot know whether they are executed. It also serves the key set of the callers' tokens.
 */
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@realty-forms/reference/seed/random.ts';
import { keySetDocument } from '../callers/caller-tokens.ts';

interface Fault {
  /** Whether the request is passed on to the service. */
  readonly isForwarded: boolean;
  /** What the gateway gets: the service's response, half of it, nothing, a reset, or an error with this status. */
  readonly reply: 'whole' | 'half' | 'never' | 'reset' | number;
  readonly delayMs?: number;
  /** The connection is reset before the request is read, or the response proves that nothing was done: it does not count as arrived. */
  readonly isRefusal?: boolean;
}

const faults = {
  'reset unread': { isForwarded: false, reply: 'reset', isRefusal: true },
  'reset unheard': { isForwarded: false, reply: 'reset' },
  'answer lost': { isForwarded: true, reply: 'reset' },
  'answer cut': { isForwarded: true, reply: 'half' },
  'answer late': { isForwarded: true, reply: 'whole', delayMs: 300 },
  'no answer': { isForwarded: true, reply: 'never' },
  'no answer, unheard': { isForwarded: false, reply: 'never' },
  '502 unheard': { isForwarded: false, reply: 502 },
  '503 all the same done': { isForwarded: true, reply: 503 },
  '429': { isForwarded: false, reply: 429, isRefusal: true },
  '401': { isForwarded: false, reply: 401, isRefusal: true },
} as const satisfies Record<string, Fault>;

const untouched: Fault = { isForwarded: true, reply: 'whole' };

type FaultName = keyof typeof faults;

export interface FaultyProxy {
  readonly url: string;
  /** How often a creation with this street address arrived completely and was not rejected by the proxy. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly injected: Readonly<Partial<Record<FaultName, number>>>;
  /** From now on everything is passed on unchanged. */
  readonly stopInjecting: () => void;
  readonly close: () => Promise<void>;
}

export interface FaultyProxyOptions {
  readonly target: string;
  /** Of creations, and of all other requests: how many of those there are in between depends on the machine. */
  readonly randoms: Readonly<Record<'creations' | 'others', Random>>;
  /** The proportion of creations that meet a fault, 0 to 1. */
  readonly creations: number;
  /** The same for all other requests. */
  readonly others: number;
}

const CREATE = '/fsforms/addTrans';
const KEY_SET = '/key-set';

export async function startFaultyProxy({ target, randoms, ...shares }: FaultyProxyOptions): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true });
  const arrivals = new Map<string, number>();
  const injected: Partial<Record<FaultName, number>> = {};
  let isInjectionStopped = false;

  const choose = (path: string): Fault => {
    const kind = path === CREATE ? 'creations' : 'others';
    if (isInjectionStopped || !randoms[kind].chance(shares[kind])) return untouched;
    const name = randoms[kind].pick(Object.keys(faults) as FaultName[]);
    injected[name] = (injected[name] ?? 0) + 1;
    return faults[name];
  };

  const serve = async (
    path: string,
    incoming: AsyncIterable<Buffer> & { headers: object },
    response: ServerResponse,
  ) => {
    const fault = choose(path);
    if (fault.isRefusal && fault.reply === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (path === CREATE && !fault.isRefusal) countArrival(arrivals, body);
    const forwarded = fault.isForwarded ? await forward(agent, target + path, incoming.headers, body) : null;
    if (fault.delayMs !== undefined) await wait(fault.delayMs);
    sendReply(response, fault, forwarded);
  };

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    if (path === KEY_SET) response.end(JSON.stringify(keySetDocument));
    // A gateway that is killed while sending leaves half a request.
    else serve(path, incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    injected,
    stopInjecting: () => {
      isInjectionStopped = true;
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The URL of the key set on the proxy. */
export function keySetOf(proxy: FaultyProxy): string {
  return proxy.url + KEY_SET;
}

function countArrival(arrivals: Map<string, number>, body: Buffer): void {
  const { streetAddress } = JSON.parse(body.toString()) as { streetAddress: string };
  arrivals.set(streetAddress, (arrivals.get(streetAddress) ?? 0) + 1);
}

interface ForwardedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function forward(agent: Agent, url: string, headers: object, body: Buffer): Promise<ForwardedResponse> {
  return new Promise((resolve, reject) => {
    const forwardedHeaders = { ...headers, 'content-length': body.length, 'transfer-encoding': undefined };
    const sent = request(
      url,
      { method: 'POST', agent, headers: JSON.parse(JSON.stringify(forwardedHeaders)) },
      async (forwarded) => {
        const chunks: Buffer[] = [];
        for await (const chunk of forwarded) chunks.push(chunk as Buffer);
        const { statusCode = 0, headers: responseHeaders } = forwarded;
        resolve({ status: statusCode, type: responseHeaders['content-type'] ?? '', body: Buffer.concat(chunks) });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

function sendReply(response: ServerResponse, { reply }: Fault, forwarded: ForwardedResponse | null): void {
  if (reply === 'never') return;
  if (typeof reply === 'number') {
    response.writeHead(reply, { 'content-type': 'application/json', ...(reply === 429 && { 'retry-after': '0' }) });
    response.end(JSON.stringify({ status: reply, type: 'Injected', message: 'injected' }));
  } else if (forwarded === null || reply === 'reset') response.socket?.resetAndDestroy();
  else {
    response.writeHead(forwarded.status, { 'content-type': forwarded.type, 'content-length': forwarded.body.length });
    if (reply === 'whole') response.end(forwarded.body);
    else response.write(forwarded.body.subarray(0, forwarded.body.length >> 1), () => response.socket?.destroy());
  }
}
