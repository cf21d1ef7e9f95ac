// Agents stay isolated from each other: random operations, generated from the schema itself, reveal nothing of another agent in
// any body, header, log line or record. `npm run fuzz -- isolation` is the long version.
import { expect, onTestFinished, test } from 'vitest';
import type { Principal } from '../../src/gateway/callers/principal.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { Upstream } from '../../src/upstream/call.ts';
import { emailOf, foreignMarks } from './marks.ts';
import { type Outcome, runIsolation } from './run.ts';
import { createWorld, type WorldOptions } from './world.ts';
import { nrdsIdOf } from './world-data.ts';

/** Each of the faults below was found within 200 operations by half of a dozen seeds, and within 400 by all. */
const OPERATIONS = 600;
/** No run should come near: the order of operations depends on the machine, and a rare field may come late. */
const MOST_OPERATIONS = 10_000;
const SEED = 20_261_120;

async function run(options: WorldOptions, isEnough: (outcome: Outcome) => boolean): Promise<Outcome> {
  const world = await createWorld(options);
  onTestFinished(() => world.close());
  return runIsolation(world, MOST_OPERATIONS, SEED, { isEnough });
}

/** What a run has not yet shown: the result proves nothing unless every field was selected and responses contained data. */
const unproven = ({ operations, roots, neverSelected, ownMarks, codes, links }: Outcome): string[] => [
  ...[...roots.keys()].filter((name) => !roots.get(name)?.answered),
  ...neverSelected,
  ...(operations >= OPERATIONS ? [] : ['operations']),
  ...(ownMarks > 500 ? [] : ['own marks']),
  ...((codes.get('NOT_FOUND') ?? 0) > 20 ? [] : ['NOT_FOUND']),
  ...((codes.get('INVALID_CURSOR') ?? 0) > 5 ? [] : ['INVALID_CURSOR']),
  ...(links.sent > 5 && links.opened > 0 ? [] : ['links']),
  ...(links.calendars > 0 ? [] : ['calendars']),
];

test(`${OPERATIONS} random operations and more of 21 agents, eight coordinators and a service reveal no other agent's data`, async () => {
  const outcome = await run({}, (before) => before.leaks.length > 0 || unproven(before).length === 0);
  expect(outcome.leaks.slice(0, 3)).toEqual([]);
  expect(unproven(outcome)).toEqual([]);
  expect(outcome.codes.has('INTERNAL')).toBe(false);
});

/** Ignores ownership: treats every caller as a service. */
function careless(principal: Principal): Principal {
  return { ...principal, role: 'service', nrdsIds: [] };
}

const withAccess = (change: (access: Gateway['access']) => Partial<Gateway['access']>) => (gateway: Gateway) => ({
  ...gateway,
  access: { ...gateway.access, ...change(gateway.access) },
});

test.each<[string, WorldOptions]>([
  [
    'ids that open for anybody',
    {
      gateway: withAccess(({ openTransaction }) => ({
        openTransaction: (principal, id) => openTransaction(careless(principal), id),
      })),
    },
  ],
  [
    'lists for any agent that is named',
    {
      gateway: withAccess(({ agent }) => ({
        agent: (principal, nrdsId) => agent(nrdsId === null ? principal : careless(principal), nrdsId),
      })),
    },
  ],
  ['a cache that ignores whom a response is for', { upstream: forgetful }],
])('such operations would detect %s', async (_, options) => {
  expect((await run(options, ({ leaks }) => leaks.length > 0)).leaks[0]?.where).toBe('body');
});

test('such operations would detect that a creation is written to another agent', async () => {
  let misplaced = 0;
  /** Creates all transactions for one agent, whoever asks. */
  const misplacing = (upstream: Upstream): Upstream => {
    const call = async (endpoint: string, request: object, ...rest: unknown[]): Promise<unknown> => {
      if (endpoint !== 'addTrans') return Reflect.apply(upstream.call, upstream, [endpoint, request, ...rest]);
      const sent = { ...request, agentNRDSID: nrdsIdOf(0) };
      const answer = await Reflect.apply(upstream.call, upstream, [endpoint, sent, ...rest]);
      misplaced += foreignMarks(JSON.stringify(sent), new Set([0])).length;
      return answer;
    };
    return { ...upstream, call: call as Upstream['call'] };
  };
  const { leaks } = await run({ upstream: misplacing }, () => misplaced > 0);
  expect(leaks.map(({ where }) => where)).toContain('database');
});

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
