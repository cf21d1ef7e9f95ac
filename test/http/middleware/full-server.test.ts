import { Agent, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpServerOptions } from '../../../src/http/server/server.ts';
import { startWithOneSlot } from '../app-under-test.ts';

/** A server that admits one request at a time, and is executing one. */
async function fullServer(overrides: Partial<HttpServerOptions> = {}) {
  const { url, options, lines } = await startWithOneSlot(overrides);
  const controller = new AbortController();
  const held = fetch(`${url}/graphql?wait=60000`, { signal: controller.signal }).catch(() => 'gone');
  await expect.poll(async () => (await fetch(`${url}/graphql`)).status).toBe(503);
  const release = async () => {
    controller.abort();
    await held;
  };
  onTestFinished(release);
  return { url, release, lines, options };
}

describe('a server at its limit of requests', () => {
  it("rejects the next one with 503, Retry-After and an id, in GraphQL's format", async () => {
    const { url } = await fullServer();
    const response = await fetch(`${url}/graphql`, { method: 'POST', body: '{' });
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const error = { message: expect.any(String), extensions: { code: 'OVERLOADED', retryable: true } };
    expect(await response.json()).toEqual({ errors: [error] });
  });

  it("responds in the client's media type, and in plain JSON outside the graph", async () => {
    const { url } = await fullServer();
    const headers = { accept: 'application/graphql-response+json' };
    const graphql = await fetch(`${url}/graphql`, { headers });
    expect(graphql.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await (await fetch(`${url}/files/x`)).json()).toMatchObject({ error: { code: 'OVERLOADED' } });
  });

  it('still responds to probes', async () => {
    const { url } = await fullServer();
    for (const path of ['/healthz', '/metrics']) expect((await fetch(url + path)).status).toBe(200);
  });

  it('does not read the body of a rejected request, and accepts the next one on the same connection', async () => {
    const { url, release } = await fullServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const statusOf = (body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
        const post = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        post.once('error', reject);
        post.end(body);
      });
    expect(await statusOf('x'.repeat(900))).toBe(503);
    await release();
    await expect.poll(() => statusOf('{}')).toBe(200);
  });

  it('counts rejected requests, and logs them once', async () => {
    const { url, lines, options } = await fullServer();
    await fetch(`${url}/graphql`);
    await expect.poll(async () => (await options.metrics.requestsShed.get()).values[0]?.value ?? 0).toBeGreaterThan(0);
    expect(lines.filter(({ msg }) => String(msg).startsWith('shedding requests'))).toHaveLength(1);
  });
});
