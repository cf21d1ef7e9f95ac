// Agents stay isolated from each other: random operations, generated from the schema itself, reveal nothing of another agent in
// any body, header, log line or record. `npm run fuzz -- isolation` is the long version.
import { expect, onTestFinished, test } from 'vitest';
import type { Principal } from '../../src/gateway/callers/principal.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { Upstream } from '../../src/upstream/call.ts';
import { emailOf, foreignMarks } from './marks.ts';
import { type Outcome, runIsolation } from './run.ts';
import { createWorld, type WorldOptions } from './world.ts';

const OPERATIONS = 800;
const SEED = 20_261_121;
/** So many worlds at most, until every field was selected, or a fault has shown itself: the order of operations depends on the machine. */
const ROUNDS = 10;

async function run(
  operations: number,
  options: WorldOptions = {},
  { seed = SEED, untilLeak = false } = {},
): Promise<Outcome> {
  const world = await createWorld(options);
  onTestFinished(() => world.close());
  return runIsolation(world, operations, seed, { untilLeak });
}

test(`${OPERATIONS} random operations and more of 55 agents, eight coordinators and a service reveal no other agent's data`, async () => {
  const outcomes: Outcome[] = [];
  const missingInAll = (missingIn: (outcome: Outcome) => readonly string[]) =>
    outcomes.map(missingIn).reduce((one, other) => one.filter((name) => other.includes(name)));
  const sum = (countIn: (outcome: Outcome) => number | undefined) =>
    outcomes.reduce((total, outcome) => total + (countIn(outcome) ?? 0), 0);
  // The result proves nothing unless every field was selected and responses contained data.
  const unproven = (): string[] => [
    ...missingInAll(({ roots }) => [...roots.keys()].filter((name) => !roots.get(name)?.answered)),
    ...missingInAll(({ neverSelected }) => neverSelected),
    ...(sum(({ ownMarks }) => ownMarks) > 2_000 ? [] : ['own marks']),
    ...(sum(({ codes }) => codes.get('NOT_FOUND')) > 60 ? [] : ['NOT_FOUND']),
    ...(sum(({ codes }) => codes.get('INVALID_CURSOR')) > 5 ? [] : ['INVALID_CURSOR']),
    ...(sum(({ links }) => links.sent) > 5 ? [] : ['links']),
    ...(sum(({ links }) => links.calendars) > 0 ? [] : ['calendars']),
  ];
  do {
    const outcome = await run(OPERATIONS, {}, { seed: SEED + outcomes.length });
    outcomes.push(outcome);
    expect(outcome.leaks.slice(0, 3)).toEqual([]);
  } while (outcomes.length < ROUNDS && unproven().length > 0);
  expect(unproven()).toEqual([]);
  expect(sum(({ codes }) => codes.get('INTERNAL'))).toBe(0);
});

/** Ignores ownership: treats every caller as a service. */
function careless(principal: Principal): Principal {
  return { ...principal, role: 'service', nrdsIds: [] };
}

const withAccess = (change: (access: Gateway['access']) => Partial<Gateway['access']>) => (gateway: Gateway) => ({
  ...gateway,
  access: { ...gateway.access, ...change(gateway.access) },
});

test.each<[string, string[], WorldOptions]>([
  [
    'ids that open for anybody',
    ['body'],
    {
      gateway: withAccess(({ openTransaction }) => ({
        openTransaction: (principal, id) => openTransaction(careless(principal), id),
      })),
    },
  ],
  [
    'lists and creations for any agent that is named',
    ['body', 'database'],
    {
      gateway: withAccess(({ agent }) => ({
        agent: (principal, nrdsId) => agent(nrdsId === null ? principal : careless(principal), nrdsId),
      })),
    },
  ],
  ['a cache that ignores whom a response is for', ['body'], { upstream: forgetful }],
])(
  'such operations would detect %s',
  async (_, places, options) => {
    // Most of a foreign list is rejected because its records say whose they are, and few creations are for a foreign agent.
    const found = new Set<string>();
    // What is in the database is looked for in the end.
    const untilLeak = !places.includes('database');
    for (let round = 0; round < ROUNDS && !places.every((place) => found.has(place)); round += 1)
      for (const { where } of (await run(OPERATIONS / 2, options, { seed: SEED + round, untilLeak })).leaks)
        found.add(where);
    expect([...found]).toEqual(expect.arrayContaining(places));
  },
  120_000,
);

/** Returns a list of transactions that has records for the four later lists as well, whoever asks. */
function forgetful(upstream: Upstream): Upstream {
  let kept: { readonly data: readonly unknown[] } | null = null;
  let uses = 0;
  const call = async (endpoint: string, ...rest: unknown[]): Promise<unknown> => {
    if (endpoint === 'listTrans' && kept !== null && uses < 4) {
      uses += 1;
      return kept;
    }
    const answer: unknown = await Reflect.apply(upstream.call, upstream, [endpoint, ...rest]);
    if (endpoint === 'listTrans' && (answer as typeof kept)?.data.length) {
      kept = answer as typeof kept;
      uses = 0;
    }
    return answer;
  };
  return { ...upstream, call: call as Upstream['call'] };
}

test('another agent’s mark is found in plain text and inside a token, unless the request itself contained it', () => {
  const own = new Set([7]);
  const sealed = Buffer.from(`\u0001\u0002 0 800 cnry08x12 tail`).toString('base64url');
  expect(foreignMarks('{"name":"cnry07x1"}', own)).toEqual([]);
  expect(foreignMarks('{"name":"CNRY08x2"}', own)).toEqual(['CNRY08x2']);
  expect(foreignMarks(`{"id":"${sealed}"}`, own)).toEqual(['cnry08x12']);
  expect(foreignMarks(emailOf(9), own)).toEqual([emailOf(9)]);
  expect(foreignMarks(emailOf(9), own, `account(by: {email: "${emailOf(9)}"})`)).toEqual([]);
});
