// What a body takes while it arrives.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readJson } from '../../../src/http/middleware/bodies.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';

const arriving = () => Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;

it('keeps no chunk but the first: they are gathered in one buffer', async () => {
  const request = arriving();
  const body = readJson({ request, response: {} } as unknown as RequestContext, 1_000);
  const bytes = Buffer.from('{"query":"{ __typename }","padding":"äöü"}');
  const chunks = [...bytes].map((byte) => Buffer.of(byte));
  for (const chunk of chunks) request.emit('data', chunk);
  // A chunk that was kept would be read as it is now.
  for (const chunk of chunks.slice(1)) chunk.fill(0);
  request.end();
  request.resume();
  expect(await body).toEqual(JSON.parse(bytes.toString()));
});

it('keeps nothing beyond the limit, although no length was declared', async () => {
  const request = arriving();
  const response = { shouldKeepAlive: true };
  const body = readJson({ request, response } as unknown as RequestContext, 10);
  for (const chunk of ['{"a":', '"1234"}']) request.emit('data', Buffer.from(chunk));
  await expect(body).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', message: 'The body is larger than 10 bytes.' });
  expect([request.listenerCount('data'), response.shouldKeepAlive]).toEqual([0, false]);
});
