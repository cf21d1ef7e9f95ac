/**
 * Sends requests repeatedly from a separate process, on each connection the same: in a closed loop, or at a fixed rate regardless of the responses.
 * The number of connections bounds its memory. Prints its counts as JSON.
 */
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { quantile } from './statistics.ts';

export interface GeneratorOptions {
  readonly port: number;
  /** `/graphql` without it. */
  readonly path?: string;
  /** The connections take turns in using these. */
  readonly tokens: readonly string[];
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second; if absent, each connection sends the next request as soon as it has a response. */
  readonly rate?: number;
}

export interface GeneratorCounts {
  readonly seconds: number;
  readonly sent: number;
  readonly good: number;
  readonly shed: number;
  readonly other: number;
  /** Requests that were due while every connection was waiting for a response. */
  readonly unsent: number;
  readonly brokenConnections: number;
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
}

const options = JSON.parse(await text(process.stdin)) as GeneratorOptions;
const idle: Connection[] = [];
const times = { good: [] as number[], shed: [] as number[] };
let [sent, other, unsent, broken] = [0, 0, 0, 0];
let isFinished = false;

for (let index = 0; index < options.connections; index += 1) idle.push(await openConnection(index));
const loopDelay = monitorEventLoopDelay({ resolution: 1 });
loopDelay.enable();
const startedAt = performance.now();
let due = 0;
if (options.rate === undefined) {
  for (const connection of idle.splice(0)) send(connection);
} else {
  const { rate } = options;
  setInterval(() => {
    const now = ((performance.now() - startedAt) / 1000) * rate;
    for (; due < now && !isFinished; due += 1) {
      const connection = idle.pop();
      if (connection === undefined) unsent += 1;
      else send(connection);
    }
  }, 1);
}
setTimeout(finish, options.seconds * 1000);

async function openConnection(index: number): Promise<Connection> {
  const socket = connect(options.port, '127.0.0.1').setNoDelay();
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const body = Buffer.from(options.bodies[index % options.bodies.length] ?? '');
  const head = [
    `POST ${options.path ?? '/graphql'} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `authorization: Bearer ${options.tokens[index % options.tokens.length]}`,
    `content-length: ${body.length}`,
  ].join('\r\n');
  const connection: Connection = {
    socket,
    bytes: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]),
    sentAt: 0,
    received: '',
  };
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => receive(connection, String(chunk)));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    if (!isFinished) broken += 1;
  });
  return connection;
}

function send(connection: Connection): void {
  sent += 1;
  connection.sentAt = performance.now();
  connection.socket.write(connection.bytes);
}

function receive(connection: Connection, chunk: string): void {
  connection.received += chunk;
  const head = connection.received.indexOf('\r\n\r\n');
  if (head < 0) return;
  const length = Number(/content-length: (\d+)/i.exec(connection.received.slice(0, head))?.[1] ?? 0);
  if (connection.received.length < head + 4 + length) return;
  const status = connection.received.slice(9, 12);
  if (!isFinished) count(status, connection.received, performance.now() - connection.sentAt);
  connection.received = '';
  if (options.rate === undefined && !isFinished) send(connection);
  else idle.push(connection);
}

function count(status: string, received: string, ms: number): void {
  if (status === '503') times.shed.push(ms);
  else if (status === '200' && !received.includes('"errors"')) times.good.push(ms);
  else other += 1;
}

function finish(): void {
  isFinished = true;
  const seconds = (performance.now() - startedAt) / 1000;
  const counts: GeneratorCounts = {
    seconds,
    sent,
    good: times.good.length,
    shed: times.shed.length,
    other,
    unsent,
    brokenConnections: broken,
    goodMs: [quantile(times.good, 0.5), quantile(times.good, 0.99)],
    shedMs: [quantile(times.shed, 0.5), quantile(times.shed, 0.99)],
    lateMs: Math.round(loopDelay.percentile(99) / 1e5) / 10,
  };
  process.stdout.write(JSON.stringify(counts), () => process.exit());
}
