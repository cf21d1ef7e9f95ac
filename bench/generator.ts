/**
 * The load generator, a separate process: sends the same request again and again on each of its connections. In a closed loop, a
 * connection sends the next one as soon as it has a response; at a fixed rate, requests are sent when they are due, whatever has
 * come back. Reads its options from standard input, and prints its counts.
 */
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { quantile } from './statistics.ts';

export interface LoadOptions {
  readonly url: string;
  /** The connections take turns in using these. */
  readonly clients: readonly { readonly body: string; readonly token: string }[];
  /** As many as clients, if absent. */
  readonly connections?: number;
  /** When the load ends: after so many responses, or so many seconds. */
  readonly until: { readonly responses: number } | { readonly seconds: number };
  /** Requests per second; a closed loop, if absent. */
  readonly rate?: number;
}

export interface LoadCounts {
  readonly seconds: number;
  readonly sent: number;
  readonly good: number;
  readonly shed: number;
  /** Neither good nor rejected with 503, and those of broken connections. */
  readonly other: number;
  readonly goodMs: readonly [median: number, p99: number];
  readonly shedMs: readonly [median: number, p99: number];
  /** p99 of this process's own event-loop delay in ms, which is part of every measured time. */
  readonly lateMs: number;
}

interface Connection {
  readonly socket: Socket;
  readonly bytes: Buffer;
  sentAt: number;
  received: string;
  /** The length of the whole response, once its head is here. */
  length: number;
}

if (import.meta.main) await generate(JSON.parse(await text(process.stdin)) as LoadOptions);

async function generate({ url, clients, connections = clients.length, until, rate }: LoadOptions): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  let amount = 'responses' in until ? until.responses : Number.POSITIVE_INFINITY;
  const idle: Connection[] = [];
  const [good, shed]: [number[], number[]] = [[], []];
  let [sent, other, lastAt, isFinished] = [0, 0, 0, false];

  for (let index = 0; index < connections; index += 1) idle.push(await open(index));
  const loopDelay = monitorEventLoopDelay({ resolution: 1 });
  loopDelay.enable();
  const startedAt = performance.now();
  if ('seconds' in until) setTimeout(rate === undefined ? drain : finish, until.seconds * 1_000);
  if (rate === undefined) for (const connection of idle.splice(0)) send(connection);
  else sendAt(rate);

  async function open(index: number): Promise<Connection> {
    const { body, token } = clients[index % clients.length]!;
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const head = [
      `POST ${pathname} HTTP/1.1`,
      'host: 127.0.0.1',
      'content-type: application/json',
      `authorization: Bearer ${token}`,
      `content-length: ${Buffer.byteLength(body)}`,
    ].join('\r\n');
    const connection = { socket, bytes: Buffer.from(`${head}\r\n\r\n${body}`), sentAt: 0, received: '', length: 0 };
    socket.on('data', (chunk) => receive(connection, String(chunk)));
    socket.on('error', () => {});
    socket.once('close', () => {
      if (isFinished) return;
      other += 1;
      finishIfComplete();
    });
    return connection;
  }

  /** Requests that are due while every connection waits for a response are not sent. */
  function sendAt(perSecond: number): void {
    let due = 0;
    setInterval(() => {
      const now = ((performance.now() - startedAt) / 1_000) * perSecond;
      for (; due < now && !isFinished; due += 1) {
        const connection = idle.pop();
        if (connection !== undefined) send(connection);
      }
    }, 1);
  }

  function send(connection: Connection): void {
    if (sent >= amount) return;
    sent += 1;
    connection.sentAt = performance.now();
    connection.socket.write(connection.bytes);
  }

  function receive(connection: Connection, chunk: string): void {
    connection.received += chunk;
    if (connection.length === 0) connection.length = lengthOf(connection.received);
    if (connection.length === 0 || connection.received.length < connection.length) return;
    if (!isFinished) count(connection.received, performance.now() - connection.sentAt);
    connection.received = '';
    connection.length = 0;
    if (rate === undefined && !isFinished) send(connection);
    else idle.push(connection);
  }

  function count(received: string, ms: number): void {
    lastAt = performance.now();
    const status = received.slice(9, 12);
    if (status === '503') shed.push(ms);
    else if (status === '200' && !received.includes('"errors"')) good.push(ms);
    else other += 1;
    finishIfComplete();
  }

  /** What is sent is waited for: the server's work for it counts. */
  function drain(): void {
    amount = sent;
    finishIfComplete();
  }

  function finishIfComplete(): void {
    if (good.length + shed.length + other >= amount) finish();
  }

  function finish(): void {
    isFinished = true;
    const counts: LoadCounts = {
      seconds: ((rate === undefined ? lastAt : performance.now()) - startedAt) / 1_000,
      sent,
      good: good.length,
      shed: shed.length,
      other,
      goodMs: [quantile(good, 0.5), quantile(good, 0.99)],
      shedMs: [quantile(shed, 0.5), quantile(shed, 0.99)],
      lateMs: Math.round(loopDelay.percentile(99) / 1e5) / 10,
    };
    process.stdout.write(JSON.stringify(counts), () => process.exit());
  }
}

/** Of a response with its head, in bytes; 0 while the head is incomplete. */
function lengthOf(received: string): number {
  const end = received.indexOf('\r\n\r\n');
  return end < 0 ? 0 : end + 4 + Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1] ?? 0);
}
