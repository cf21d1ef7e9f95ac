/** One measurement of a server at a work: CPU time, of the operating system's accounting, for a known number of requests. */
import type { Orders } from './load.ts';
import { type Server, sendLoad } from './processes.ts';
import { bodyOf, type Work } from './works.ts';

export interface Measured {
  /** CPU time of the server's process, all threads, in microseconds a request. */
  readonly cpuMicros: number;
  readonly perSecond: number;
  /** Calls that reached upstream for each request. */
  readonly calls: number;
}

export type Measure = (server: Server, work: Work, amount: number) => Promise<Measured>;

export function createMeasure(
  upstream: Server,
  readCpu: (pid: number) => number,
  tokensFor: (work: Work) => readonly string[],
): Measure {
  const calls = async () => Number(await (await fetch(`${new URL(upstream.url).origin}/calls`)).text());
  return async (server, work, amount) => {
    const clients: Orders['clients'] = tokensFor(work).map((token, index) => ({ token, body: bodyOf(work, index) }));
    const rounded = Math.max(1, Math.round(amount / clients.length)) * clients.length;
    const before = await calls();
    const start = readCpu(server.pid);
    const { seconds } = await sendLoad({ url: server.url, amount: rounded, clients });
    const cpuMicros = (readCpu(server.pid) - start) / rounded;
    return { cpuMicros, perSecond: rounded / seconds, calls: ((await calls()) - before) / rounded };
  };
}

/**
 * Warms a server up for about `seconds`, and finds how many requests it then takes in `roundSeconds`: first few requests, then
 * more and more, since the first ones are slow.
 */
export async function warmUp(
  measure: Measure,
  server: Server,
  work: Work,
  seconds: number,
  roundSeconds = seconds,
): Promise<number> {
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
