/**
 * `npm run chaos -- callers [seconds] [--attack NAME]…`: one caller attacks a gateway in each of several ways, and prints what
 * another caller and the probes saw meanwhile, and how much memory was used. Fails if a probe got no good answer, or more than a tenth of
 * another caller's requests, or if the process did not live.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { machine, table } from '../../bench/report.ts';
import { quantile } from '../../bench/statistics.ts';
import { issuer, sign } from '../support/callers/caller-tokens.ts';
import { freePort } from '../support/free-port.ts';
import { createFolder, removeFolder } from '../support/programs/script-resources.ts';
import { readSwitches, someOf } from '../support/switches.ts';
import { attacks } from './callers/attacks.ts';
import { agents, startService } from './callers/service.ts';
import { type Seen, watch } from './callers/watch.ts';
import { startGateway } from './gateway-process.ts';

const DEFAULT_SECONDS = 15;
const CALM_MS = 2_000;
const MEGABYTE = 1_048_576;

interface Result {
  readonly row: readonly (string | number)[];
  readonly isPassed: boolean;
}

export async function callers(seconds = DEFAULT_SECONDS, args: readonly string[] = []): Promise<boolean> {
  const { attack: chosen = Object.keys(attacks) } = readSwitches(args, { attack: someOf(Object.keys(attacks)) });
  const results: Result[] = [];
  for (const name of chosen) {
    results.push(await attackOnce(name, seconds));
    console.error(`${name}: ${results.at(-1)?.isPassed ? 'held' : 'FELL'}`);
  }
  console.log(`${seconds} s of each attack on ${machine()}\n`);
  const text = table(
    ['attack', "other's requests", 'failed', 'p99, ms', 'probes', 'failed', 'peak memory, MB'],
    results.map(({ row }) => row),
  );
  console.log(`${text}\n`);
  return results.every(({ isPassed }) => isPassed);
}

async function attackOnce(name: string, seconds: number): Promise<Result> {
  const attack = attacks[name];
  if (attack === undefined) throw new Error(`unknown attack ${name}`);
  const dataDir = createFolder('callers-');
  const service = await startService(attack.service ?? { pauseMs: () => 0 });
  const probePort = await freePort();
  const settings = {
    DATA_DIR: dataDir,
    METRICS_PORT: String(probePort),
    RATE_LIMIT: '1000000',
    ...issuer,
    AUTH_JWKS_URL: `${service.url}/keys`,
    ...(attack.service === undefined ? embedded : outside(service.url)),
    ...attack.settings,
  };
  const gateway = await startGateway(settings);
  try {
    const probeUrl = `http://127.0.0.1:${probePort}`;
    const watching = watch(gateway.url, probeUrl, await tokenOf(agents.other));
    await sleep(CALM_MS);
    // What is measured begins with the attack.
    for (const seen of [watching.other, watching.probe]) seen.milliseconds.length = 0;
    const target = { url: gateway.url, token: await tokenOf(agents.attacker) };
    const attacker = new Worker(new URL('callers/attacker.ts', import.meta.url), { workerData: { name, target } });
    await sleep(seconds * 1_000);
    const isAlive = gateway.memory() > 0;
    await watching.end();
    attacker.postMessage('end');
    return resultOf(attack.what, watching, gateway.peakMemory(), isAlive);
  } finally {
    await gateway.kill();
    await service.close();
    removeFolder(dataDir);
  }
}

const tokenOf = (nrdsId: string) =>
  sign({ sub: `agent-${nrdsId}`, role: 'agent', nrds: [nrdsId], scope: 'transactions.read files.read files.write' });

const embedded = { UPSTREAM_URL: 'embedded' };

const outside = (url: string) => ({
  UPSTREAM_URL: url,
  UPSTREAM_CLIENT_ID: 'client',
  UPSTREAM_CLIENT_SECRET: 'client-secret-8f2c41',
  UPSTREAM_VENDOR_EMAIL: 'vendor@example.com',
  ID_KEYS: `1:${'k'.repeat(43)}`,
});

function resultOf(
  what: string,
  { other, probe }: { other: Seen; probe: Seen },
  memory: number,
  isAlive: boolean,
): Result {
  const failed = (seen: Seen) => {
    const reasons = [...Map.groupBy(seen.failures, (reason) => reason)].map(
      ([reason, all]) => `${all.length} ${reason}`,
    );
    return reasons.join(', ') || 0;
  };
  const p99 = Math.round(quantile(other.milliseconds, 0.99));
  const count = ({ milliseconds, failures }: Seen) => milliseconds.length + failures.length;
  const megabytes = Math.round(memory / MEGABYTE);
  return {
    row: [what, count(other), failed(other), p99, count(probe), failed(probe), isAlive ? megabytes : 'ended'],
    isPassed: isAlive && other.failures.length * 10 <= count(other) && probe.failures.length === 0,
  };
}
