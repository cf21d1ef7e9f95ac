// Connections that hold on to the server by being slow: each is cut, while others are answered as ever. The long version is
// `npm run bench -- slow-sockets`.
import { expect, onTestFinished, test } from 'vitest';
import { listenLogged } from '../support/graph-under-test.ts';
import { holdSlowly, type Slowness, slownesses } from '../support/slow-sockets.ts';

const OF_EACH = 10;
const REQUEST_TIMEOUT_MS = 400;
/** The server looks for late connections every half a second; the rest is for a machine that is busy. */
const LATEST_MS = REQUEST_TIMEOUT_MS + 500 + 1_500;

test(`${OF_EACH} slow sockets of each kind are all cut, while others are answered`, async () => {
  const { url, lines } = await listenLogged(
    { baseUrl: 'http://127.0.0.1:9' },
    { requestTimeoutMs: REQUEST_TIMEOUT_MS },
  );
  const kinds = Object.keys(slownesses) as Slowness[];
  const held = kinds.flatMap((kind) => Array.from({ length: OF_EACH }, () => ({ kind, ...holdSlowly(url, kind) })));
  onTestFinished(() => {
    for (const { end } of held) end();
  });
  const cuts = Promise.all(held.map(async ({ kind, cut }) => ({ kind, ...(await cut) })));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const late = (await cuts).filter(({ afterMs }) => afterMs > LATEST_MS);
  const otherwise = (await cuts).filter(({ received }) => !/^(HTTP\/1\.1 408 |$)/.test(received));
  expect({ late, otherwise }).toEqual({ late: [], otherwise: [] });
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
