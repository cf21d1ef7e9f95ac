/**
 * What slow sockets do: `npm run bench -- slow-sockets [--sockets N]` holds so many against the whole program, of every kind
 * in turn, beside one normal caller. Fails where one is still open after 15 s.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../test/long/gateway-process.ts';
import { holdSlowly, type Slowness, slownesses } from '../test/support/slow-sockets.ts';
import { readSwitches, wholeNumber } from '../test/support/switches.ts';
import { machine, printTable } from './measure.ts';

const OPEN_AT_MOST_MS = 15_000;
const WARM_UPS = 200;
const CALM_MS = 5_000;
const PAUSE_MS = 20;
const DRIP_MS = 1_000;
const kinds = Object.keys(slownesses) as Slowness[];

export async function run(args: readonly string[]): Promise<void> {
  const { sockets: count } = readSwitches(args, { sockets: wholeNumber(2_000) });
  const dataDir = mkdtempSync(join(tmpdir(), 'slow-sockets-'));
  const gateway = await startGateway({ DATA_DIR: dataDir, RATE_LIMIT: '1000000' });
  try {
    const call = () => viewer(gateway.url, gateway.token);
    for (let index = 0; index < WARM_UPS; index += 1) await call();
    const calm = await timesWhile(call, new Promise((resolve) => setTimeout(resolve, CALM_MS)));

    const memoryBefore = gateway.memory();
    const held = Array.from({ length: count }, (_, index) => holdSlowly(gateway.url, kindOf(index), DRIP_MS));
    const cuts = Promise.all(held.map(async ({ cut }, index) => ({ kind: kindOf(index), ...(await cut) })));
    const limit = setTimeout(() => {
      for (const { end } of held) end();
    }, OPEN_AT_MOST_MS);
    const beside = await timesWhile(call, cuts);
    clearTimeout(limit);
    report(count, calm, beside, await cuts, gateway.memory() - memoryBefore);
  } finally {
    await gateway.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Cuts = readonly { readonly kind: Slowness; readonly afterMs: number; readonly received: string }[];

function report(count: number, calm: number[], beside: number[], cuts: Cuts, memory: number): void {
  console.log(`${count} slow sockets on ${machine()}\n`);
  printTable(
    ['slow sockets that send', 'sockets', 'answered 408', 'last one cut after, s'],
    kinds.map((kind) => {
      const own = cuts.filter((cut) => cut.kind === kind);
      const answered = own.filter(({ received }) => received.startsWith('HTTP/1.1 408 ')).length;
      return [kind, own.length, answered, Math.round(Math.max(0, ...own.map(({ afterMs }) => afterMs)) / 100) / 10];
    }),
  );
  printTable(
    ['a normal caller', 'requests', 'median, ms', 'p99, ms', 'slowest, ms'],
    [
      ['alone', ...summary(calm)],
      ['beside the slow sockets', ...summary(beside)],
    ],
  );
  console.log(`memory afterwards: ${Math.round(memory / 1_048_576)} MB more`);
  const late = cuts.filter(({ afterMs }) => afterMs >= OPEN_AT_MOST_MS).length;
  console.log(`open after ${OPEN_AT_MOST_MS / 1000} s: ${late}`);
  if (late > 0) process.exitCode = 1;
}

function kindOf(index: number): Slowness {
  return kinds[index % kinds.length] as Slowness;
}

/** Milliseconds of each call, one after the other, until something has come to its end. */
async function timesWhile(call: () => Promise<void>, until: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

function summary(times: number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10;
  return [sorted.length, at(0.5), at(0.99), at(1)];
}

async function viewer(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query":"{ viewer { role } }"}',
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the normal caller got ${response.status}`);
}
