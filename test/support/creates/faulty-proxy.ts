/**
 * A proxy before the POST API that injects faults by chance, and counts the creations whose whole request came in: from then
 * on nobody before it can know whether they are carried out. It also serves the key set of the callers' tokens.
 */
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../src/reference/seed/random.ts';
import { keySetDocument } from '../caller-tokens.ts';

interface Fate {
  /** The service gets the request. */
  readonly isPassedOn: boolean;
  /** What the gateway gets: the service's answer, half of it, none, a reset, or an error of this status. */
  readonly answers: 'whole' | 'half' | 'never' | 'reset' | number;
  readonly delayMs?: number;
  /** It is reset before it is read, or answered in words that say that nothing was done: it did not come in. */
  readonly isRefusal?: boolean;
}

const fates = {
  'reset unread': { isPassedOn: false, answers: 'reset', isRefusal: true },
  'reset unheard': { isPassedOn: false, answers: 'reset' },
  'answer lost': { isPassedOn: true, answers: 'reset' },
  'answer cut': { isPassedOn: true, answers: 'half' },
  'answer late': { isPassedOn: true, answers: 'whole', delayMs: 300 },
  'no answer': { isPassedOn: true, answers: 'never' },
  'no answer, unheard': { isPassedOn: false, answers: 'never' },
  '502 unheard': { isPassedOn: false, answers: 502 },
  '503 all the same done': { isPassedOn: true, answers: 503 },
  '429': { isPassedOn: false, answers: 429, isRefusal: true },
  '401': { isPassedOn: false, answers: 401, isRefusal: true },
} as const satisfies Record<string, Fate>;

const untouched: Fate = { isPassedOn: true, answers: 'whole' };

type FaultName = keyof typeof fates;

export interface FaultyProxy {
  readonly url: string;
  /** How often a creation with this street address came in whole, and was not refused. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly injected: Readonly<Partial<Record<FaultName, number>>>;
  /** From now on all is passed on as it is. */
  readonly calm: () => void;
  readonly close: () => Promise<void>;
}

export interface FaultyProxyOptions {
  readonly target: string;
  readonly random: Random;
  /** The share of creations that meet a fault, 0 to 1. */
  readonly creations: number;
  /** The same of all other requests. */
  readonly others: number;
}

const CREATE = '/fsforms/addTrans';
const KEY_SET = '/key-set';

export async function startFaultyProxy({ target, random, ...shares }: FaultyProxyOptions): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true });
  const arrivals = new Map<string, number>();
  const injected: Partial<Record<FaultName, number>> = {};
  let isCalm = false;

  const choose = (path: string): Fate => {
    if (isCalm || !random.chance(path === CREATE ? shares.creations : shares.others)) return untouched;
    const name = random.pick(Object.keys(fates) as FaultName[]);
    injected[name] = (injected[name] ?? 0) + 1;
    return fates[name];
  };

  const serve = async (
    path: string,
    incoming: AsyncIterable<Buffer> & { headers: object },
    response: ServerResponse,
  ) => {
    const fate = choose(path);
    if (fate.isRefusal && fate.answers === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (path === CREATE && !fate.isRefusal) note(arrivals, body);
    const answer = fate.isPassedOn ? await passOn(agent, target + path, incoming.headers, body) : null;
    if (fate.delayMs !== undefined) await wait(fate.delayMs);
    reply(response, fate, answer);
  };

  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    if (path === KEY_SET) response.end(JSON.stringify(keySetDocument));
    // A gateway that is killed while it sends leaves half a request.
    else serve(path, incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    injected,
    calm: () => {
      isCalm = true;
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Where the proxy serves the key set. */
export function keySetOf(proxy: FaultyProxy): string {
  return proxy.url + KEY_SET;
}

function note(arrivals: Map<string, number>, body: Buffer): void {
  const { streetAddress } = JSON.parse(body.toString()) as { streetAddress: string };
  arrivals.set(streetAddress, (arrivals.get(streetAddress) ?? 0) + 1);
}

interface Passed {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function passOn(agent: Agent, url: string, headers: object, body: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const passed = { ...headers, 'content-length': body.length, 'transfer-encoding': undefined };
    const sent = request(
      url,
      { method: 'POST', agent, headers: JSON.parse(JSON.stringify(passed)) },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const { statusCode = 0, headers: given } = answer;
        resolve({ status: statusCode, type: given['content-type'] ?? '', body: Buffer.concat(chunks) });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

function reply(response: ServerResponse, { answers }: Fate, answer: Passed | null): void {
  if (answers === 'never') return;
  if (typeof answers === 'number') {
    response.writeHead(answers, { 'content-type': 'application/json', ...(answers === 429 && { 'retry-after': '0' }) });
    response.end(JSON.stringify({ status: answers, type: 'Injected', message: 'injected' }));
  } else if (answer === null || answers === 'reset') response.socket?.resetAndDestroy();
  else {
    response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': answer.body.length });
    if (answers === 'whole') response.end(answer.body);
    else response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.socket?.destroy());
  }
}
