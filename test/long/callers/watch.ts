/** What another caller and the probes see while somebody attacks: requests at a steady pace, each on a connection of its own. */
import { request } from 'node:http';

export interface Seen {
  readonly milliseconds: number[];
  readonly failures: string[];
}

export interface Watch {
  readonly other: Seen;
  readonly probe: Seen;
  readonly end: () => Promise<void>;
}

const OTHER_EVERY_MS = 50;
const PROBE_EVERY_MS = 200;
const PATIENCE_MS = 15_000;
const query = JSON.stringify({ query: '{ transactions(first: 20) { nodes { name status } } }' });

export function watch(url: string, probeUrl: string, token: string): Watch {
  const other = repeat(OTHER_EVERY_MS, () => ask(`${url}/graphql`, query, { authorization: `Bearer ${token}` }));
  const probe = repeat(PROBE_EVERY_MS, () => ask(`${probeUrl}/healthz`));
  return {
    other: other.seen,
    probe: probe.seen,
    async end() {
      await Promise.all([other.end(), probe.end()]);
    },
  };
}

/** Asks at this interval, whether or not earlier questions are answered, so that a stall is not left out. */
function repeat(everyMs: number, once: () => Promise<string | null>): { seen: Seen; end: () => Promise<void> } {
  const seen: Seen = { milliseconds: [], failures: [] };
  const pending = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const startedAt = performance.now();
    const asking = once().then((failure) => {
      if (failure === null) seen.milliseconds.push(performance.now() - startedAt);
      else seen.failures.push(failure);
      pending.delete(asking);
    });
    pending.add(asking);
  }, everyMs);
  return {
    seen,
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}

/** Null for an answer without errors, otherwise what is wrong. */
function ask(url: string, body?: string, headers: Readonly<Record<string, string>> = {}): Promise<string | null> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const type = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const sent = request(url, { method, agent: false, headers: { ...type, ...headers }, signal }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () => {
        const code = /"code":"(\w+)"/.exec(text)?.[1];
        resolve(response.statusCode === 200 && code === undefined ? null : `${response.statusCode} ${code ?? ''}`);
      });
      response.on('error', (error) => resolve(error.message));
    });
    sent.on('error', (error) => resolve(signal.aborted ? 'no answer' : error.message));
    sent.end(body);
  });
}
