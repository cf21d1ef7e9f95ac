/**
 * Takes bodies of JSON, which are UTF-8 (RFC 8259, 8.1) and nothing else: bytes that are not would be read as U+FFFD, and
 * written so. A charset that says otherwise is refused by its name, whatever the bytes are.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

export function takeJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (otherCharset.test(request.headers['content-type'] ?? '')) done(inOtherCharset());
    else if (!isUtf8(body)) done(new Refusal(400, 'BAD_REQUEST', 'The body is not UTF-8.'));
    else void parse(request, body.toString(), done);
  });
}

const otherCharset = /;\s*charset\s*=\s*(?!("?)utf-?8\1\s*(;|$))/i;

function inOtherCharset(): Refusal {
  return new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The charset of the body is not UTF-8, and no other is supported.');
}
