/** Readers that send one request after another over kept-alive connections, and count what becomes of each. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayAccess } from './clients.ts';

export interface ReadingCounts {
  /** Requests with a whole response. */
  answered: number;
  /** Requests without one, or with half of one, or that nobody was there to take. */
  cut: number;
  readonly cuts: string[];
}

const MAX_PAUSE_MS = 40;

/** Reads with so many readers until the work is done. */
export async function readUntil(
  { url, token }: GatewayAccess,
  readers: number,
  work: () => Promise<void>,
): Promise<ReadingCounts> {
  const counts: ReadingCounts = { answered: 0, cut: 0, cuts: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const base = await url();
  let isDone = false;
  const read = async () => {
    while (!isDone) {
      const problem = await readOnce(`${base}/graphql`, token, agent);
      if (problem === null) counts.answered += 1;
      else {
        counts.cut += 1;
        counts.cuts.push(problem);
      }
      // As people do; and the gateways have something else to do, too.
      await wait(MAX_PAUSE_MS * Math.random());
    }
  };
  const reading = Array.from({ length: readers }, read);
  try {
    await work();
  } finally {
    isDone = true;
    await Promise.all(reading);
    agent.destroy();
  }
  return counts;
}

const query = '{ accounts(first: 20) { nodes { id email } } }';

function readOnce(url: string, token: string, agent: Agent): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('error', (error) => resolve(`half a response: ${error.message}`));
      response.on('end', () => {
        const isWhole = response.complete && response.statusCode === 200 && text.startsWith('{"data":{');
        resolve(isWhole ? null : `${response.statusCode}: ${text.slice(0, 200)}`);
      });
    });
    outgoing.on('error', (error) => resolve(error.message));
    outgoing.end(JSON.stringify({ query }));
  });
}
