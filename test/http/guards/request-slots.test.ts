// Slow bodies: they keep no slot that a complete request needs, and get one once they have arrived.
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAdmission } from '../../../src/http/guards/admission.ts';
import { type RequestSlot, RequestSlots } from '../../../src/http/guards/request-slots.ts';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import type { HttpServerOptions } from '../../../src/http/server/server.ts';
import { startWithOneSlot } from '../app-under-test.ts';

const somebody = () => ({ slots: 0 });
const pollOptions = { timeout: 5_000, interval: 5 };
const head = (type = 'application/json', path = '/graphql') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 2\r\n\r\n{`;

/** A server that executes one request at a time. */
async function start(overrides: Partial<HttpServerOptions> = {}) {
  const { url, options, lines } = await startWithOneSlot(overrides);
  const { requestsInFlight, requestsShed } = options.metrics;
  let startedCount = 0;
  /** Sends a request up to the last byte of its body; resolves when the server has received that much. */
  const begin = async (bytes = head()): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(bytes);
    startedCount += 1;
    await expect.poll(() => requestsInFlight.value, pollOptions).toBe(startedCount);
    return socket;
  };
  const statusOf = async () => (await fetch(`${url}/graphql`)).status;
  const shed = async () => (await requestsShed.get()).values[0]?.value ?? 0;
  return { url, begin, statusOf, shed, lines };
}

/** Takes the only slot until the test is over or the returned function releases it. */
async function occupy(url: string, statusOf: () => Promise<number>) {
  const controller = new AbortController();
  const held = fetch(`${url}/graphql?wait=60000`, { signal: controller.signal }).catch(() => 'gone');
  const release = async () => {
    controller.abort();
    await held;
  };
  onTestFinished(release);
  await expect.poll(statusOf, pollOptions).toBe(503);
  return release;
}

async function finishRequest(socket: Socket): Promise<string> {
  socket.write('}');
  return String((await once(socket, 'data'))[0]);
}

describe('a request with an unfinished body', () => {
  it('blocks nobody, and gets its response when the rest arrives', async () => {
    const { begin, statusOf } = await start();
    const slow = await begin();
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
    expect(await finishRequest(slow)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is rejected with 503 and not executed if there is no slot once its body has arrived', async () => {
    const carriedOut: unknown[] = [];
    const handle: GraphQLRoute['handle'] = async ({ request, body }) => {
      if (request.method === 'POST') carriedOut.push(body);
      else if (request.url !== '/graphql') return new Promise(() => undefined);
      return { status: 200, body: '{}' };
    };
    const { url, begin, statusOf } = await start({ graphql: { handle }, graceMs: 0 });
    const slow = await begin();
    await occupy(url, statusOf);
    const answer = await finishRequest(slow);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"code":"OVERLOADED"/);
    expect(carriedOut).toEqual([]);
  });

  it('is cut off if it is the oldest of too many and has not just come; until then, further ones are rejected', async () => {
    const { begin, statusOf, shed, lines } = await start();
    const first = await begin();
    const isCut = once(first, 'close');
    const second = await begin();
    expect(await statusOf()).toBe(503);
    expect(first.readyState).toBe('open');
    await expect.poll(statusOf, pollOptions).toBe(200);
    await isCut;
    expect(await shed()).toBeGreaterThan(1);
    expect(lines.filter(({ msg }) => String(msg).startsWith('shedding requests'))).toHaveLength(1);
    expect(await finishRequest(second)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('keeps its slot if it is executed while its body arrives', async () => {
    const graphql: GraphQLRoute = {
      async handle({ request }) {
        if (request.method === 'POST') for await (const _ of request);
        return { status: 200, body: '{}' };
      },
      uploads: {
        isUploading: () => false,
        receive: () => ({ operation: Promise.resolve({}), discard: () => Promise.resolve() }),
      },
    };
    const { begin, statusOf } = await start({ graphql });
    const streaming = await begin(head('multipart/form-data'));
    expect(await statusOf()).toBe(503);
    expect(await finishRequest(streaming)).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(statusOf, pollOptions).toBe(200);
  });
});

describe('an unfinished request that is cut off', () => {
  it.each([
    ['closes its connection if no response is pending on it', false, [1, 0]],
    ['lets earlier requests on its connection get their responses', true, [0, 1]],
  ])('%s', (_, isAnswering, calls) => {
    const destroy = vi.fn();
    const endWhenAnswered = vi.fn();
    const startedCount = Object.assign(new EventEmitter(), { req: { complete: false, socket: {}, destroy } });
    const response = startedCount as unknown as ServerResponse;
    let at = 0;
    const requestSlots = new RequestSlots({
      admission: createAdmission({ maxInFlight: 1, lateMs: 25 }),
      connections: { isAnswering: () => isAnswering, endWhenAnswered },
      maxUnfinished: 1,
      onAbort: () => undefined,
      now: () => at,
    });
    const enter = () => {
      const arriving = Object.assign(new EventEmitter(), { req: { complete: false } }) as unknown as ServerResponse;
      return requestSlots.enter(arriving, somebody()) !== null;
    };
    expect(requestSlots.enter(response, somebody())).not.toBeNull();
    expect(enter()).toBe(true);
    at += 999;
    expect(enter()).toBe(false);
    expect(destroy.mock.calls.length + endWhenAnswered.mock.calls.length).toBe(0);
    at += 11;
    expect(enter()).toBe(true);
    expect([destroy.mock.calls.length, endWhenAnswered.mock.calls.length]).toEqual(calls);
  });
});

describe('an admission that is full of complete requests', () => {
  it('is not searched for every request that it rejects', () => {
    let at = 0;
    const isComplete = vi.fn(() => true);
    const admission = createAdmission({ maxInFlight: 1, lateMs: 25 });
    const requestSlots = new RequestSlots({
      admission,
      connections: { isAnswering: () => false, endWhenAnswered: () => undefined },
      maxUnfinished: 1,
      onAbort: () => undefined,
      now: () => at,
    });
    const caller = somebody();
    const response = { req: Object.defineProperty({}, 'complete', { get: isComplete }) } as ServerResponse;
    const held: RequestSlot[] = [];
    const enter = () => {
      const slot = requestSlots.enter(response, caller);
      if (slot !== null) held.push(slot);
      return slot !== null;
    };
    const comeAndGo = () => {
      held.pop()?.leave();
      return [enter(), enter(), enter()];
    };
    expect([enter(), enter(), enter()]).toEqual([true, false, false]);
    expect([comeAndGo(), comeAndGo()]).toEqual(Array(2).fill([true, false, false]));
    expect(isComplete).toHaveBeenCalledTimes(1);
    at += 10;
    expect([enter(), enter()]).toEqual([false, false]);
    expect(isComplete).toHaveBeenCalledTimes(2);
  });
});
