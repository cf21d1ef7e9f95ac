// What a body takes while it arrives.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readJson } from '../../../src/http/middleware/bodies.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';

const arriving = () => Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;

it('keeps nothing beyond the limit, although no length was declared', async () => {
  const request = arriving();
  const response = { shouldKeepAlive: true };
  const body = readJson({ request, response } as unknown as RequestContext, 10);
  for (const chunk of ['{"a":', '"1234"}']) request.emit('data', Buffer.from(chunk));
  await expect(body).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', message: 'The body is larger than 10 bytes.' });
  expect([request.listenerCount('data'), response.shouldKeepAlive]).toEqual([0, false]);
});
