import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { appUnderTest } from './app-under-test.ts';

const pollOptions = { timeout: 5_000, interval: 10 };

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

async function appThatSheds(limits: { loopDelayMs: number; loopUtilization: number }) {
  const app = createApp(appUnderTest({ shedding: { ...limits, sampleMs: 50 } }).options);
  onTestFinished(() => app.close());
  await app.ready();
  return app;
}

const overloaded = {
  errors: [
    {
      message: 'The server is overloaded. Try again in a moment.',
      extensions: { code: 'OVERLOADED', retryable: true },
    },
  ],
};

describe('a server that cannot keep up', () => {
  it.each([
    ['late', { loopDelayMs: 20, loopUtilization: 1 }],
    ['busy', { loopDelayMs: 60_000, loopUtilization: 0.5 }],
  ])('and whose event loop is %s rejects requests unread, with 503 and Retry-After', async (_how, limits) => {
    const app = await appThatSheds(limits);
    const post = {
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    } as const;
    let response = await app.inject(post);
    await expect
      .poll(async () => {
        busy(60);
        response = await app.inject(post);
        return response.statusCode;
      }, pollOptions)
      .toBe(503);
    expect(response.headers).toMatchObject({ 'retry-after': '5', 'x-frame-options': 'DENY' });
    expect(response.json()).toEqual(overloaded);
    // Probes get responses meanwhile.
    for (const url of ['/healthz', '/metrics']) expect((await app.inject(url)).statusCode).toBe(200);
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'starting' });
    // The server accepts requests again once it can.
    await expect.poll(async () => (await app.inject('/graphql')).statusCode, pollOptions).toBe(200);
  });

  it('rejects nothing if no limit is exceeded', async () => {
    const app = await appThatSheds({ loopDelayMs: 60_000, loopUtilization: 1 });
    for (let count = 0; count < 5; count += 1) {
      busy(30);
      expect((await app.inject('/graphql')).statusCode).toBe(200);
    }
  });
});
