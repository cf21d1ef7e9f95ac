/**
 * The ways in which an upstream misbehaves, one row each: what it does on the wire, and how a call must interpret it, which is
 * the fault's code or `read` for a valid response, and whether the request is known to have been sent.
 */
import { gzipSync } from 'node:zlib';
import type { EndpointName, Wrapper } from '@realty-forms/contract/calls/endpoints.ts';
import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import type { Sent } from '../../../src/upstream/faults.ts';
import {
  chunkOf,
  drips,
  EARLY_HINTS,
  ends,
  JSON_HEAD,
  onBody,
  onHead,
  PIECE,
  pours,
  resets,
  respondsHonestly,
  respondsWith,
  status,
  writes,
} from './hostile-behaviors.ts';
import { type Misbehavior, rawResponse } from './hostile-upstream.ts';

export interface Mode {
  readonly name: string;
  readonly does: Misbehavior;
  readonly reading: UpstreamFaultCode | 'read';
  /** The fault's `sent`; null if there is no fault. */
  readonly sent: Sent | null;
  /** Wrappers whose endpoints, and endpoints that, accept it as a response in spite of `reading`; never the token endpoint. */
  readonly readBy: readonly (Wrapper | EndpointName)[];
}

type Rows = Readonly<Record<string, Misbehavior>>;

function rows(reading: Mode['reading'], sent: Mode['sent'], misbehaviors: Rows, readBy: Mode['readBy'] = []): Mode[] {
  return Object.entries(misbehaviors).map(([name, does]) => ({ name, does, reading, sent, readBy }));
}

/** The wrappers of endpoints whose responses are records. */
const records: readonly Wrapper[] = ['page', 'pageInList', 'list'];

/** JSON that is valid for only some of the wrappers. */
function validForSome(name: string, body: string, readBy: Mode['readBy']): Mode[] {
  return rows('UPSTREAM_INVALID', true, { [`${name} for every endpoint`]: respondsWith(body) }, readBy);
}

const JSON_TYPE = 'content-type: application/json';
const IN_CHUNKS = `${JSON_HEAD}transfer-encoding: chunked\r\n\r\n`;
const bomb = Buffer.alloc(20_000_000, ' ');

/** Misbehavior that upstream could continue forever. */
const huge: Rows = {
  'a huge body of a declared length': pours(`${JSON_HEAD}content-length: 10000000000\r\n\r\n`),
  'a huge chunked body': pours(IN_CHUNKS, chunkOf(PIECE)),
  'a huge body without length or chunks': pours(`${JSON_HEAD}\r\n`),
};
const endlessHeaders: Rows = {
  'endless headers': pours('HTTP/1.1 200 OK\r\n', Buffer.from('x-more: y\r\n'.repeat(1_000))),
};
export const modes: readonly Mode[] = [
  ...rows('UPSTREAM_INVALID', true, huge),
  ...rows('UPSTREAM_UNAVAILABLE', 'unknown', endlessHeaders),

  // Connections that break, or data that is not HTTP, before there is a status.
  ...rows('UPSTREAM_UNAVAILABLE', 'unknown', {
    'a reset as soon as the request begins': onHead(({ socket }) => void socket.resetAndDestroy()),
    'a reset before any byte': onBody(({ socket }) => void socket.resetAndDestroy()),
    'a closed connection before any byte': ends(''),
    'a reset within the headers': resets('HTTP/1.1 200 OK\r\ncontent-ty'),
    'a closed connection within the headers': ends('HTTP/1.1 200 OK\r\ncontent-ty'),
    'bytes that are not HTTP': ends('SSH-2.0-hello\r\n'),
    'a response in HTTP/9.9': writes('HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n[]'),
    'an unrequested HTTP/2 response': writes('\0\0\x12\x04\0\0\0\0\0'),
    'headers that are too large': writes(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\ncontent-length: 2\r\n\r\n[]`),
    'two content lengths': writes(`${JSON_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n[] `),
    'a content length with a chunked body': writes(
      `${JSON_HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
    ),
    'a negative content length': writes(`${JSON_HEAD}content-length: -2\r\n\r\n[]`),
    'status 0': status('0 None'),
    'a status that is not a number': status('OK'),
    'an unrequested upgrade': writes('HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: hostile\r\n\r\n'),
  }),

  // Connections that break after the status.
  ...rows('UPSTREAM_UNAVAILABLE', true, {
    'a reset within the body': resets(`${JSON_HEAD}content-length: 100\r\n\r\n[{"a":`),
    'a body shorter than its declared length': ends(`${JSON_HEAD}content-length: 100\r\n\r\n[{"a":`),
    'a chunked body that breaks off': ends(`${IN_CHUNKS}5\r\n[{"a"\r\n`),
    'a chunk with an invalid length': writes(`${IN_CHUNKS}zz\r\n[]`),
    'an error status in the body of a 200': respondsWith('{"status":503,"type":"Down","message":"hostile-body"}'),
    '500 with HTML': respondsWith('<html>hostile-body</html>', ['content-type: text/html'], '500 Oops'),
    'status 999': status('999 Far'),
  }),

  ...rows('UPSTREAM_TIMEOUT', 'unknown', {
    'no response': onBody(() => undefined),
    'no response from a peer that has vanished': onBody(({ socket }) => void socket.pause()),
    'headers that trickle in': drips('HTTP/1.1 200 OK\r\nx: ', 'x'),
    'endless interim responses': drips('', EARLY_HINTS.repeat(20), 5),
  }),
  ...rows('UPSTREAM_TIMEOUT', true, {
    'a body that trickles in': drips(IN_CHUNKS, '1\r\n \r\n'),
    'a body that stalls': writes(`${JSON_HEAD}content-length: 100\r\n\r\n[`),
  }),

  ...rows('UPSTREAM_INVALID', true, {
    'truncated JSON, ended by closing the connection': ends(`${JSON_HEAD}connection: close\r\n\r\n[{"a":`),
    'truncated JSON': respondsWith('[{"transId":"1","transName":"El'),
    'a body that is not JSON': respondsWith('{status: 200}'),
    'two JSON documents': respondsWith('[][]'),
    'an empty body': respondsWith(''),
    'a hundred thousand nested lists': respondsWith('['.repeat(100_000) + ']'.repeat(100_000)),
    HTML: respondsWith('<html><h1>hostile-body</h1></html>', ['content-type: text/html']),
    'HTML declared as JSON': respondsWith('<html>hostile-body</html>'),
    'a gzip bomb': respondsWith(gzipSync(bomb), [JSON_TYPE, 'content-encoding: gzip']),
    'a 304 not modified': writes('HTTP/1.1 304 Not Modified\r\n\r\n'),
    'a 301 redirect': status('301 Moved', ['location: /elsewhere']),
    'a 303 redirect': status('303 See', ['location: /elsewhere']),
    'a 308 redirect': status('308 Permanent', ['location: /elsewhere']),
  }),
  ...rows('UPSTREAM_INVALID', true, { 'a 204 with no content': writes('HTTP/1.1 204 No Content\r\n\r\n') }, records),
  ...validForSome('a page', '{"meta":{"total":0,"max":0},"data":[]}', [...records, 'any']),
  ...validForSome('a page in a list', '[{"meta":{"total":0,"max":0},"data":[]}]', [...records, 'any']),
  ...validForSome('a page without meta', '{"data":[]}', ['any']),
  ...validForSome('a page whose data is not a list', '{"meta":{},"data":{}}', ['any']),
  ...validForSome('a page of values that are not records', '{"meta":{},"data":[7]}', ['any']),
  ...validForSome('an empty list', '[]', [...records, 'any']),
  ...validForSome('a list of records', '[{"accountID":"1","clientId":"2"},{"accountID":"3","clientId":"4"}]', [
    'getAccount',
    'getMember',
    'any',
  ]),
  ...validForSome('a list of objects that are not records', '[{"a":"1"},{"a":"2"}]', ['any']),
  ...validForSome('an error with columns of a record', '{"message":"hostile-body","phone":"1"}', ['any']),
  ...validForSome('a list of values that are not records', '[null,7]', ['any']),
  ...validForSome('a string', '"hostile-body"', ['any']),
  ...validForSome('an object', '{"hostile":"body"}', ['any']),
  ...validForSome('null', 'null', ['any']),

  // A text in a list of one is a text.
  ...rows(
    'UPSTREAM_INVALID',
    true,
    { 'bytes that are not UTF-8': respondsWith(Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d])) },
    ['any'],
  ),

  ...rows('UPSTREAM_REJECTED', true, { 'a rejection that section 7 does not list': status('418 Teapot') }),
  ...rows('UPSTREAM_ACCESS_DENIED', true, { 'a 401 for every token': status('401 Denied') }),
  ...rows('UPSTREAM_RATE_LIMITED', true, {
    'a rate limit without Retry-After': status('429 Slow'),
    'a rate limit for 0 seconds': status('429 Slow', ['retry-after: 0']),
    'a rate limit for a negative time': status('429 Slow', ['retry-after: -1']),
    'a rate limit for billions of years': status('429 Slow', ['retry-after: 99999999999999999999']),
    'a rate limit until a date in the past': status('429 Slow', ['retry-after: Thu, 01 Jan 1970 00:00:00 GMT']),
    'a rate limit until the year 9999': status('429 Slow', ['retry-after: Fri, 31 Dec 9999 23:59:59 GMT']),
    'a rate limit until an invalid date': status('429 Slow', ['retry-after: Mon, 99 Foo 0000']),
    'a rate limit with a word as Retry-After': status('429 Slow', ['retry-after: soon']),
  }),

  ...rows('read', null, {
    'JSON declared as HTML': respondsHonestly(['content-type: text/html']),
    'JSON without a content type': respondsHonestly([]),
    'a Date header in another century': respondsHonestly([JSON_TYPE, 'date: Fri, 31 Dec 2199 23:59:59 GMT']),
    'a thousand interim responses first': respondsHonestly(undefined, EARLY_HINTS.repeat(1_000)),
    'an unrequested 100 Continue first': respondsHonestly(undefined, 'HTTP/1.1 100 Continue\r\n\r\n'),
    'bytes after the end of the response': respondsHonestly(undefined, '', 'hostile-body'),
    'a second response after the first': respondsHonestly(undefined, '', rawResponse('{"hostile":"body"}')),
    'a response in HTTP/1.0': onBody(({ socket, honest }) => void socket.end(`HTTP/1.0 200 OK\r\n\r\n${honest}`)),
    'a response before the request was read': onHead(({ socket, honest }) => void socket.write(rawResponse(honest))),
  }),
];

/** Without those that differ only in what an endpoint's JSON means: for what reads no records. */
export const withoutRecords = (some: readonly Mode[]): Mode[] =>
  some.filter(({ name }) => !name.endsWith('for every endpoint') || name.startsWith('null '));

/** Those that only the deadline ends, and the others. */
export const [endlessModes, endingModes] = [true, false].map((isEndless) =>
  modes.filter(({ reading }) => (reading === 'UPSTREAM_TIMEOUT') === isEndless),
) as [Mode[], Mode[]];
