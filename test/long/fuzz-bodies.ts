/**
 * Sends damaged bodies to a gateway, several at a time, and prints the number of responses by status. Fails on every response of 500 or
 * more, on every one that is not JSON with data or errors, and on every error in the log, and prints the body that caused it.
 */
import { listen } from '../../src/http/server/node-server.ts';
import { jsonBodies } from '../http/middleware/json-bodies.ts';
import { createRandom, type Random } from '../isolation/random.ts';
import { createWorld } from '../isolation/world.ts';
import { nrdsIdOf } from '../isolation/world-data.ts';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';

const DEFAULT_RUNS = 20_000;
const CONCURRENCY = 16;
const MAX_SHOWN = 10;
const ERROR_LEVEL = 50;
/** A token is valid for ten minutes, which may be less than the run takes. */
const BODIES_PER_TOKEN = 2_000;

const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\\u0000',
    '\\ud800',
    '\\u',
    '/*',
    'null',
    'true',
    '-',
    '1e999',
    '\ufeff',
  ],
  ...[
    '"__proto__":{"a":1},',
    '"query":"{",',
    '"variables":[],',
    '"extensions":{"persistedQuery":null},',
    '@skip(if:true)',
  ],
  ...['$a', '{__typename}', '...F', 'fragment F on Query { ...F }', '{ viewer ', '# ', '"""', '\u0000'],
];

/** One to three times: bits flipped, a part left out or repeated, a piece put in once or often. */
function damage(body: string | Buffer, random: Random): Buffer<ArrayBuffer> {
  let result = Buffer.from(body as string);
  for (let left = 1 + random.integer(3); left > 0; left -= 1) {
    const from = random.integer(result.length + 1);
    const to = from + random.integer(result.length - from + 1);
    const inserted = Buffer.from(random.pick(pieces).repeat(random.pick([1, 1, 100, 5_000])));
    result = random.pick<() => Buffer<ArrayBuffer>>([
      () =>
        Buffer.from(result.map((byte, at) => (at >= from && at < from + 4 ? byte ^ (1 << random.integer(8)) : byte))),
      () => Buffer.concat([result.subarray(0, from), result.subarray(to)]),
      () => Buffer.concat([result.subarray(0, to), result.subarray(from)]),
      () => Buffer.concat([result.subarray(0, from), inserted, result.subarray(from)]),
    ])();
  }
  return result;
}

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs, seed } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  console.log(`${runs} bodies, seed ${seed}`);
  const random = createRandom(seed);
  const faults: string[] = [];
  const statuses = new Map<string, number>();
  const world = await createWorld();
  try {
    const url = await listen(world.app.server, { host: '127.0.0.1', port: 0, setting: 'PORT' });
    let token = agentToken([nrdsIdOf(0)]);
    let sent = 0;
    const send = async (body: Buffer<ArrayBuffer>): Promise<void> => {
      const headers = { authorization: `Bearer ${await token}`, 'content-type': 'application/json' };
      const found = await fetch(`${url}/graphql`, { method: 'POST', headers, body }).then(async (response) =>
        faultOf(response.status, await response.text()),
      );
      statuses.set(found.status, (statuses.get(found.status) ?? 0) + 1);
      if (found.fault !== null) faults.push(`${found.fault}\n  base64 ${body.toString('base64').slice(0, 10_000)}`);
    };
    const take = async (): Promise<void> => {
      while (sent < runs) {
        sent += 1;
        if (sent % BODIES_PER_TOKEN === 0) token = agentToken([nrdsIdOf(0)]);
        const [, body] = random.pick(jsonBodies);
        await send(damage(body, random)).catch((error: unknown) => faults.push(String(error)));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, take));
    const logged = world.lines.filter(({ level }) => Number(level) >= ERROR_LEVEL);
    faults.push(...logged.map((line) => `logged ${JSON.stringify(line)}`));
  } finally {
    await world.close();
  }
  console.log(Object.fromEntries(statuses));
  for (const fault of faults.slice(0, MAX_SHOWN)) console.error(fault);
  console.log(`faults ${faults.length}`);
  return faults.length === 0;
}

function faultOf(status: number, text: string): { readonly status: string; readonly fault: string | null } {
  const isRevealing = /\bat .*\.[jt]s:\d+|node_modules|\/src\/|ECONN/.test(text);
  const { data, errors } = JSON.parse(text) as { data?: object | null; errors?: { extensions?: { code?: string } }[] };
  const isGraph =
    errors === undefined ? data != null : errors.every(({ extensions }) => extensions?.code !== 'INTERNAL');
  const isFault = status >= 500 || isRevealing || !isGraph;
  return { status: String(status), fault: isFault ? `${status} ${text.slice(0, 500)}` : null };
}
