// The servers that the gateway is compared with: their packages, which are fetched for a comparison alone, and that the guarded one
// has the guards of its name.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { difference, sendOnce } from '../../bench/compare-responses.ts';
import { starters, startGateway, startUpstream, tokensOf } from '../../bench/comparison.ts';
import { areInstalled, installPeers } from '../../bench/peers/install.ts';
import type { Server } from '../../bench/processes.ts';
import { workloads } from '../../bench/workloads.ts';

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

// They are not fetched for a test: whoever has run the comparison has them.
describe.skipIf(!areInstalled())('guarded Mercurius', () => {
  const servers: Server[] = [];
  let guarded: Server;
  let gateway: Server;

  beforeAll(async () => {
    const upstream = await startUpstream();
    servers.push(upstream);
    const { origin } = new URL(upstream.url);
    guarded = await starters['guarded Mercurius'](origin);
    servers.push(guarded);
    gateway = await startGateway(origin);
    servers.push(gateway);
  });
  afterAll(async () => {
    for (const server of servers.reverse()) await server.stop();
  });

  const send = (body: object, token?: string) =>
    fetch(guarded.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  test.each(workloads)('responds to $name like the gateway', async (work) => {
    const [token = ''] = await tokensOf(work.caller, 1);
    // The first response is executed, later ones are compiled.
    for (let time = 1; time <= 3; time += 1) {
      const [one, other] = await Promise.all([gateway, guarded].map((server) => sendOnce(server, work, token, 0)));
      expect(one).toMatchObject({ data: expect.any(Object) });
      expect(difference(one, other)).toBeNull();
    }
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
