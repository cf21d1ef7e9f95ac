// What a body takes while it arrives.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readJson } from '../../../src/http/middleware/bodies.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';

const arriving = () => Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;

/** Of a body that arrives in these pieces; at most 10 bytes are accepted. */
function read(...pieces: readonly string[]) {
  const request = arriving();
  const response = { shouldKeepAlive: true };
  const body = readJson({ request, response } as unknown as RequestContext, 10);
  for (const piece of pieces) request.emit('data', Buffer.from(piece));
  return { request, response, body };
}

it('reads what arrives in pieces', async () => {
  const { request, body } = read('{"a', '":"', 'é', '"}');
  request.emit('end');
  expect(await body).toEqual({ a: 'é' });
});

it('keeps nothing beyond the limit, although no length was declared', async () => {
  const { request, response, body } = read('{"a":', '"1234"}');
  await expect(body).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', message: 'The body is larger than 10 bytes.' });
  expect([request.listenerCount('data'), response.shouldKeepAlive]).toEqual([0, false]);
});
