/**
 * Reads bodies. A compressed body is rejected unread: nothing here decompresses, so a few bytes can never expand into many. JSON must be
 * UTF-8 (RFC 8259, 8.1): invalid bytes would be read as U+FFFD, and stored that way. A body that declares another charset is rejected,
 * whatever its bytes. So is a body with more values than any request needs, or with a key that could replace a prototype.
 */
import { isUtf8 } from 'node:buffer';
import { quoted } from '@realty-forms/platform/quote.ts';
import { BodyBytes } from '@realty-forms/platform/web/body-bytes.ts';
import { parseRequestJson } from '@realty-forms/platform/web/request-json.ts';
import { HttpFault } from '../http-fault.ts';
import type { RequestContext } from '../request-context.ts';
import type { Middleware } from './middleware.ts';

export const rejectEncodedBody: Middleware = ({ request: { headers } }) => {
  const encoding = headers['content-encoding'];
  return encoding === undefined || /^identity$/i.test(encoding.trim()) ? null : unsupportedEncoding();
};

/** Without a valid token, the body does not matter. */
export const receiveBody: Middleware = (context) => {
  const { request, route, tokenError } = context;
  if (request.method !== 'POST' || route?.receive === undefined || tokenError !== undefined) return null;
  return route.receive(context).then((body) => {
    context.body = body;
    return null;
  });
};

/** For a client that waits until the headers are accepted (`Expect: 100-continue`). */
export function askForBody({ request: { headers, httpVersion }, response }: RequestContext): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}

/** The media type that a request declares for its body, without parameters; undefined if it declares none. */
export function bodyType({ request: { headers } }: RequestContext): string | undefined {
  const type = headers['content-type'];
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (type === undefined && isEmpty) return undefined;
  return (type ?? '').split(';', 1)[0]?.trim().toLowerCase();
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; send a JSON object.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  try {
    return parseRequestJson(bytes);
  } catch (error) {
    throw malformed(`The body ${(error as Error).message}.`);
  }
}

/** If the client disconnects before the end, the promise never settles. */
export function readJson(context: RequestContext, maxBytes: number): Promise<unknown> {
  const { request, response } = context;
  const { headers } = request;
  if (otherCharset.test(headers['content-type'] ?? '')) throw unsupportedCharset();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const bytes = new BodyBytes();
  const refuse = (): void => {
    // The rest of the body is not read.
    response.shouldKeepAlive = false;
    reject(new HttpFault('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`));
  };
  const onData = (chunk: Buffer): void => {
    if (bytes.length + chunk.length <= maxBytes) bytes.add(chunk);
    else {
      request.off('data', onData).off('end', onEnd);
      refuse();
    }
  };
  const onEnd = (): void => {
    try {
      resolve(parseJson(bytes.toBuffer()));
    } catch (fault) {
      reject(fault);
    }
  };
  if (Number(headers['content-length'] ?? 0) > maxBytes) refuse();
  else {
    askForBody(context);
    request
      .on('data', onData)
      .on('error', () => undefined)
      .on('end', onEnd);
  }
  return promise;
}

export function unsupportedType({ request: { headers } }: RequestContext): HttpFault {
  const type = headers['content-type'] ?? '';
  const found = type === '' ? 'The body has no content-type' : `The content-type ${quoted(type)} is not supported`;
  const message = `${found}: send application/json, or multipart/form-data for a file.`;
  return new HttpFault('UNSUPPORTED_MEDIA_TYPE', message);
}

const otherCharset = /;\s*charset\s*=\s*(?!("?)utf-?8\1\s*(;|$))/i;

function unsupportedCharset(): HttpFault {
  const message = 'The charset of the body is not UTF-8, and no other is supported.';
  return new HttpFault('UNSUPPORTED_MEDIA_TYPE', message);
}

function unsupportedEncoding(): HttpFault {
  const message = 'Compressed bodies are not supported: send the body without content-encoding.';
  return new HttpFault('UNSUPPORTED_ENCODING', message, { headers: { 'accept-encoding': 'identity' } });
}

function malformed(message: string): HttpFault {
  return new HttpFault('BAD_REQUEST', message);
}
