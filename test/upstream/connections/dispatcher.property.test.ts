// A response after any informational ones, however all are cut into pieces, is read as Node's own client reads it.
import { request } from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { leaveOutContinue } from '../../../src/upstream/connections/dispatcher.ts';

const BODY = '{"status":200}';

/** A connection that answers each request with the same bytes, in these pieces. */
class Answering extends Duplex {
  readonly #pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    super({ allowHalfOpen: true });
    this.#pieces = pieces;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    callback();
    if (chunk.toString('latin1').endsWith('{}')) this.#answer(0);
  }

  override _final(callback: () => void): void {
    callback();
  }

  setKeepAlive = (): this => this;
  setNoDelay = (): this => this;
  setTimeout = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  #answer(at: number): void {
    const piece = this.#pieces[at];
    if (piece === undefined || this.destroyed) return;
    this.push(piece);
    setImmediate(() => this.#answer(at + 1));
  }
}

const requestOptions = { method: 'POST', path: '/', headers: { 'content-length': '2' } } as const;

type Read = { readonly status: number; readonly headers: unknown; readonly body: string };

function readByNode(bytes: Buffer): Promise<Read> {
  return new Promise((resolve, reject) => {
    const connection = new Answering([bytes]);
    const sent = request({ ...requestOptions, createConnection: () => connection }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject).end('{}');
  });
}

/** Twice over one connection. */
async function readByUs(pieces: readonly Buffer[]): Promise<Read[]> {
  const connection = new Answering(pieces);
  const client = new Client('http://service.example', {
    pipelining: 1,
    connect: (_target, callback) => {
      leaveOutContinue(connection);
      setImmediate(callback, null, connection as never);
    },
  });
  const read = async (): Promise<Read> => {
    const { statusCode, headers, body } = await client.request({ ...requestOptions, body: '{}' });
    return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()).toString('latin1') };
  };
  try {
    return [await read(), await read()];
  } finally {
    await client.destroy();
  }
}

const word = fc.string({ unit: fc.constantFrom(...'aZ7":,/\xe9\xa0'), minLength: 1, maxLength: 4 });
const anyField = fc
  .tuple(fc.constantFrom('x-one', 'X-Two', 'via', 'vary'), fc.array(word, { maxLength: 3 }))
  .map(([name, words]) => `${name}: ${words.join(' ')}\r\n`);
const chunked = `${BODY.length.toString(16)};a=b\r\n${BODY}\r\n0\r\nx-end: 1\r\n\r\n`;
const framing = fc.constantFrom(
  `Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `content-length: 00${BODY.length}\r\n\r\n${BODY}`,
  `Transfer-Encoding: chunked\r\n\r\n${chunked}`,
);
const head = (statuses: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...statuses),
      fc.constantFrom(' OK', ' ', '', ' d\xe9j\xe0 fait'),
      fc.array(anyField, { maxLength: 4 }),
    )
    .map(([status, text, fields]) => `HTTP/1.1 ${status}${text}\r\n${fields.join('')}`);
const response = fc.record({
  before: fc
    .array(head(['100', '102', '103']), { maxLength: 3 })
    .map((heads) => heads.map((each) => `${each}\r\n`).join('')),
  plain: fc.tuple(head(['200', '400', '503']), framing).map(([own, rest]) => `${own}connection: keep-alive\r\n${rest}`),
});
const cut = fc.array(fc.nat(400), { maxLength: 12 });

function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.filter((at) => at < bytes.length), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => bytes.subarray(places[at], end));
}

/** undici and Node join repeated fields in different ways. */
const normal = ({ headers, ...read }: Read) => ({
  ...read,
  headers: Object.entries(headers as Record<string, string | string[]>).map(([name, text]) => [
    name,
    [text].flat().join(', '),
  ]),
});

test('a response after informational ones, cut anywhere, is read as if it came alone, also on a connection that was used', async () => {
  await fc.assert(
    fc.asyncProperty(response, cut, async ({ before, plain }, cuts) => {
      const byNode = normal(await readByNode(Buffer.from(plain, 'latin1')));
      const byUs = (await readByUs(piecesOf(Buffer.from(before + plain, 'latin1'), cuts))).map(normal);
      expect(byUs).toEqual([byNode, byNode]);
    }),
    { numRuns: 200 },
  );
});
