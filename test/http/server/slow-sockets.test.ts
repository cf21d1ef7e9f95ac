// Connections that occupy the server by being slow: each is cut off, while others get their responses.
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenLogged } from '../../support/gateways/graph-under-test.ts';

const start = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n';
const json = `${start}content-type: application/json\r\n`;
const form = `${start}content-type: multipart/form-data; boundary=b\r\napollo-require-preflight: 1\r\n`;

/** What each sends immediately, and what it then sends repeatedly. */
const kinds: readonly (readonly [what: string, first: string, drip: string])[] = [
  ['nothing', '', ''],
  ['half of a request line', 'POST /gra', ''],
  ['a header, byte by byte', `${start}x-slow: `, 'x'],
  ['no body', `${json}content-length: 100000\r\n\r\n`, ''],
  ['a body, byte by byte', `${json}content-length: 100000\r\n\r\n{`, ' '],
  ['a body in chunks of a byte', `${json}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['a multipart body, byte by byte', `${form}content-length: 100000\r\n\r\n--b`, 'b'],
];

/** Sends until it is closed; resolves then, with what it has received. */
function occupy(url: string, first: string, drip: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  // A reset counts as a close.
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const dripping = setInterval(() => drip !== '' && socket.writable && socket.write(drip), 100);
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(received);
    });
  });
}

test('slow sockets of each kind are all cut off, while others get their responses', async () => {
  const { url, lines } = await listenLogged({ baseUrl: 'http://127.0.0.1:9' }, { requestTimeoutMs: 1_000 });
  const held = kinds
    .flatMap((kind) => [kind, kind])
    .map(([what, first, drip]) => ({ what, cut: occupy(url, first, drip) }));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const answers = await Promise.all(held.map(async ({ what, cut }) => [what, (await cut).slice(0, 12)]));
  // One that is opened ahead has no request: whatever it received would be read as the response to its first one.
  expect(answers).toEqual(held.map(({ what }) => [what, what === 'nothing' ? '' : 'HTTP/1.1 408']));
  expect(lines.filter(({ status }) => status === 408)).toHaveLength(held.length - 2);
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
