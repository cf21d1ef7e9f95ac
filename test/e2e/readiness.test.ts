// The gateway waits for an upstream that cannot be reached: it is ready from its first token on, even if upstream fails later.
import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { keySetDocument, serviceToken } from '../support/callers/caller-tokens.ts';
import { freePort } from '../support/free-port.ts';
import { startMain } from '../support/programs/main-process.ts';
import { settingsFor, startUpstream } from '../support/upstreams/real-upstream.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';

test('stays up without an upstream, becomes ready when it is there, and stays ready when it fails', {}, async () => {
  const issuer = await startStubUpstream();
  onTestFinished(() => issuer.close());
  issuer.answer('/jwks.json', { json: keySetDocument });
  const [port, upstreamPort] = [await freePort(), await freePort()];
  const main = startMain({
    ...settingsFor(`http://127.0.0.1:${upstreamPort}`, `${issuer.url}/jwks.json`),
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    return response === null ? null : { status: response.status, body: (await response.json()) as unknown };
  };
  const patience = { interval: 50 };
  const reason = `UPSTREAM_URL 127.0.0.1:${upstreamPort}: token: upstream cannot be reached, or closed the connection (ECONNREFUSED)`;

  await expect
    .poll(() => get('/readyz'), patience)
    .toEqual({
      status: 503,
      body: { status: 'starting', upstream: `127.0.0.1:${upstreamPort}`, upstreamState: 'down', reason },
    });
  await main.printed(/upstream keeps failing/);
  expect(await get('/readyz')).toMatchObject({ body: { reason } });
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive', upstreamState: 'down' } });

  const upstream = await startUpstream({ port: upstreamPort });
  let isOpen = true;
  const closeUpstream = async () => {
    if (isOpen) await upstream.close();
    isOpen = false;
  };
  onTestFinished(closeUpstream);
  await expect
    .poll(() => get('/readyz'), patience)
    .toEqual({ status: 200, body: { status: 'ready', upstream: `127.0.0.1:${upstreamPort}`, upstreamState: 'up' } });
  await main.printed(/the POST API has issued a token/);
  // Each reason once, however often it tried.
  const reasons = main.stdout().match(/^.*issued no token.*$/gm) ?? [];
  expect(reasons.map((line) => JSON.parse(line).reason)).toEqual([reason]);
  await main.printed(/"graphql":/);
  const logged =
    main
      .stdout()
      .split('\n')
      .find((line) => line.startsWith('{')) ?? '';
  expect(JSON.parse(logged)).toMatchObject({ upstream: `127.0.0.1:${upstreamPort}` });
  expect(main.stdout()).not.toContain('evelopment token');

  await closeUpstream();
  const token = await serviceToken();
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ accounts { totalCount } }' }),
    });
    return (await response.json()) as unknown;
  };
  expect(await ask()).toMatchObject({
    data: { accounts: null },
    errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE', retryable: true } }],
  });
  // One failed call is no outage.
  expect(await get('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', upstream: `127.0.0.1:${upstreamPort}`, upstreamState: 'up' },
  });
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a stop while the start still waits for an answer ends it without a word of serving or failing', async () => {
  const upstream = await startStubUpstream();
  onTestFinished(() => upstream.close());
  const asked = Promise.withResolvers<() => void>();
  const misbehave = (response: ServerResponse) => asked.resolve(() => void response.destroy());
  upstream.answer('/fsforms/listTrans', { misbehave });
  const port = await freePort();
  const main = startMain({ ...settingsFor(upstream.url), PORT: String(port), LOG_LEVEL: 'info' });
  const failToAnswer = await asked.promise;
  main.signal('SIGTERM');
  const isRefused = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused, { interval: 50, timeout: 30_000 }).toBe(true);
  failToAnswer();
  const { code, stdout, stderr } = await main.ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/"graphql":|failed to start/);
});
