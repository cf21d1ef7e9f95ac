import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { captureLog } from '../../../../test/support/caught-log.ts';
import { createHttp } from '../../src/http/http.ts';
import type { Service } from '../../src/service.ts';

test.each([
  ['without a byte of a request gets no response', '', ''],
  ['with the beginning of a request gets 408', 'POST /oau', 'HTTP/1.1 408 '],
])('a late connection %s', async (_, sent, received) => {
  const app = createHttp(
    { maxFileBytes: 1, faultInjection: { attach: () => undefined } } as unknown as Service,
    captureLog().log,
  );
  onTestFinished(() => app.close());
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  const text = (async () => (await socket.setEncoding('utf8').toArray()).join(''))();
  socket.write(sent);
  const [other] = (await accepted) as [Socket];
  await expect.poll(() => other.bytesRead).toBe(sent.length);
  // As Node does 15 seconds later.
  app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), other);
  expect((await text).slice(0, 13)).toBe(received);
});
