/** What `JSON.parse` alone takes for the answer from which a page of full records (W3) is made: CPU time in this process. */
import type { Server } from './processes.ts';
import { agentNrdsId } from './workloads.ts';

const BODIES = 4;
const WARM_UP_MS = 1_000;
const MEASURE_MS = 300;

/** Fetches answers, and returns what measures how long parsing one of them takes, in microseconds. */
export async function createParsing(upstream: Server): Promise<() => number> {
  const texts = await Promise.all(Array.from({ length: BODIES }, (_, at) => fetchPage(upstream, at)));
  parseFor(texts, WARM_UP_MS);
  return () => parseFor(texts, MEASURE_MS);
}

async function fetchPage({ url }: Server, agent: number): Promise<string> {
  const filter = `NRDSID=<${agentNrdsId(agent).agentNrdsId}>`;
  const body = JSON.stringify({ batch_size: 100, batch_no: 1, filter, full_details: true });
  return await (await fetch(`${new URL(url).origin}/fsforms/listTrans`, { method: 'POST', body })).text();
}

function parseFor(texts: readonly string[], milliseconds: number): number {
  const start = process.cpuUsage();
  let count = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end; count += 1)
    JSON.parse(texts[count % texts.length] as string);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}
