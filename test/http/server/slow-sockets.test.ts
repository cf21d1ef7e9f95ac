// Connections that occupy the server by being slow: each is cut off, while others get their responses.
import { expect, onTestFinished, test } from 'vitest';
import { listenLogged } from '../../support/gateways/graph-under-test.ts';
import { openSlowSocket, type SlowSocketKind, slowSocketKinds } from '../../support/slow-sockets.ts';

const OF_EACH = 10;
const REQUEST_TIMEOUT_MS = 400;

test(`${OF_EACH} slow sockets of each kind are all cut off, while others get their responses`, async () => {
  const { url, lines } = await listenLogged(
    { baseUrl: 'http://127.0.0.1:9' },
    { requestTimeoutMs: REQUEST_TIMEOUT_MS },
  );
  const kinds = Object.keys(slowSocketKinds) as SlowSocketKind[];
  const held = kinds.flatMap((kind) => Array.from({ length: OF_EACH }, () => ({ kind, ...openSlowSocket(url, kind) })));
  onTestFinished(() => {
    for (const { end } of held) end();
  });
  const cuts = Promise.all(held.map(async ({ kind, closed }) => ({ kind, ...(await closed) })));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // One that is opened ahead has no request: whatever it received would be read as the response to its first one.
  const otherwise = (await cuts).filter(({ kind, received }) =>
    kind === 'nothing' ? received !== '' : !received.startsWith('HTTP/1.1 408 '),
  );
  expect(otherwise).toEqual([]);
  expect(lines.filter(({ status }) => status === 408)).toHaveLength(held.length - OF_EACH);
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
