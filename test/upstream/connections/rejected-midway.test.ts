// A service that rejects a file before it has read all of it, and closes: its response is read although the rest of the
// file cannot be sent.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { clientAt, outcomeOf } from '../../support/hostile/hostile-client.ts';

const UPLOADS = 10;
const PIECES = 200;

/** Runs in a thread of its own, so that it closes while the file is being written. */
const service = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const says = (status, body) =>
    'HTTP/1.1 ' + status + '\\r\\nconnection: close\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body;
  const token = JSON.stringify({ access_token: 'token-1', expires_in: 3600 });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      if (head.includes('/oauth/token')) return socket.end(says('200 OK', token));
      socket.pause();
      socket.write(says('413 Large', '{"message":"too large"}'), () => socket[workerData]());
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

async function* large(): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < PIECES; piece += 1) yield Buffer.alloc(65_536, '%PDF-');
}

test.each([
  ['closes', 'destroy'],
  ['resets', 'resetAndDestroy'],
])('an upload gets its rejection even if the service %s the connection right after the response', async (_, end) => {
  const worker = new Worker(service, { eval: true, workerData: end, execArgv: [] });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  const upstream = clientAt(`http://127.0.0.1:${port}`);
  onTestFinished(() => upstream.close());
  const request = { transId: '501', description: 'plan', sender: 'Example Title', no_of_pages: 1 };
  for (let upload = 0; upload < UPLOADS; upload += 1) {
    const file = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: large() };
    expect(await outcomeOf(upstream.upload(request, file))).toMatchObject({ reading: 'UPSTREAM_REJECTED' });
  }
});
