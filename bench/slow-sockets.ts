/**
 * The effect of slow sockets: `npm run bench -- slow-sockets [--sockets N]` holds N of them, of every kind in turn, against the
 * complete program while one normal caller sends requests. Fails if any socket is still open after 15 s.
 */
import { startGateway } from '../test/long/gateway-process.ts';
import { createFolder } from '../test/support/programs/script-resources.ts';
import { openSlowSocket, type SlowSocketKind, slowSocketKinds } from '../test/support/slow-sockets.ts';
import { readSwitches, wholeNumber } from '../test/support/switches.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './publish.ts';
import { quantile } from './statistics.ts';
import { atMost } from './verdicts.ts';

const MAX_OPEN_MS = 15_000;
const WARM_UPS = 200;
const CALM_MS = 5_000;
const PAUSE_MS = 20;
const DRIP_MS = 1_000;
const kinds = Object.keys(slowSocketKinds) as SlowSocketKind[];

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { sockets: wholeNumber(2_000), ...outputSwitches });
  const { sockets: count } = values;
  const dataDir = createFolder('slow-sockets-');
  // The normal caller has the same address.
  const settings = {
    RATE_LIMIT: '1000000',
    MAX_REQUESTS_PER_CALLER: '100000',
  };
  const gateway = await startGateway({ DATA_DIR: dataDir, ...settings });
  try {
    const call = () => callOnce(gateway.url, gateway.token);
    for (let index = 0; index < WARM_UPS; index += 1) await call();
    const baseline = await timesWhile(call, new Promise((resolve) => setTimeout(resolve, CALM_MS)));

    const memoryBefore = gateway.memory();
    const slowSockets = Array.from({ length: count }, (_, index) =>
      openSlowSocket(gateway.url, kindOf(index), DRIP_MS),
    );
    const closings = Promise.all(
      slowSockets.map(async ({ closed }, index) => ({ kind: kindOf(index), ...(await closed) })),
    );
    const closeTimer = setTimeout(() => {
      for (const { end } of slowSockets) end();
    }, MAX_OPEN_MS);
    const loaded = await timesWhile(call, closings);
    clearTimeout(closeTimer);
    const closed = await closings;
    const text = report(count, baseline, loaded, closed, gateway.memory() - memoryBefore);
    const verdicts = [atMost(`open after ${MAX_OPEN_MS / 1_000} s`, closed.filter(isLate).length, 0, 'sockets')];
    await publish('slow-sockets', { text, results: { baseline, loaded, closed }, verdicts }, values);
  } finally {
    await gateway.end();
  }
}

type Closings = readonly { readonly kind: SlowSocketKind; readonly afterMs: number; readonly received: string }[];

const isLate = ({ afterMs }: Closings[number]) => afterMs >= MAX_OPEN_MS;

function report(count: number, baseline: number[], loaded: number[], closings: Closings, memory: number): string {
  const answered = (status: number) =>
    closings.filter(({ received }) => received.startsWith(`HTTP/1.1 ${status} `)).length;
  const lastMs = Math.max(0, ...closings.map(({ afterMs }) => afterMs));
  return [
    `${machine()}`,
    table(
      ['a normal caller', 'requests', 'median, ms', 'p99, ms', 'slowest, ms'],
      [
        ['alone', ...summary(baseline)],
        [`beside ${count} slow sockets`, ...summary(loaded)],
      ],
    ),
    `Of the ${count} sockets, of ${kinds.length} kinds, ${answered(408)} were answered with 408 and ${answered(503)} with 503; the last one was closed after ${(lastMs / 1_000).toFixed(1)} s, and ${closings.filter(isLate).length} were open after ${MAX_OPEN_MS / 1_000} s. Memory afterwards: ${Math.round(memory / 1_048_576)} MB more.`,
  ].join('\n\n');
}

function kindOf(index: number): SlowSocketKind {
  return kinds[index % kinds.length] as SlowSocketKind;
}

/** The duration of each call in ms, one call after another, until the promise settles. */
async function timesWhile(call: () => Promise<void>, until: Promise<unknown>): Promise<number[]> {
  let isFinished = false;
  void until.then(() => {
    isFinished = true;
  });
  const times: number[] = [];
  while (!isFinished) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

function summary(times: number[]): number[] {
  return [times.length, quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)];
}

async function callOnce(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query":"{ viewer { role } }"}',
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the normal caller got status ${response.status}`);
}
