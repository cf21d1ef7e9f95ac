// What a body takes while it arrives.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/exchange/exchange.ts';
import { readJson } from '../../../src/http/guards/bodies.ts';

it('keeps no chunk but the first: they are gathered in one buffer', async () => {
  const request = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;
  const body = readJson({ request, response: {} } as unknown as Exchange, 1_000);
  const bytes = Buffer.from('{"query":"{ __typename }","padding":"äöü"}');
  const chunks = [...bytes].map((byte) => Buffer.of(byte));
  for (const chunk of chunks) request.emit('data', chunk);
  // A chunk that was kept would be read as it is now.
  for (const chunk of chunks.slice(1)) chunk.fill(0);
  request.end();
  request.resume();
  expect(await body).toEqual(JSON.parse(bytes.toString()));
});
