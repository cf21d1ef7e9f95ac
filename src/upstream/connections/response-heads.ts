/**
 * Makes undici accept every legal head of a response. undici closes the connection on an unrequested `100 Continue`, on a folded header and
 * on white space after a Content-Length; a write with such a response would have an unknown outcome. So the bytes of a head, and no others,
 * are rewritten as they arrive: informational 100s are left out, folded lines are joined, white space at the end of a line is removed, and
 * lines end in CRLF (RFC 9112, 2.2, 5.1, 5.2; RFC 9110, 15.2).
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';

const LF = 10;
const CR = 13;
const SPACE = [' ', '\t', '\r'];
/** undici refuses heads of 16 KB. A head that is longer than this, white space included, is left to it. */
const MAX_HEAD_BYTES = 32_768;
const VERSION = 'HTTP/';
/** The maximum length of blank lines and the version. */
const MAX_START = 64;
/** What undici refuses. Most heads contain nothing of it, and are passed on as they are. */
const UNUSUAL = /[ \t]\r?\n|\n[ \t]|[^\r]\n/;
const INFORMATIONAL = /^\s*HTTP\/\d\.\d 1(\d\d)/;

/** The connections whose responses are read here; undici announces when it sends a request on one of them. */
const connections = new WeakMap<object, ResponseHeads>();

subscribe('undici:client:sendHeaders', (message) => {
  connections.get((message as { readonly socket: object }).socket)?.expect();
});

/** Must be called before anything is sent. The connection may have only one request in progress at a time. */
export function acceptAnyHead(connection: Duplex): void {
  const push = connection.push.bind(connection);
  const heads = new ResponseHeads();
  connections.set(connection, heads);
  connection.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) {
      const rest = heads.end();
      if (rest.length > 0) push(rest);
      return push(null);
    }
    const bytes = heads.read(chunk);
    // If nothing was passed on, the reader still waits for more.
    return bytes.length === 0 || push(bytes, encoding);
  };
}

const NONE = Buffer.alloc(0);

class ResponseHeads {
  #isExpected = false;
  /** The beginning of a head whose end has not arrived. */
  #incomplete: Buffer = NONE;

  /** A request is being sent, so the head of its response comes next. */
  expect(): void {
    this.#isExpected = true;
  }

  /** The bytes to pass on; none while a head is incomplete. */
  read(chunk: Buffer): Buffer {
    if (!this.#isExpected) return chunk;
    let searched = this.#incomplete.length;
    let rest = searched === 0 ? chunk : Buffer.concat([this.#incomplete, chunk]);
    this.#incomplete = NONE;
    const passed: Buffer[] = [];
    for (;;) {
      const end = endOfHead(rest, searched - 2);
      if (end === -1 && rest.length <= MAX_HEAD_BYTES && mayBeginHead(rest)) {
        this.#incomplete = rest;
        break;
      }
      const head = rest.toString('latin1', 0, Math.max(0, end));
      const informational = INFORMATIONAL.exec(head)?.[1];
      if (informational === undefined) {
        this.#isExpected = false;
        if (UNUSUAL.test(head)) passed.push(rewritten(head), rest.subarray(end));
        else passed.push(rest);
        break;
      }
      if (informational !== '00') passed.push(rewritten(head));
      rest = rest.subarray(end);
      searched = 0;
    }
    return passed.length === 1 ? (passed[0] as Buffer) : Buffer.concat(passed);
  }

  /** The connection has ended; returns what is left of an incomplete head. */
  end(): Buffer {
    const rest = this.#incomplete;
    this.#incomplete = NONE;
    return rest;
  }
}

/** Whether the bytes can be the beginning of a response. Waiting for the end of anything else would not help. */
function mayBeginHead(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, MAX_START).trimStart().slice(0, VERSION.length);
  return VERSION.startsWith(start);
}

/** The offset after the blank line that ends a head, or -1. No head ends before `from`. */
function endOfHead(bytes: Buffer, from: number): number {
  let at = 0;
  // Blank lines before the status line do not end the head.
  while (bytes[at] === CR || bytes[at] === LF) at += 1;
  for (let end = bytes.indexOf(LF, Math.max(at, from)); end !== -1; end = bytes.indexOf(LF, end + 1)) {
    if (bytes[end + 1] === LF) return end + 2;
    if (bytes[end + 1] === CR && bytes[end + 2] === LF) return end + 3;
  }
  return -1;
}

function rewritten(head: string): Buffer {
  const lines: string[] = [];
  for (const line of head.split('\n')) {
    const isFolded = lines.length > 0 && (line.startsWith(' ') || line.startsWith('\t'));
    if (isFolded) lines.push(`${lines.pop()} ${withoutSpace(line)}`);
    else lines.push(withoutSpace(line));
  }
  return Buffer.from(lines.map(withoutSpace).join('\r\n'), 'latin1');
}

/** Trims a line. Unlike `trim`, keeps bytes that are white space in Unicode only. */
function withoutSpace(line: string): string {
  let start = 0;
  let end = line.length;
  while (SPACE.includes(line[start] as string)) start += 1;
  while (end > start && SPACE.includes(line[end - 1] as string)) end -= 1;
  return line.slice(start, end);
}
