// Files against a hostile upstream: uploads that get a response, or are dropped, while they are still being sent; downloads
// and the key set under every kind of misbehavior. When one end of a stream fails, the other end is always released.
import type { Socket } from 'node:net';
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { createJsonSource } from '../../../src/upstream/connections/json-source.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { onBody, onHead } from '../../support/hostile/hostile-behaviors.ts';
import { clientAt, outcomeOf } from '../../support/hostile/hostile-client.ts';
import { endingModes, endlessModes, type Mode, withoutRecords } from '../../support/hostile/hostile-modes.ts';
import {
  type HostileUpstream,
  type Misbehavior,
  rawResponse,
  startHostileUpstream,
} from '../../support/hostile/hostile-upstream.ts';

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

/** Longer than the client waits; then the server notices whether the client is still there. */
function pauseFor(socket: Socket, milliseconds: number): void {
  socket.pause();
  setTimeout(() => socket.resume(), milliseconds);
}

/** Resolves when a number no longer changes. */
async function stuck(number: () => number): Promise<void> {
  let before = -1;
  await expect
    .poll(() => {
      const isSame = number() === before;
      before = number();
      return isSame;
    })
    .toBe(true);
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
    const upstream = clientAt(server.url('all'));
    const { seen, file } = largeFile();
    const pass = reading === 'UPSTREAM_TIMEOUT' ? holdDeadlines() : undefined;
    const upload = outcomeOf(upstream.upload(request, file));
    if (pass !== undefined) {
      await expect.poll(server.misbehaved).toBe(1);
      await stuck(() => seen.taken);
      pass(DEADLINE_MS);
    }
    expect((await upload).reading).toBe(reading);
    pass?.(DEADLINE_MS);
    await expect.poll(() => seen.isClosed).toBe(true);
    expect(server.requests.filter(({ endpoint }) => endpoint === 'uploadfiles')).toHaveLength(1);
    await expect.poll(() => server.busy('all')).toBe(0);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
  },
);

test('if the sender of a file breaks off, the transfer to upstream breaks off too', async () => {
  const server = await start(onBody(() => undefined));
  const upstream = clientAt(server.url('all'));
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

/** Reads to the end, to an error, or to a limit. */
async function readThrough(body: AsyncIterable<Buffer>, maxBytes: number): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch {
    // The reader sees the error.
  }
}

async function expectOpened(
  mode: Mode,
  { expect, onTestFinished }: TestContext,
  pass?: (milliseconds: number) => void,
) {
  const server = await startHostileUpstream(mode.does);
  onTestFinished(server.stop);
  const upstream = clientAt(server.url('everything'));
  const opening = upstream.download(`${server.url('everything')}/file`, {});
  const outcome = outcomeOf(opening);
  if (expectedOpening(mode) === 'UPSTREAM_TIMEOUT') {
    await expect.poll(server.misbehaved).toBe(1);
    pass?.(DEADLINE_MS);
  }
  const { reading, error } = await outcome;
  expect([reading === 'read' ? 'opened' : reading, String(error).includes('/file')]).toEqual([
    expectedOpening(mode),
    false,
  ]);
  // The reader of an endless body leaves after its first bytes.
  if (reading === 'read') await readThrough((await opening).body, pass === undefined ? MAX_READ_BYTES : 0);
  await upstream.close();
  await expect.poll(() => server.open()).toBe(0);
}

test.concurrent.for(withoutRecords(endingModes).map((mode) => [mode.name, mode] as const))(
  'opening a file whose host sends %s ends',
  async ([_, mode], context) => await expectOpened(mode, context),
);

test.for(endlessModes.map((mode) => [mode.name, mode] as const))(
  'opening a file whose host sends %s ends at the deadline, or with its reader',
  async ([_, mode], context) => await expectOpened(mode, context, holdDeadlines()),
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
  const upstream = clientAt(url, { fileHosts });
  const pass = holdDeadlines();
  const opening = outcomeOf(upstream.download(addressAt(url), {}));
  if (addressAt(url).startsWith(url)) {
    await expect.poll(server.misbehaved).toBe(1);
    if (does === silent) pass(DEADLINE_MS);
  }
  expect((await opening).error).toMatchObject({ endpoint: 'downloadfiles', sent });
  await upstream.close();
});

test('requests files from every listed host, however many there are', async () => {
  const fileHosts = Array.from({ length: 120 }, (_, index) => `127.0.0.${index + 1}:1`);
  const upstream = clientAt('http://127.0.0.1:1', { fileHosts });
  for (const host of fileHosts) {
    const { reading } = await outcomeOf(upstream.download(`http://${host}/file`, {}));
    expect(reading, host).toBe('UPSTREAM_UNAVAILABLE');
  }
  await upstream.close();
});

async function expectFetched(mode: Mode, { expect, onTestFinished }: TestContext, deadline?: AbortController) {
  const server = await startHostileUpstream(mode.does);
  onTestFinished(server.stop);
  const source = createJsonSource(`${server.url('everything')}/keys`, {}, DEADLINE_MS);
  const outcome = source.fetch().then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? 'an error' : 'no error'),
  );
  if (deadline !== undefined) {
    await expect.poll(server.misbehaved).toBe(1);
    deadline.abort();
  }
  // Without content, and with bytes of no charset, there is nothing that a key could be read from.
  const isUnreadable = ['a 204 with no content', 'bytes that are not UTF-8'].includes(mode.name);
  const isJson = mode.reading === 'read' || (mode.readBy.length > 0 && !isUnreadable);
  const isDocument =
    isJson || ['an error status in the body of a 200', 'a hundred thousand nested lists'].includes(mode.name);
  expect(await outcome).toBe(isDocument ? 'read' : 'an error');
  if (deadline !== undefined) await expect.poll(() => server.busy('everything')).toBe(0);
  await source.close();
  await expect.poll(() => server.open()).toBe(0);
}

test.concurrent.for(withoutRecords(endingModes).map((mode) => [mode.name, mode] as const))(
  'fetching a key set whose server sends %s ends',
  async ([_, mode], context) => await expectFetched(mode, context),
);

test.for(endlessModes.map((mode) => [mode.name, mode] as const))(
  'fetching a key set whose server sends %s ends at the deadline',
  async ([_, mode], context) => {
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    onTestFinished(() => timeout.mockRestore());
    await expectFetched(mode, context, deadline);
    expect(timeout).toHaveBeenCalledWith(DEADLINE_MS);
  },
);
