/**
 * The ways in which an upstream misbehaves, in rows: what it does on the wire, and how a call has to read it. The code of
 * the fault, or `read` for an answer that is right all the same; and what is known of the request having got there.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Wrapper } from '../../src/contract/endpoints.ts';
import type { Sent, UpstreamFaultCode } from '../../src/upstream/faults.ts';
import {
  answering,
  chunkOf,
  drips,
  EARLY_HINTS,
  early,
  ends,
  honestly,
  JSON_HEAD,
  PIECE,
  pours,
  resets,
  says,
  status,
  writes,
} from './hostile-behaviours.ts';
import { type Misbehaviour, whole } from './hostile-upstream.ts';

export interface Mode {
  readonly name: string;
  readonly does: Misbehaviour;
  readonly reading: UpstreamFaultCode | 'read';
  /** Of a fault; null where there is none. */
  readonly sent: Sent | null;
  /** Endpoints of these wrappers read it as an answer, whatever the others do; never the token endpoint. */
  readonly readBy: readonly Wrapper[];
}

/** Only the deadline ends these. */
export const isEndless = ({ reading }: Mode): boolean => reading === 'UPSTREAM_TIMEOUT';

type Rows = Readonly<Record<string, Misbehaviour>>;

function rows(reading: Mode['reading'], sent: Mode['sent'], named: Rows, readBy: readonly Wrapper[] = []): Mode[] {
  return Object.entries(named).map(([name, does]) => ({ name, does, reading, sent, readBy }));
}

/** JSON that only some of the wrappers fit. */
function misfit(name: string, body: string, readBy: readonly Wrapper[]): Mode[] {
  return rows('UPSTREAM_INVALID', true, { [`${name}, whatever is due`]: says(body) }, readBy);
}

const JSON_TYPE = 'content-type: application/json';
const IN_CHUNKS = `${JSON_HEAD}transfer-encoding: chunked\r\n\r\n`;
const bomb = Buffer.alloc(20_000_000, ' ');

/** Upstream could go on with these for ever. */
const huge: Rows = {
  'a huge body with its length': pours(`${JSON_HEAD}content-length: 10000000000\r\n\r\n`),
  'a huge body in chunks': pours(IN_CHUNKS, chunkOf(PIECE)),
  'a huge body that only the connection ends': pours(`${JSON_HEAD}\r\n`),
};
const endlessHeaders: Rows = {
  'headers without end': pours('HTTP/1.1 200 OK\r\n', Buffer.from('x-more: y\r\n'.repeat(1_000))),
};
export const hugeModes: readonly Mode[] = [
  ...rows('UPSTREAM_INVALID', true, huge),
  ...rows('UPSTREAM_UNAVAILABLE', 'unknown', endlessHeaders),
];

export const modes: readonly Mode[] = [
  ...hugeModes,

  // What dies, and what is no HTTP, before it has a status.
  ...rows('UPSTREAM_UNAVAILABLE', 'unknown', {
    'a reset as the request’s head comes': early(({ socket }) => void socket.resetAndDestroy()),
    'a reset before any byte': answering(({ socket }) => void socket.resetAndDestroy()),
    'the end of the connection before any byte': ends(''),
    'a reset in the headers': resets('HTTP/1.1 200 OK\r\ncontent-ty'),
    'the end in the headers': ends('HTTP/1.1 200 OK\r\ncontent-ty'),
    'what is no HTTP': ends('SSH-2.0-hello\r\n'),
    'HTTP/9.9': writes('HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n[]'),
    'HTTP/2 that nobody asked for': writes('\0\0\x12\x04\0\0\0\0\0'),
    'headers too large': writes(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\ncontent-length: 2\r\n\r\n[]`),
    'two lengths': writes(`${JSON_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n[] `),
    'a length and chunks': writes(
      `${JSON_HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
    ),
    'a length below nothing': writes(`${JSON_HEAD}content-length: -2\r\n\r\n[]`),
    'status 0': status('0 None'),
    'a status that is no number': status('OK'),
    'an upgrade that nobody asked for': writes('HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: hostile\r\n\r\n'),
    // undici takes an unasked 100 for a broken answer.
    'a 100 that nobody asked for': honestly(undefined, 'HTTP/1.1 100 Continue\r\n\r\n'),
  }),

  // What dies after it.
  ...rows('UPSTREAM_UNAVAILABLE', true, {
    'a reset in the body': resets(`${JSON_HEAD}content-length: 100\r\n\r\n[{"a":`),
    'a length that is never reached': ends(`${JSON_HEAD}content-length: 100\r\n\r\n[{"a":`),
    'chunks that break off': ends(`${IN_CHUNKS}5\r\n[{"a"\r\n`),
    'a chunk whose length is none': writes(`${IN_CHUNKS}zz\r\n[]`),
    'a status of failure in the body': says('{"status":503,"type":"Down","message":"hostile-body"}'),
    '500 with HTML': says('<html>hostile-body</html>', ['content-type: text/html'], '500 Oops'),
    'status 999': status('999 Far'),
  }),

  ...rows('UPSTREAM_TIMEOUT', 'unknown', {
    silence: answering(() => undefined),
    'a peer that is gone without a word': answering(({ socket }) => void socket.pause()),
    'headers that drip': drips('HTTP/1.1 200 OK\r\nx: ', 'x'),
    'interim answers without end': drips('', EARLY_HINTS.repeat(20), 5),
  }),
  ...rows('UPSTREAM_TIMEOUT', true, {
    'a body that drips': drips(IN_CHUNKS, '1\r\n \r\n'),
    'a body that stops': writes(`${JSON_HEAD}content-length: 100\r\n\r\n[`),
  }),

  ...rows('UPSTREAM_INVALID', true, {
    'a text that is cut, and ends with the connection': ends(`${JSON_HEAD}connection: close\r\n\r\n[{"a":`),
    'JSON that is cut': says('[{"transId":"1","transName":"El'),
    'what is no JSON': says('{status: 200}'),
    'two documents of JSON': says('[][]'),
    'bytes that are no UTF-8': says(Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d])),
    'an empty body': says(''),
    'no content': writes('HTTP/1.1 204 No Content\r\n\r\n'),
    HTML: says('<html><h1>hostile-body</h1></html>', ['content-type: text/html']),
    'HTML that is called JSON': says('<html>hostile-body</html>'),
    'a gzip bomb': says(gzipSync(bomb), [JSON_TYPE, 'content-encoding: gzip']),
    'a deflate bomb': says(deflateSync(bomb), [JSON_TYPE, 'content-encoding: deflate']),
    'a brotli bomb': says(brotliCompressSync(bomb), [JSON_TYPE, 'content-encoding: br']),
    'not modified': writes('HTTP/1.1 304 Not Modified\r\n\r\n'),
    'a redirect, 301': status('301 Moved', ['location: /elsewhere']),
    'a redirect, 302': status('302 Found', ['location: /elsewhere']),
    'a redirect, 303': status('303 See', ['location: /elsewhere']),
    'a redirect, 307': status('307 Temporary', ['location: /elsewhere']),
    'a redirect, 308': status('308 Permanent', ['location: /elsewhere']),
  }),
  ...misfit('lists in lists, a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000), ['any']),
  ...misfit('a page', '{"meta":{"total":0,"max":0},"data":[]}', ['page', 'pageInList', 'object', 'any']),
  // A list of one record, as far as anyone can tell.
  ...misfit('a page in a list', '[{"meta":{"total":0,"max":0},"data":[]}]', ['page', 'pageInList', 'list', 'any']),
  ...misfit('a page without meta', '{"data":[]}', ['object', 'any']),
  ...misfit('a page whose data is no list', '{"meta":{},"data":{}}', ['object', 'any']),
  ...misfit('a page of what are no records', '{"meta":{},"data":[7]}', ['object', 'any']),
  ...misfit('an empty list', '[]', ['list', 'page', 'pageInList', 'any']),
  ...misfit('a list of records', '[{"a":"1"},{"a":"2"}]', ['list', 'any']),
  ...misfit('a list of what are no records', '[null,7]', ['any']),
  ...misfit('a text', '"hostile-body"', ['text', 'any']),
  ...misfit('an object', '{"hostile":"body"}', ['object', 'any']),
  ...misfit('a number', '7', ['any']),
  ...misfit('null', 'null', ['any']),

  ...rows('UPSTREAM_REJECTED', true, { 'a refusal that no row lists': status('418 Teapot') }),
  ...rows('UPSTREAM_ACCESS_DENIED', true, { '401 to every token': status('401 Denied') }),
  ...rows('UPSTREAM_RATE_LIMITED', true, {
    'a rate limit': status('429 Slow'),
    'a rate limit for no time': status('429 Slow', ['retry-after: 0']),
    'a rate limit for less than no time': status('429 Slow', ['retry-after: -1']),
    'a rate limit for longer than the world stands': status('429 Slow', ['retry-after: 99999999999999999999']),
    'a rate limit until long ago': status('429 Slow', ['retry-after: Thu, 01 Jan 1970 00:00:00 GMT']),
    'a rate limit until the year 9999': status('429 Slow', ['retry-after: Fri, 31 Dec 9999 23:59:59 GMT']),
    'a rate limit until no day': status('429 Slow', ['retry-after: Mon, 99 Foo 0000']),
    'a rate limit until soon': status('429 Slow', ['retry-after: soon']),
  }),

  ...rows('read', null, {
    'JSON under the type of HTML': honestly(['content-type: text/html']),
    'JSON under no type': honestly([]),
    'a Date of another century': honestly([JSON_TYPE, 'date: Fri, 31 Dec 2199 23:59:59 GMT']),
    'a thousand interim answers first': honestly(undefined, EARLY_HINTS.repeat(1_000)),
    'bytes after the end': honestly(undefined, '', 'hostile-body'),
    'a second answer after the first': honestly(undefined, '', whole('{"hostile":"body"}')),
    'HTTP/1.0': answering(({ socket, honest }) => void socket.end(`HTTP/1.0 200 OK\r\n\r\n${honest}`)),
    'an answer before the request was read': early(({ socket, honest }) => void socket.write(whole(honest))),
  }),
];
