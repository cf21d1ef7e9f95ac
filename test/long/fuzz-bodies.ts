/**
 * Sends hostile bodies to a gateway over kept-alive connections and prints the number of responses by status and code. Fails on
 * every response that does not have GraphQL's shape or reports a bug of the server, and prints the body that reproduces it.
 */
import { Agent, request as open } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '../../src/http/server/node-server.ts';
import { createWorld, type World } from '../isolation/world.ts';
import { nrdsIdOf } from '../isolation/world-data.ts';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';
import { createHostileBodies, type HostileRequest } from './hostile-bodies.ts';
import { codesOf, type HttpResponse, violationsOf } from './response-invariants.ts';

const DEFAULT_RUNS = 20_000;
const CONCURRENCY = 16;
const TIMEOUT_MS = 20_000;
const MAX_SHOWN = 10;
/** Longer bodies are printed compressed: they are long because of repetition. */
const MAX_SHOWN_BYTES = 2_000;
const ERROR_LEVEL = 50;
/** A token is valid for ten minutes, which may be less than the run takes. */
const REQUESTS_PER_TOKEN = 2_000;

const goodRequest: HostileRequest = {
  kind: 'good request at the end',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"query":"{ viewer { role } transactions { totalCount } }"}'),
  expected: 'executed',
};

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  console.log(`${runs} bodies, seed ${seed}`);
  const faults: string[] = [];
  const onStray = (reason: unknown): void => void faults.push(`unhandled: ${String(reason)}`);
  process.on('unhandledRejection', onStray).on('uncaughtException', onStray);
  const world = await createWorld();
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const counts = new Map<string, number>();
  try {
    const url = await listen(world.app.server, { host: '127.0.0.1', port: 0, setting: 'PORT' });
    const errorOf = createErrorWatch(world);
    const make = createHostileBodies(seed);
    let token = agentToken([nrdsIdOf(0)]);
    let sent = 0;
    const attempt = async (request: HostileRequest, number: number): Promise<void> => {
      const answer = await exchange(`${url}/graphql`, agent, request, await token).catch((error: unknown) => error);
      const found = isResponse(answer)
        ? [...violationsOf(answer, request.expected), ...errorOf(answer.headers['x-request-id'])]
        : [`no response: ${String(answer)}`];
      const key = `${request.kind}|${isResponse(answer) ? `${answer.status} ${codesOf(answer)}` : 'no response'}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (found.length > 0) faults.push(describe(request, number, found));
    };
    const take = async (): Promise<void> => {
      while (sent < runs) {
        sent += 1;
        if (sent % REQUESTS_PER_TOKEN === 0) token = agentToken([nrdsIdOf(0)]);
        await attempt(make(), sent);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, take));
    await attempt(goodRequest, sent + 1);
    faults.push(...errorOf(null));
  } finally {
    agent.destroy();
    await world.close();
    process.off('unhandledRejection', onStray).off('uncaughtException', onStray);
  }
  print(counts);
  for (const fault of faults.slice(0, MAX_SHOWN)) console.error(fault);
  console.log(`faults ${faults.length}`);
  return faults.length === 0;
}

const isResponse = (answer: unknown): answer is HttpResponse => !(answer instanceof Error);

function exchange(url: string, agent: Agent, { headers, body }: HostileRequest, token: string): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, 'content-length': String(body.length), ...headers };
    const request = open(url, { method: 'POST', agent, headers: all, timeout: TIMEOUT_MS }, async (response) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      } catch (error) {
        reject(error);
      }
    });
    request.once('timeout', () => request.destroy(new Error('timed out'))).once('error', reject);
    request.end(body);
  });
}

/** Takes errors out of the log: those of one request, or, at the end, all that belong to no response. */
function createErrorWatch({ lines }: World): (requestId: unknown) => string[] {
  const errors: Record<string, unknown>[] = [];
  return (requestId) => {
    errors.push(...lines.splice(0).filter(({ level }) => Number(level) >= ERROR_LEVEL));
    const ownErrors = errors.filter((line) => requestId === null || line.requestId === requestId);
    for (const line of ownErrors) errors.splice(errors.indexOf(line), 1);
    return ownErrors.map((line) => `logged ${JSON.stringify(line)}`);
  };
}

function describe({ kind, headers, body }: HostileRequest, number: number, faults: readonly string[]): string {
  const isLong = body.length > MAX_SHOWN_BYTES;
  const shown = (isLong ? gzipSync(body) : body).toString('base64');
  return `request ${number}, ${kind}: ${faults.join('; ')}\n  headers ${JSON.stringify(headers)}\n  ${isLong ? 'gzip, base64' : 'base64'} ${shown}`;
}

function print(counts: ReadonlyMap<string, number>): void {
  const sum = (from: readonly (readonly [string, number])[]): number => from.reduce((all, [, count]) => all + count, 0);
  const rows = [...counts];
  for (const [at, label] of ['kind', 'status and code'].entries()) {
    console.log(`by ${label}`);
    const by = Map.groupBy(rows, ([key]) => key.split('|')[at] as string);
    for (const [name, of] of [...by].sort()) console.log(`  ${name.padEnd(30)} ${String(sum(of)).padStart(7)}`);
  }
  console.log(`all ${sum(rows)}`);
}
