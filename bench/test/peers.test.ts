// The servers that the gateway is compared with: their packages, which are fetched for a comparison alone, and that the guarded one
// has the guards of its name.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { difference, sendOnce } from '../compare-responses.ts';
import { peers, serverNames, starters, startUpstream, tokensOf } from '../comparison.ts';
import { areInstalled, installPeers } from '../peers/install.ts';
import type { Server } from '../processes.ts';
import { workloads } from '../workloads.ts';

test('packages that cannot be fetched are told with the reason, and with the switch that goes on without them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package-lock.json'), 'not JSON');
  expect(areInstalled(folder)).toBe(false);
  expect(() => installPeers(folder)).toThrow(/cannot be fetched; --without-peers compares the others\.\n.*\w/s);
});

test('packages count as installed until the lock file asks for others, whenever it was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/.installed-lock.json'), 'one');
  writeFileSync(join(folder, 'package-lock.json'), 'one');
  expect(areInstalled(folder)).toBe(true);
  expect(() => installPeers(folder)).not.toThrow();
  writeFileSync(join(folder, 'package-lock.json'), 'another');
  expect(areInstalled(folder)).toBe(false);
});

// Mercurius is not fetched for a test: whoever has run the comparison has it, and CI.
const hasPeers = areInstalled();
const compared = serverNames.filter((name) => hasPeers || !peers.includes(name));

describe('the servers of the comparison', () => {
  const servers = new Map<string, Server>();

  beforeAll(async () => {
    const upstream = await startUpstream();
    servers.set('upstream', upstream);
    const { origin } = new URL(upstream.url);
    await Promise.all(compared.map(async (name) => servers.set(name, await starters[name](origin))));
  });
  afterAll(() => Promise.all([...servers.values()].map((server) => server.stop())));

  test.each(workloads)('give the same answer to $name', async (work) => {
    const [token = ''] = await tokensOf(work.caller, 1);
    // The first response is executed, later ones are compiled.
    for (let time = 1; time <= 3; time += 1) {
      const answers = await Promise.all(compared.map((name) => sendOnce(servers.get(name) as Server, work, token, 0)));
      const [own] = answers;
      expect(own).toMatchObject({ data: expect.any(Object) });
      expect(answers.map((answer) => difference(own, answer))).toEqual(compared.map(() => null));
    }
  });

  describe.skipIf(!hasPeers)('guarded Mercurius', () => {
    const send = (body: object, token?: string) =>
      fetch((servers.get('guarded Mercurius') as Server).url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });

    test('verifies tokens, and sends security headers, a request id and what is left of the rate', async () => {
      const [token = ''] = await tokensOf('agent', 1);
      const query = { query: '{ __typename }' };
      expect((await send(query)).status).toBe(401);
      expect((await send(query, `${token.slice(0, -4)}AAAA`)).status).toBe(401);
      const { status, headers } = await send(query, token);
      expect(status).toBe(200);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    });

    test('rejects a list of another agent, and a query that is too deep', async () => {
      const [token = ''] = await tokensOf('agent', 1);
      const foreign = { query: '{ transactions(agentNrdsId: "000000001", first: 1) { nodes { name } } }' };
      expect(await (await send(foreign, token)).json()).toMatchObject({ errors: [{ message: 'Not found' }] });
      const deep = `{ __schema { types ${'{ fields { type '.repeat(8)} { name } ${'} } '.repeat(8)} } }`;
      expect(await (await send({ query: deep }, token)).json()).toMatchObject({
        errors: [{ message: expect.stringContaining('depth') }],
      });
    });
  });
});
