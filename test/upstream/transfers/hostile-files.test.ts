// Files against a hostile upstream: uploads that get a response, or are dropped, while they are still being sent; downloads
// and the key set under every kind of misbehavior. When one end of a stream fails, the other end is always released.
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createJsonSource } from '../../../src/upstream/connections/json-source.ts';
import { onBody, onHead } from '../../support/hostile/hostile-behaviors.ts';
import { clientAt, ensureConnected, outcomeOf } from '../../support/hostile/hostile-client.ts';
import { isEndless, type Mode, modes } from '../../support/hostile/hostile-modes.ts';
import {
  type HostileUpstream,
  type Misbehavior,
  rawResponse,
  startHostileUpstream,
} from '../../support/hostile/hostile-upstream.ts';

const DEADLINE_MS = 300;
/** For modes that end by themselves, long enough that a slow machine does not fail them. */
const TIMEOUT_MS = 8_000;
const SLACK_MS = 30_000;
const PIECE = Buffer.alloc(65_536, '%PDF-');
const PIECES = 400;

async function start(does: Misbehavior): Promise<HostileUpstream> {
  const server = await startHostileUpstream(does);
  onTestFinished(() => server.stop());
  return server;
}

/** A file of 26 MB that records how much of it was read, and whether it was released. */
function largeFile() {
  const seen = { taken: 0, isClosed: false };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = 0; piece < PIECES; piece += 1) {
        seen.taken += 1;
        yield PIECE;
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, file: { name: 'plan.pdf', mediaType: 'application/pdf', bytes: bytes() } };
}

const request = { transId: '501', description: 'attempt-1', sender: 'Example Title', no_of_pages: 1 };

/** Effectively forever for a client with a shorter deadline; then the server notices whether the client is still there. */
function pauseFor(socket: Socket, milliseconds: number): void {
  socket.pause();
  setTimeout(() => socket.resume(), milliseconds);
}

const midwayResponses: readonly (readonly [string, Misbehavior, string])[] = [
  [
    'rejected',
    onHead(({ socket }) => void socket.write(rawResponse('{"message":"too large"}', [], '413 Large'))),
    'UPSTREAM_REJECTED',
  ],
  [
    'rejected and disconnected',
    onHead(({ socket }) => void socket.end(rawResponse('{}', ['connection: close'], '413 Large'))),
    'UPSTREAM_REJECTED',
  ],
  ['answered with HTML', onHead(({ socket }) => void socket.write(rawResponse('<html>'))), 'UPSTREAM_INVALID'],
  ['denied', onHead(({ socket }) => void socket.write(rawResponse('{}', [], '401 No'))), 'UPSTREAM_ACCESS_DENIED'],
  ['reported as complete', onHead(({ socket, honest }) => void socket.write(rawResponse(honest))), 'read'],
  ['reset', onHead(({ socket }) => void socket.resetAndDestroy()), 'UPSTREAM_UNAVAILABLE'],
  ['not read any further', onHead(({ socket }) => pauseFor(socket, 2 * DEADLINE_MS)), 'UPSTREAM_TIMEOUT'],
  ['never answered', onBody(() => undefined), 'UPSTREAM_TIMEOUT'],
];

test.each(midwayResponses)(
  'an upload that is %s midway ends there, is not repeated, and releases its file',
  async (_, does, reading) => {
    const server = await start(does);
    const isWaiting = reading === 'UPSTREAM_TIMEOUT';
    const upstream = clientAt(server.url('all'), { deadlineMs: isWaiting ? DEADLINE_MS : TIMEOUT_MS });
    // The short deadline is the upload's; a denial is final only of a token that the upload itself has fetched.
    if (isWaiting) await ensureConnected(upstream);
    const { seen, file } = largeFile();
    const outcome = await outcomeOf(upstream.upload(request, file));
    expect(outcome.reading).toBe(reading);
    await expect.poll(() => seen.isClosed).toBe(true);
    expect(server.requests.filter(({ endpoint }) => endpoint === 'uploadfiles')).toHaveLength(1);
    await expect.poll(() => server.busy('all')).toBe(0);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
  },
);

test('a file whose sender breaks off breaks off at upstream too', async () => {
  const server = await start(onBody(() => undefined));
  const upstream = clientAt(server.url('all'), { deadlineMs: TIMEOUT_MS });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield PIECE;
    throw new Error('the sender has gone');
  }
  const file = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: broken() };
  expect((await outcomeOf(upstream.upload(request, file))).reading).toBe('ABORTED');
  await expect.poll(() => server.busy('all')).toBe(0);
  await upstream.close();
});

/** The outcome of opening a file in a mode. Opening does not read the body, so everything with a status of 200 opens. */
function expectedOpening(mode: Mode): string {
  if (mode.sent !== true) return mode.reading === 'read' ? 'opened' : mode.reading;
  const byStatus: readonly (readonly [RegExp, string])[] = [
    [/^(500|status 999)/, 'UPSTREAM_UNAVAILABLE'],
    [/redirect|rate limit|401|rejection|no content|not modified/, 'UPSTREAM_INVALID'],
  ];
  return byStatus.find(([pattern]) => pattern.test(mode.name))?.[1] ?? 'opened';
}

const MAX_READ_BYTES = 5_000_000;
const PATIENCE_MS = 1_000;

/** Reads to the end, to an error, or until a limit of bytes or time. */
async function readThrough(body: AsyncIterable<Buffer>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > MAX_READ_BYTES || performance.now() > giveUpAt) break;
    }
  } catch {
    // The reader sees the error.
  }
}

test.concurrent.for(modes.map((mode) => [mode.name, mode] as const))(
  'opening a file whose host sends %s ends in time',
  async ([_, mode], { expect }) => {
    const server = await startHostileUpstream(mode.does);
    const address = `${server.url('everything')}/file`;
    const upstream = clientAt(server.url('everything'), { deadlineMs: isEndless(mode) ? DEADLINE_MS : TIMEOUT_MS });
    const startedAt = performance.now();
    const opening = upstream.download(address, { method: 'GET' });
    const { reading, error } = await outcomeOf(opening);
    expect([reading === 'read' ? 'opened' : reading, String(error).includes('/file')]).toEqual([
      expectedOpening(mode),
      false,
    ]);
    if (reading === 'read') await readThrough((await opening).body);
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
  },
);

const silent: Misbehavior = onBody(() => undefined);
const failing: Misbehavior = onBody(({ socket }) => void socket.write(rawResponse('', [], '500 No')));

test.each<[string, Misbehavior, (url: string) => string, boolean | 'unknown']>([
  ['refuses the connection', silent, () => 'http://127.0.0.1:1/file', 'unknown'],
  ['does not respond', silent, (url) => `${url}/file`, 'unknown'],
  ['responds with an error', failing, (url) => `${url}/file`, true],
])('the fault of a download whose host %s reports whether the host responded', async (_, does, addressAt, sent) => {
  const server = await start(does);
  const url = server.url('everything');
  const fileHosts = [new URL(url).host, '127.0.0.1:1'];
  const upstream = clientAt(url, { deadlineMs: DEADLINE_MS, fileHosts });
  const { error } = await outcomeOf(upstream.download(addressAt(url), { method: 'GET' }));
  expect(error).toMatchObject({ endpoint: 'downloadfiles', sent });
  await upstream.close();
});

test('requests files from every listed host, however many there are', async () => {
  const fileHosts = Array.from({ length: 120 }, (_, index) => `127.0.0.${index + 1}:1`);
  const upstream = clientAt('http://127.0.0.1:1', { fileHosts });
  for (const host of fileHosts) {
    const { reading } = await outcomeOf(upstream.download(`http://${host}/file`, { method: 'GET' }));
    expect(reading, host).toBe('UPSTREAM_UNAVAILABLE');
  }
  await upstream.close();
});

test.concurrent.for(modes.map((mode) => [mode.name, mode] as const))(
  'fetching a key set whose server sends %s ends in time',
  async ([_, mode], { expect }) => {
    const server = await startHostileUpstream(mode.does);
    const source = createJsonSource(`${server.url('everything')}/keys`, {}, isEndless(mode) ? DEADLINE_MS : TIMEOUT_MS);
    const startedAt = performance.now();
    const outcome = await source.fetch().then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? 'an error' : 'no error'),
    );
    // Without content, and with bytes of no charset, there is nothing that a key could be read from.
    const isUnreadable = ['a 204 with no content', 'bytes that are not UTF-8'].includes(mode.name);
    const isJson = mode.reading === 'read' || (mode.readBy.length > 0 && !isUnreadable);
    const isDocument = isJson || mode.name === 'an error status in the body of a 200';
    expect(outcome).toBe(isDocument ? 'read' : 'an error');
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS);
    await expect.poll(() => server.busy('everything') === 0 || !isEndless(mode)).toBe(true);
    await source.close();
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
  },
);
