/**
 * Parses JSON bodies, which must be UTF-8 (RFC 8259, 8.1): invalid bytes would be read as U+FFFD, and stored that way. A body
 * that declares another charset is rejected, whatever its bytes are; so is one of more values than any request needs.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { jsonExcess, requestLimits } from '../platform/web/json-size.ts';
import { HttpFault } from './http-fault.ts';

export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (otherCharset.test(request.headers['content-type'] ?? '')) done(unsupportedCharset());
    else if (!isUtf8(body)) done(new HttpFault(400, 'BAD_REQUEST', 'The body is not UTF-8.'));
    else {
      const excess = jsonExcess(body, requestLimits);
      if (excess === null) void parse(request, body.toString(), done);
      else done(new HttpFault(400, 'BAD_REQUEST', `The body has ${excess}.`));
    }
  });
}

const otherCharset = /;\s*charset\s*=\s*(?!("?)utf-?8\1\s*(;|$))/i;

function unsupportedCharset(): HttpFault {
  return new HttpFault(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The charset of the body is not UTF-8, and no other is supported.',
  );
}
