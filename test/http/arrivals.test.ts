// Bodies that are slow to come: they take no place in the gate from requests that are here, and find one when they are here.
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAdmissionGate } from '../../src/http/admission-gate.ts';
import { createArrivals } from '../../src/http/arrivals.ts';
import type { LaneApplication } from '../../src/http/fast-lane.ts';
import { type HttpServerOptions, startHttpServer } from '../../src/http/server.ts';
import { appUnderTest } from './app-under-test.ts';

const patience = { timeout: 5_000, interval: 5 };
const head = (type = 'application/json', path = '/graphql') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 2\r\n\r\n{`;

/** A server that takes one request at once. */
async function start(overrides: Partial<HttpServerOptions> = {}) {
  const { options, lines } = appUnderTest();
  const server = await startHttpServer({ ...options, port: 0, admission: { most: 1, lateMs: 25 }, ...overrides });
  onTestFinished(() => server.close());
  const { requestsInFlight, requestsShed } = options.metrics;
  let begun = 0;
  /** A request that stops before the last byte of its body; it has come when this is there. */
  const begin = async (bytes = head()): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(bytes);
    begun += 1;
    await expect.poll(() => requestsInFlight.value, patience).toBe(begun);
    return socket;
  };
  const statusOf = async () => (await fetch(`${server.url}/graphql`)).status;
  const shed = async () => (await requestsShed.get()).values[0]?.value ?? 0;
  return { url: server.url, begin, statusOf, shed, lines };
}

/** Takes the only place until the test is over, or lets it go before. */
async function occupy(url: string, statusOf: () => Promise<number>) {
  const controller = new AbortController();
  const held = fetch(`${url}/graphql?wait=60000`, { signal: controller.signal }).catch(() => 'gone');
  const release = async () => {
    controller.abort();
    await held;
  };
  onTestFinished(release);
  await expect.poll(statusOf, patience).toBe(503);
  return release;
}

async function answerOn(socket: Socket): Promise<string> {
  socket.write('}');
  return String((await once(socket, 'data'))[0]);
}

describe('a request whose body has not come to its end', () => {
  it('keeps nobody out, and is answered when the rest of it comes', async () => {
    const { begin, statusOf } = await start();
    const slow = await begin();
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
    expect(await answerOn(slow)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is turned away with 503 once it is here, where there is no place then, and not carried out', async () => {
    const carriedOut: unknown[] = [];
    const graphql: FastifyPluginAsync = async (app) => {
      app.get('/graphql', ({ query }, reply) => {
        if (Object.keys(query as object).length === 0) void reply.send({});
      });
      app.post('/graphql', async ({ body }) => carriedOut.push(body));
    };
    const { url, begin, statusOf } = await start({ graphql, graceMs: 0 });
    const slow = await begin();
    await occupy(url, statusOf);
    const answer = await answerOn(slow);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"code":"OVERLOADED"/);
    expect(carriedOut).toEqual([]);
  });

  it('is the oldest of too many, and cut for one more', async () => {
    const { begin, statusOf, shed, lines } = await start();
    const first = await begin();
    const isCut = once(first, 'close');
    const second = await begin();
    expect(await statusOf()).toBe(200);
    await isCut;
    expect(await shed()).toBe(1);
    expect(lines.filter(({ msg }) => String(msg).startsWith('requests are turned away'))).toHaveLength(1);
    expect(await answerOn(second)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('keeps its place where it is carried out while its body comes', async () => {
    const graphql: FastifyPluginAsync = async (app) => {
      app.addContentTypeParser('text/stream', (_request, payload, done) => done(null, payload));
      app.get('/graphql', async () => ({}));
      app.post('/graphql', async ({ body }) => {
        for await (const _ of body as AsyncIterable<Buffer>);
        return {};
      });
    };
    const { begin, statusOf } = await start({ graphql });
    const streaming = await begin(head('text/stream'));
    expect(await statusOf()).toBe(503);
    expect(await answerOn(streaming)).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(statusOf, patience).toBe(200);
  });
});

describe('an unfinished request that is cut', () => {
  it.each([
    ['ends its connection, where nobody waits for an answer on it', false, [1, 0]],
    ['lets those before it on its connection have their answers', true, [0, 1]],
  ])('%s', (_, isAnswering, calls) => {
    const destroy = vi.fn();
    const endWhenAnswered = vi.fn();
    const begun = Object.assign(new EventEmitter(), { req: { complete: false, socket: {}, destroy } });
    const response = begun as unknown as ServerResponse;
    const arrivals = createArrivals({
      gate: createAdmissionGate({ most: 1, lateMs: 25 }),
      connections: { waiting: () => [[response]], isAnswering: () => isAnswering, endWhenAnswered },
      mostUnfinished: 0,
      onCut: () => undefined,
      now: () => 0,
    });
    expect(arrivals.enter(response)).toBe(true);
    expect(arrivals.enter(new EventEmitter() as ServerResponse)).toBe(true);
    expect([destroy.mock.calls.length, endWhenAnswered.mock.calls.length]).toEqual(calls);
  });
});

describe('a gate that is full of requests that are here', () => {
  it('is not looked through with each request that it turns away', () => {
    let at = 0;
    const waiting = vi.fn(() => []);
    const gate = createAdmissionGate({ most: 1, lateMs: 25 });
    const arrivals = createArrivals({
      gate,
      connections: { waiting, isAnswering: () => false, endWhenAnswered: () => undefined },
      mostUnfinished: 1,
      onCut: () => undefined,
      now: () => at,
    });
    const enter = () => arrivals.enter(new EventEmitter() as ServerResponse);
    const comeAndGo = () => {
      gate.leave();
      return [enter(), enter(), enter()];
    };
    expect([enter(), enter(), enter()]).toEqual([true, false, false]);
    expect([comeAndGo(), comeAndGo()]).toEqual(Array(2).fill([true, false, false]));
    expect(waiting).toHaveBeenCalledTimes(1);
    at += 10;
    expect([enter(), enter()]).toEqual([false, false]);
    expect(waiting).toHaveBeenCalledTimes(2);
  });
});

describe('in the fast lane, a request whose body has not come to its end', () => {
  const caller = { subject: 'somebody', prepare: () => () => '{"data":"served"}' };
  const lane: LaneApplication = { callerOf: (authorization) => (authorization === undefined ? null : caller) };
  const known = head().replace('\r\n', '\r\nauthorization: Bearer x\r\n');
  /** Nothing is told of it before its body is here: another connection, opened later, says that it has come. */
  async function beginInLane(url: string): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await new Promise((sent) => socket.write(known, sent));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    return socket;
  }

  it('keeps nobody out, and is served there when the rest of it comes', async () => {
    const { url, statusOf } = await start({ lane });
    const slow = await beginInLane(url);
    expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
    expect(await answerOn(slow)).toContain('served');
  });

  it('is turned away with 503 once it is here, where there is no place then', async () => {
    const { url, statusOf } = await start({ lane });
    const slow = await beginInLane(url);
    expect(await statusOf()).toBe(200);
    const release = await occupy(url, statusOf);
    expect(await answerOn(slow)).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"OVERLOADED"/);
    await release();
    await expect.poll(statusOf, patience).toBe(200);
  });
});
