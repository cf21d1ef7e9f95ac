// Files against a hostile upstream: uploads that are answered, or dropped, while they are still being sent; downloads and the
// key set under every way of misbehaving. The other end of a stream is let go of, whatever happens to this one.
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createJsonSource } from '../../src/upstream/json-source.ts';
import { answering, early } from '../support/hostile-behaviours.ts';
import { clientAt, outcomeOf } from '../support/hostile-client.ts';
import { isEndless, type Mode, modes } from '../support/hostile-modes.ts';
import { type HostileUpstream, type Misbehaviour, startHostileUpstream, whole } from '../support/hostile-upstream.ts';

const DEADLINE_MS = 300;
/** For what ends by itself: it fails by being slow, not by the machine's being so. */
const PATIENCE_MS = 8_000;
const SLACK_MS = 4_000;
const PIECE = Buffer.alloc(65_536, '%PDF-');
const PIECES = 400;

async function start(does: Misbehaviour): Promise<HostileUpstream> {
  const server = await startHostileUpstream(does);
  onTestFinished(() => server.stop());
  return server;
}

/** A file of 26 MB that knows how much of it was taken, and whether it was let go of. */
function largeFile() {
  const seen = { taken: 0, isLeft: false };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = 0; piece < PIECES; piece += 1) {
        seen.taken += 1;
        yield PIECE;
      }
    } finally {
      seen.isLeft = true;
    }
  }
  return { seen, file: { name: 'plan.pdf', mediaType: 'application/pdf', bytes: bytes() } };
}

const request = { transId: '501', description: 'attempt-1', sender: 'Example Title', no_of_pages: 1 };

/** For ever, to a client that waits less long; then it looks whether anybody is there. */
function pauseFor(socket: Socket, milliseconds: number): void {
  socket.pause();
  setTimeout(() => socket.resume(), milliseconds);
}

const midway: readonly (readonly [string, Misbehaviour, string])[] = [
  [
    'refused',
    early(({ socket }) => void socket.write(whole('{"message":"too large"}', [], '413 Large'))),
    'UPSTREAM_REJECTED',
  ],
  [
    'refused by an end',
    early(({ socket }) => void socket.end(whole('{}', ['connection: close'], '413 Large'))),
    'UPSTREAM_REJECTED',
  ],
  ['answered with HTML', early(({ socket }) => void socket.write(whole('<html>'))), 'UPSTREAM_INVALID'],
  ['denied', early(({ socket }) => void socket.write(whole('{}', [], '401 No'))), 'UPSTREAM_ACCESS_DENIED'],
  ['answered as done', early(({ socket, honest }) => void socket.write(whole(honest))), 'read'],
  ['reset', early(({ socket }) => void socket.resetAndDestroy()), 'UPSTREAM_UNAVAILABLE'],
  ['not read any further', early(({ socket }) => pauseFor(socket, 2 * DEADLINE_MS)), 'UPSTREAM_TIMEOUT'],
  ['never answered', answering(() => undefined), 'UPSTREAM_TIMEOUT'],
];

test.each(midway)(
  'an upload that is %s midway ends there, once, and its file is let go of',
  async (_, does, reading) => {
    const server = await start(does);
    const upstream = clientAt(server.url('all'), { deadlineMs: DEADLINE_MS });
    const { seen, file } = largeFile();
    const outcome = await outcomeOf(upstream.upload(request, file));
    expect(outcome.reading).toBe(reading);
    expect(outcome.milliseconds).toBeLessThan(DEADLINE_MS + SLACK_MS);
    await expect.poll(() => seen.isLeft).toBe(true);
    expect(server.requests.filter(({ endpoint }) => endpoint === 'uploadfiles')).toHaveLength(1);
    await expect.poll(() => server.busy('all')).toBe(0);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
  },
);

test('a file that breaks off on its way breaks off at upstream too', async () => {
  const server = await start(answering(() => undefined));
  const upstream = clientAt(server.url('all'), { deadlineMs: DEADLINE_MS });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield PIECE;
    throw new Error('the sender has gone');
  }
  const file = { name: 'plan.pdf', mediaType: 'application/pdf', bytes: broken() };
  expect((await outcomeOf(upstream.upload(request, file))).reading).toBe('UPSTREAM_UNAVAILABLE');
  await expect.poll(() => server.busy('all')).toBe(0);
  await upstream.close();
});

/** What opening a file makes of a mode: bodies are not read for it, so that all that has a status of 200 opens. */
function openingOf(mode: Mode): string {
  if (mode.sent !== true) return mode.reading === 'read' ? 'opened' : mode.reading;
  const byStatus: readonly (readonly [RegExp, string])[] = [
    [/^(500|status 999)/, 'UPSTREAM_UNAVAILABLE'],
    [/redirect|rate limit|401|refusal|no content|not modified/, 'UPSTREAM_INVALID'],
  ];
  return byStatus.find(([pattern]) => pattern.test(mode.name))?.[1] ?? 'opened';
}

const MOST_READ = 5_000_000;

/** Reads to the end, to an error, or for as long as anyone would. */
async function readThrough(body: AsyncIterable<Buffer>): Promise<void> {
  const giveUpAt = performance.now() + SLACK_MS;
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > MOST_READ || performance.now() > giveUpAt) break;
    }
  } catch {
    // What breaks shows to whoever reads.
  }
}

test.concurrent.for(modes.map((mode) => [mode.name, mode] as const))(
  'a file whose host gives %s',
  async ([_, mode], { expect }) => {
    const server = await startHostileUpstream(mode.does);
    const address = `${server.url('everything')}/file`;
    const upstream = clientAt(server.url('everything'), { deadlineMs: isEndless(mode) ? DEADLINE_MS : PATIENCE_MS });
    const startedAt = performance.now();
    const opening = upstream.download(address, { method: 'GET' });
    const { reading, error } = await outcomeOf(opening);
    expect([reading === 'read' ? 'opened' : reading, String(error).includes('/file')]).toEqual([
      openingOf(mode),
      false,
    ]);
    if (reading === 'read') await readThrough((await opening).body);
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS + SLACK_MS);
    await upstream.close();
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
  },
);

const silent: Misbehaviour = answering(() => undefined);
const failing: Misbehaviour = answering(({ socket }) => void socket.write(whole('', [], '500 No')));

test.each<[string, Misbehaviour, (url: string) => string, boolean | 'unknown']>([
  ['nobody listens to', silent, () => 'http://127.0.0.1:1/file', 'unknown'],
  ['does not answer', silent, (url) => `${url}/file`, 'unknown'],
  ['answers with a failure', failing, (url) => `${url}/file`, true],
])('a file whose host %s is a fault that says whether it answered', async (_, does, addressAt, sent) => {
  const server = await start(does);
  const url = server.url('everything');
  const fileHosts = [new URL(url).host, '127.0.0.1:1'];
  const upstream = clientAt(url, { deadlineMs: DEADLINE_MS, fileHosts });
  const { error } = await outcomeOf(upstream.download(addressAt(url), { method: 'GET' }));
  expect(error).toMatchObject({ endpoint: 'downloadfiles', sent });
  await upstream.close();
});

test('every host on the list is asked, however many they are', async () => {
  const fileHosts = Array.from({ length: 120 }, (_, index) => `127.0.0.${index + 1}:1`);
  const upstream = clientAt('http://127.0.0.1:1', { fileHosts });
  for (const host of fileHosts) {
    const { reading } = await outcomeOf(upstream.download(`http://${host}/file`, { method: 'GET' }));
    expect(reading, host).toBe('UPSTREAM_UNAVAILABLE');
  }
  await upstream.close();
});

test.concurrent.for(modes.map((mode) => [mode.name, mode] as const))(
  'a key set whose address gives %s',
  async ([_, mode], { expect }) => {
    const server = await startHostileUpstream(mode.does);
    const source = createJsonSource(
      `${server.url('everything')}/keys`,
      {},
      isEndless(mode) ? DEADLINE_MS : PATIENCE_MS,
    );
    const startedAt = performance.now();
    const outcome = await source.fetch().then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? 'an error' : 'no error'),
    );
    const isDocument =
      mode.reading === 'read' || mode.readBy.length > 0 || mode.name === 'a status of failure in the body';
    expect(outcome).toBe(isDocument ? 'read' : 'an error');
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS + SLACK_MS);
    await expect.poll(() => server.busy('everything') === 0 || !isEndless(mode)).toBe(true);
    await source.close();
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
  },
);
