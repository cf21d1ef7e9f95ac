// Any head of a response that HTTP allows, however it is cut into pieces, is read as Node's own client reads the plain form of it.
import { request } from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { acceptAnyHead } from '../../../src/upstream/connections/response-heads.ts';

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
      acceptAnyHead(connection);
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

/** The same bytes as they are usually written, and as they may be written too. */
interface Written {
  readonly plain: string;
  readonly legal: string;
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 3 });
const fold = fc
  .tuple(space, fc.constantFrom(' ', '\t'), space)
  .map(([before, first, after]) => `${before}\r\n${first}${after}`);
const gap = fc.oneof(
  space,
  fold,
  fc.tuple(fold, fold).map(([one, other]) => one + other),
);
const word = fc.string({ unit: fc.constantFrom(...'aZ7":,/\xe9\xa0'), minLength: 1, maxLength: 4 });

const field = (name: string, words: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Written> =>
  fc.tuple(gap, words, fc.oneof(fc.constant(' '), fold), gap).map(([before, texts, between, after]) => ({
    plain: `${name}: ${texts.join(' ')}\r\n`,
    legal: `${name}:${before}${texts.join(between)}${after}\r\n`,
  }));
const anyField = fc
  .constantFrom('x-one', 'X-Two', 'via', 'vary')
  .chain((name) => field(name, fc.array(word, { maxLength: 3 })));
const chunked = `${BODY.length.toString(16)};a=b\r\n${BODY}\r\n0\r\nx-end: 1\r\n\r\n`;
const framing = fc.oneof(
  field('Content-Length', fc.constant([`${BODY.length}`])).map((length) => ({ length, body: BODY })),
  field('content-length', fc.constant([`00${BODY.length}`])).map((length) => ({ length, body: BODY })),
  field('Transfer-Encoding', fc.constant(['chunked'])).map((length) => ({ length, body: chunked })),
);
const reason = fc.constantFrom(' OK', ' ', '', ' d\xe9j\xe0 fait');
const informational = fc
  .tuple(fc.constantFrom('100', '102', '103'), reason, fc.array(anyField, { maxLength: 2 }))
  .map(([status, text, fields]) => `HTTP/1.1 ${status}${text}\r\n${fields.map(({ legal }) => legal).join('')}\r\n`);
const response = fc
  .record({
    before: fc.array(informational, { maxLength: 3 }),
    status: fc.constantFrom('200', '400', '503'),
    text: reason,
    fields: fc.array(anyField, { maxLength: 4 }),
    kept: field('connection', fc.constant(['keep-alive'])),
    framing,
  })
  .map(({ before, status, text, fields, kept, framing: { length, body } }) => {
    const bytes = (form: keyof Written) =>
      `HTTP/1.1 ${status}${text}\r\n${[...fields, kept, length].map((line) => line[form]).join('')}\r\n${body}`;
    return { plain: bytes('plain'), legal: before.join('') + bytes('legal') };
  });
const cut = fc.array(fc.nat(400), { maxLength: 12 });

function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.filter((at) => at < bytes.length), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => bytes.subarray(places[at], end));
}

/** undici and Node join repeated fields in different ways; within a value, any white space means the same. */
const normal = ({ headers, ...read }: Read) => ({
  ...read,
  headers: Object.entries(headers as Record<string, string | string[]>).map(([name, text]) => [
    name,
    [text]
      .flat()
      .join(', ')
      .replaceAll(/[ \t]+/g, ' '),
  ]),
});

test('any head that HTTP allows, cut anywhere, is read as if it was written plainly, also on a connection that was used', async () => {
  await fc.assert(
    fc.asyncProperty(response, cut, async ({ plain, legal }, cuts) => {
      const byNode = normal(await readByNode(Buffer.from(plain, 'latin1')));
      const byUs = (await readByUs(piecesOf(Buffer.from(legal, 'latin1'), cuts))).map(normal);
      expect(byUs).toEqual([byNode, byNode]);
    }),
    { numRuns: 200 },
  );
});
