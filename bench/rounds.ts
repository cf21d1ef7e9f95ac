/** Measures servers with workloads, in turns: the operating system's CPU time for a known number of requests. */
import { cpuMicros, generateGood, type Server } from './processes.ts';
import { clientsOf } from './servers.ts';
import type { Workload } from './workloads.ts';

export interface Conditions {
  readonly rounds: number;
  readonly seconds: number;
  /** Of warm-up, per server and workload. */
  readonly 'warm-up': number;
}

export interface Measurement {
  /** CPU time of the server's process, all threads, in microseconds per request. */
  readonly cpu: number;
  readonly perSecond: number;
}

/** On 32 connections, unless said otherwise. */
export async function measure(server: Server, work: Workload, amount: number, connections = 32): Promise<Measurement> {
  const clients = await clientsOf(work, connections);
  const responses = Math.max(1, Math.round(amount / connections)) * connections;
  const before = cpuMicros(server.pid);
  const { seconds } = await generateGood({ url: server.url, clients, until: { responses } });
  return { cpu: (cpuMicros(server.pid) - before) / responses, perSecond: responses / seconds };
}

/**
 * Warms a server up for about `seconds` and returns how many requests it then handles in `roundSeconds`. It starts with few
 * requests and sends more and more, since the first ones are slow.
 */
export async function warmUp(server: Server, work: Workload, seconds: number, roundSeconds = seconds): Promise<number> {
  let amount = 64;
  let spent = 0;
  let rate = 0;
  while (spent < seconds) {
    rate = (await measure(server, work, amount)).perSecond;
    spent += amount / rate;
    amount = Math.ceil(rate * Math.min(seconds, Math.max(0.3, seconds - spent)));
  }
  return Math.ceil(rate * roundSeconds);
}

/** Takes turns; each round begins with another one, since a place in the order may cost something. Results by turn. */
export async function inTurns<T>(rounds: number, turns: readonly (() => Promise<T>)[]): Promise<readonly T[][]> {
  const taken: T[][] = turns.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < turns.length; step += 1) {
      const at = (step + round) % turns.length;
      const turn = turns[at];
      if (turn !== undefined) taken[at]?.push(await turn());
    }
  }
  return taken;
}

/** One response, parsed. Throws if it has no data or has errors: a server that fails would seem fast. */
export async function sendChecked(server: Server, work: Workload, name = work.name): Promise<unknown> {
  const [{ token, body }] = (await clientsOf(work, 1)) as [{ token: string; body: string }];
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = (await (await fetch(server.url, { method: 'POST', headers, body })).json()) as {
    readonly data?: unknown;
    readonly errors?: unknown;
  };
  if (!response.data || response.errors !== undefined) throw new Error(`${name}: ${JSON.stringify(response.errors)}`);
  return response;
}
