// The gateway waits for an upstream that cannot be reached: it is ready from its first token on, even if upstream fails later.
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

  await expect
    .poll(() => get('/readyz'), patience)
    .toEqual({
      status: 503,
      body: { status: 'starting', upstream: `127.0.0.1:${upstreamPort}`, upstreamState: 'down' },
    });
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
  expect(await get('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', upstream: `127.0.0.1:${upstreamPort}`, upstreamState: 'down' },
  });
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ code: 0, stderr: '' });
});

test('exits on SIGTERM while it waits', async () => {
  const port = await freePort();
  const main = startMain({ ...settingsFor(`http://127.0.0.1:${await freePort()}`), PORT: String(port) });
  await main.printed(/issued no token/);
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ code: 0, stderr: '' });
});
