/** Measures a server with a workload: the operating system's CPU time for a known number of requests. */
import type { LoadOptions } from './load.ts';
import { type Server, sendLoad } from './processes.ts';
import { bodyOf, type Workload } from './workloads.ts';

export interface Measurement {
  /** CPU time of the server's process, all threads, in microseconds per request. */
  readonly cpuMicros: number;
  readonly perSecond: number;
  /** Upstream calls per request. */
  readonly calls: number;
}

export type Measure = (server: Server, work: Workload, amount: number) => Promise<Measurement>;

export function createMeasure(
  upstream: Server,
  readCpu: (pid: number) => number,
  tokensFor: (work: Workload) => readonly string[],
): Measure {
  const calls = async () => Number(await (await fetch(`${new URL(upstream.url).origin}/calls`)).text());
  return async (server, work, amount) => {
    const clients: LoadOptions['clients'] = tokensFor(work).map((token, index) => ({
      token,
      body: bodyOf(work, index),
    }));
    const requestCount = Math.max(1, Math.round(amount / clients.length)) * clients.length;
    const before = await calls();
    const start = readCpu(server.pid);
    const { seconds } = await sendLoad({ url: server.url, amount: requestCount, clients });
    const cpuMicros = (readCpu(server.pid) - start) / requestCount;
    return { cpuMicros, perSecond: requestCount / seconds, calls: ((await calls()) - before) / requestCount };
  };
}

/**
 * Warms a server up for about `seconds` and returns how many requests it then handles in `roundSeconds`. It starts with few
 * requests and sends more and more, since the first ones are slow.
 */
export async function warmUp(
  measure: Measure,
  server: Server,
  work: Workload,
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
