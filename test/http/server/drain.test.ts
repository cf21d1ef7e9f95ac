// Shutdown of the server alone under load, many times over; test/e2e/drain.test.ts shuts down the whole program.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { GraphQLResponse } from '../../../src/graphql/handler.ts';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { callUntilClosed, type DrainCounts, zeroCounts } from '../../support/programs/drained-callers.ts';
import { appUnderTest } from '../app-under-test.ts';

const CALLERS = 10;
const MAX_RESPONSE_MS = 60;
/** Of a request whose response the test writes. */
const unanswered = new Promise<never>(() => undefined);

/** Shuts down as soon as so many requests were answered: by then every connection is open, however slow the machine is. */
async function drainOnce(answersBefore: number, counts: DrainCounts): Promise<void> {
  const admission = { maxInFlight: CALLERS, lateMs: 1_000 };
  const server = await startHttpServer({ ...appUnderTest().options, port: 0, admission });
  onTestFinished(server.close);
  const signal = { at: Number.POSITIVE_INFINITY };
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  const onResponse = () => {
    answers += 1;
    if (answers === answersBefore) resolve();
  };
  const workOf = () => {
    const path = `/graphql?wait=${Math.floor(Math.random() * MAX_RESPONSE_MS)}`;
    return { name: 'echo', path, type: 'application/json', body: '{"a":"b"}', onResponse };
  };
  const callers = Array.from({ length: CALLERS }, () => callUntilClosed({ url: server.url, workOf, signal, counts }));
  await underWay;
  signal.at = performance.now();
  await server.close();
  await Promise.all(callers);
  counts.drains += 1;
}

it('responds in full to every accepted request, in four shutdowns out of four', async () => {
  const counts = zeroCounts();
  await Promise.all(Array.from({ length: 4 }, (_, index) => drainOnce(CALLERS + index * 7, counts)));
  expect(counts).toMatchObject({ drains: 4, lost: 0, losses: [] });
  expect(counts.answeredAfterSignal).toBeGreaterThan(4);
});

async function responseOf(url: string, agent: Agent): Promise<IncomingMessage> {
  const [answer] = await once(request(url, { agent }).end(), 'response');
  return answer;
}

it('a connection whose response began before the shutdown and ended late stays open for one more request', async () => {
  const begun: ServerResponse[] = [];
  const handle: GraphQLRoute['handle'] = ({ response }) => {
    begun.push(response);
    response.writeHead(200, { 'content-length': 2 });
    response.write('o');
    return unanswered;
  };
  const server = await startHttpServer({ ...appUnderTest({ graphql: { handle } }).options, port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const first = await responseOf(`${server.url}/graphql`, agent);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = server.close();
  await vi.advanceTimersByTimeAsync(200);
  begun[0]?.end('k');
  await once(first.resume(), 'end');
  await vi.advanceTimersByTimeAsync(490);
  const second = await responseOf(`${server.url}/healthz`, agent);
  expect(second.headers.connection).toBe('close');
  second.resume();
  await ended;
});

/** A server that responds only when the test lets it, and a connection to it. */
async function startHeld() {
  const begun: (() => void)[] = [];
  const handle = () =>
    new Promise<GraphQLResponse>((resolve) => begun.push(() => resolve({ status: 200, body: 'ok' })));
  const server = await startHttpServer({ ...appUnderTest({ graphql: { handle } }).options, port: 0 });
  onTestFinished(server.close);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const received = text(socket);
  const ask = async (times: number) => {
    const underWay = begun.length + times;
    socket.write('GET /graphql HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(times));
    await expect.poll(() => begun.length).toBe(underWay);
  };
  const ends = async () => (await received).match(/(?<=\r\nconnection: )\S+/gi);
  return { server, begun, ask, ends };
}

it('responds to all pipelined requests of a connection, and announces its end with the last response', async () => {
  const { server, begun, ask, ends } = await startHeld();
  await ask(3);
  const ended = server.close();
  for (const answer of begun.toReversed()) answer();
  await ended;
  expect(await ends()).toEqual(['keep-alive', 'keep-alive', 'close']);
});

it('gives a slow reader the grace period for a response that was complete before the shutdown', async () => {
  const body = 'x'.repeat(20_000_000);
  const handle = async () => ({ status: 200, body });
  const server = await startHttpServer({ ...appUnderTest({ graphql: { handle } }).options, port: 0 });
  onTestFinished(server.close);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const answer = await responseOf(`${server.url}/graphql`, agent);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = server.close();
  await vi.advanceTimersByTimeAsync(9_000);
  await new Promise(setImmediate);
  vi.useRealTimers();
  expect(await text(answer)).toHaveLength(`${body}\n`.length);
  agent.destroy();
  await ended;
});
