/**
 * Sends one request again and again from a process of its own: as fast as answers come, or at a rate whatever the answers do,
 * on connections whose number bounds its memory. Prints its counts as JSON.
 */
import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface GeneratorOptions {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second; without one, each connection sends the next as soon as it is answered. */
  readonly rate?: number;
}

export interface GeneratorCounts {
  readonly seconds: number;
  readonly sent: number;
  readonly good: number;
  readonly shed: number;
  readonly other: number;
  /** Requests that were due while every connection waited for its answer. */
  readonly unsent: number;
  readonly brokenConnections: number;
  readonly goodMs: readonly [median: number, p99: number];
  readonly shedMs: readonly [median: number, p99: number];
  /** p99 of how late this process itself was, which is part of every time. */
  readonly lateMs: number;
}

interface Line {
  readonly socket: Socket;
  readonly bytes: string;
  sentAt: number;
  received: string;
}

const options = JSON.parse(process.argv[2] ?? '{}') as GeneratorOptions;
const free: Line[] = [];
const times = { good: [] as number[], shed: [] as number[] };
let [sent, other, unsent, broken] = [0, 0, 0, 0];
let isOver = false;

for (let index = 0; index < options.connections; index += 1) free.push(await open(index));
const late = monitorEventLoopDelay({ resolution: 1 });
late.enable();
const begun = performance.now();
let due = 0;
if (options.rate === undefined) {
  for (const line of free.splice(0)) send(line);
} else {
  const { rate } = options;
  setInterval(() => {
    const now = ((performance.now() - begun) / 1000) * rate;
    for (; due < now && !isOver; due += 1) {
      const line = free.pop();
      if (line === undefined) unsent += 1;
      else send(line);
    }
  }, 1);
}
setTimeout(finish, options.seconds * 1000);

async function open(index: number): Promise<Line> {
  const socket = connect(options.port, '127.0.0.1').setNoDelay();
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const head = [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `authorization: Bearer ${options.tokens[index % options.tokens.length]}`,
    `content-length: ${options.body.length}`,
  ].join('\r\n');
  const line: Line = { socket, bytes: `${head}\r\n\r\n${options.body}`, sentAt: 0, received: '' };
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => take(line, String(chunk)));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    if (!isOver) broken += 1;
  });
  return line;
}

function send(line: Line): void {
  sent += 1;
  line.sentAt = performance.now();
  line.socket.write(line.bytes);
}

function take(line: Line, chunk: string): void {
  line.received += chunk;
  const head = line.received.indexOf('\r\n\r\n');
  if (head < 0) return;
  const length = Number(/content-length: (\d+)/i.exec(line.received.slice(0, head))?.[1] ?? 0);
  if (line.received.length < head + 4 + length) return;
  const status = line.received.slice(9, 12);
  if (!isOver) count(status, line.received, performance.now() - line.sentAt);
  line.received = '';
  if (options.rate === undefined && !isOver) send(line);
  else free.push(line);
}

function count(status: string, received: string, ms: number): void {
  if (status === '503') times.shed.push(ms);
  else if (status === '200' && !received.includes('"errors"')) times.good.push(ms);
  else other += 1;
}

function finish(): void {
  isOver = true;
  const seconds = (performance.now() - begun) / 1000;
  const counts: GeneratorCounts = {
    seconds,
    sent,
    good: times.good.length,
    shed: times.shed.length,
    other,
    unsent,
    brokenConnections: broken,
    goodMs: quantiles(times.good),
    shedMs: quantiles(times.shed),
    lateMs: Math.round(late.percentile(99) / 1e5) / 10,
  };
  process.stdout.write(JSON.stringify(counts), () => process.exit());
}

function quantiles(all: number[]): [number, number] {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10;
  return [at(0.5), at(0.99)];
}
