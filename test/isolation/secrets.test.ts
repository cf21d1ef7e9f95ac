// Secrets appear nowhere: not in a response, a log line or a fault that is printed, even if the POST API itself quotes them.
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Upstream } from '../../src/upstream/call.ts';
import { createRandom } from './random.ts';
import { type Leak, runIsolation } from './run.ts';
import { type SpitefulProxy, startSpitefulProxy } from './spiteful-proxy.ts';
import { createWorld, type World } from './world.ts';

const CLIENT_SECRET = 'canary-client-secret-7d1f93';
const ID_SECRET = Buffer.from('canary-id-key-of-32-bytes-5b21aa');
const OPERATIONS = 150;
/** So many calls were quoted, and so many failed, before the run ends: how many of the first operations do depends on their order. */
const QUOTES = 11;
/** No run should come near. */
const MOST_OPERATIONS = 10_000;
const SEED = 3;
/** Internals that must not be visible outside: stacks, paths, addresses, HTML. */
const INSIDE = /\bat \S+ \(?(file|node|\/)|node_modules|\.ts\b|ECONN|127\.0\.0\.1:\d|<html|UND_ERR/;

/** Any bearer token: a caller's or upstream's. */
const BEARER = /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/;

interface Seen {
  readonly where: Leak['where'];
  readonly text: string;
  readonly root: string | null;
}

const shown = (value: unknown): string => inspect(value, { depth: 10, showHidden: true, maxStringLength: null });

/** Every encoding of each secret. A passcode is shown to the caller that requested it, and to nobody else. */
function spellings(proxy: SpitefulProxy): string[] {
  const key = (['utf8', 'hex', 'base64', 'base64url'] as const).map((encoding) => ID_SECRET.toString(encoding));
  return [CLIENT_SECRET, encodeURIComponent(CLIENT_SECRET), ...key, ...proxy.secrets];
}

interface Run {
  readonly proxy: SpitefulProxy;
  readonly world: World;
  readonly faults: unknown[];
  readonly seen: Seen[];
}

async function run(
  operations: number,
  quotes: number,
  around = (upstream: Upstream): Upstream => upstream,
): Promise<Run> {
  const faults: unknown[] = [];
  const seen: Seen[] = [];
  let proxy = null as unknown as SpitefulProxy;
  const world = await createWorld({
    clientSecret: CLIENT_SECRET,
    idSecret: ID_SECRET,
    introspection: false,
    upstream: (upstream) => around(recording(upstream, faults)),
    proxy: async (url) => {
      proxy = await startSpitefulProxy(url, 0.4, createRandom(SEED));
      return proxy;
    },
  });
  onTestFinished(() => world.close());
  const { leaks } = await runIsolation(world, MOST_OPERATIONS, SEED, {
    isEnough: ({ operations: sent }) => sent >= operations && Math.min(proxy.quotedCount(), faults.length) >= quotes,
    onText: (where, text, root) => void seen.push({ where, text, root }),
  });
  expect(leaks).toEqual([]);
  return { proxy, world, faults, seen };
}

/** Records every fault with which a call ends. */
function recording(upstream: Upstream, faults: unknown[]): Upstream {
  const kept = <T extends (...given: never[]) => Promise<unknown>>(run: T): T =>
    ((...given: Parameters<T>) =>
      run(...given).catch((fault: unknown) => {
        faults.push(fault);
        throw fault;
      })) as T;
  return { ...upstream, call: kept(upstream.call), upload: kept(upstream.upload), download: kept(upstream.download) };
}

test('no secret, stack or host appears in any response, log line or fault, whatever upstream quotes', async () => {
  const { proxy, world, faults, seen: all } = await run(OPERATIONS, QUOTES);
  // `flat` shows a service the record exactly as the POST API sent it, in whatever columns, so it is exempt.
  const seen = all.filter(({ where, text }) => where !== 'body' || !text.includes('"flat":{"surprise":'));
  const secrets = spellings(proxy);
  const holding = (text: string) => secrets.filter((secret) => text.includes(secret));

  const isOwnPasscode = ({ where, root }: Seen) => where === 'body' && root === 'Mutation.registerMember';
  const leaked = seen.filter((each) => !isOwnPasscode(each)).filter(({ text }) => holding(text).length > 0);
  expect(leaked.slice(0, 3)).toEqual([]);

  const answers = seen.filter(({ where }) => where === 'body' || where === 'headers');
  expect(answers.filter(({ text }) => INSIDE.test(text)).slice(0, 3)).toEqual([]);
  expect(answers.filter(({ text }) => text.includes('Quoted')).every(({ root }) => root?.startsWith('Mutation.'))).toBe(
    true,
  );

  expect(seen.filter(({ text }) => BEARER.test(text)).slice(0, 3)).toEqual([]);
  expect(faults.map(shown).filter((text) => holding(text).length > 0 || BEARER.test(text))).toEqual([]);
  expect(holding(shown(world.gateway))).toEqual([]);

  // The result proves nothing unless secrets passed through and were quoted. A token that is denied within its first seconds is kept.
  expect(proxy.secrets.size).toBeGreaterThan(0);
  expect(proxy.quotedCount()).toBeGreaterThanOrEqual(QUOTES);
  expect(faults.length).toBeGreaterThanOrEqual(QUOTES);
});

test('an unexpected error is masked even if it contains a secret, and this test would find the secret in the log', async () => {
  const { seen } = await run(30, 0, (upstream) => ({
    ...upstream,
    call: async () => {
      throw new TypeError(`cannot read ${CLIENT_SECRET} of 10.0.0.7`);
    },
  }));
  const places = seen.filter(({ text }) => text.includes(CLIENT_SECRET)).map(({ where }) => where);
  expect([...new Set(places)]).toEqual(['log']);
  const masked = seen.filter(({ where, text }) => where === 'body' && text.includes('"INTERNAL"'));
  expect(masked.length).toBeGreaterThan(5);
});
