/**
 * Several gateways behind Debian's HAProxy, with a PostgreSQL server that has a standby. All of it is killed at random under load;
 * gateways can also be replaced one after the other.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@realty-forms/reference/seed/random.ts';
import { type GatewayProcess, startGateway } from '../../long/gateway-process.ts';
import { freePort } from '../free-port.ts';
import { findBinaries } from '../postgresql/binaries.ts';
import { startPair } from '../postgresql/pair.ts';
import { createFolder, endWithScript, removeFolder } from '../programs/script-resources.ts';
import type { System } from './run.ts';

const HAPROXY = '/usr/sbin/haproxy';

export const canReplicate = (): boolean => findBinaries() !== null && existsSync(HAPROXY);
export const cannotReplicate =
  'PostgreSQL or HAProxy is not installed (Debian: apt-get install postgresql haproxy): replicas are not tested';

const strikes = ['gateway killed', 'primary killed', 'primary killed, cut from its standby'] as const;
type Strike = (typeof strikes)[number];

export interface ReplicasOptions {
  readonly gateways: number;
  readonly random: Random;
  /** What happens, in turn; by default anything. */
  readonly plan?: readonly Strike[];
  readonly onStrike?: (strike: Strike, recoveredMs: number) => void;
}

export interface Replicas extends System {
  /** Replaces one gateway after the other, all of them or so many. */
  readonly roll: (gateways?: number) => Promise<void>;
}

export async function startReplicas(
  settings: Readonly<Record<string, string>>,
  { gateways: count, random, plan, onStrike }: ReplicasOptions,
): Promise<Replicas> {
  const pair = await startPair();
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const all = { ...settings, LEDGER_URL: pair.url, DRAIN_DELAY_MS: '500' };
  const start = (port: number) => startGateway({ ...all, PORT: String(port) });
  const gateways: GatewayProcess[] = await Promise.all(ports.map(start));
  const balancer = await startBalancer(ports);

  const replaceGateway = async (index: number, end: 'kill' | 'end'): Promise<void> => {
    await gateways[index]?.[end]();
    gateways[index] = await start(ports[index] ?? 0);
  };
  const hit = async (strike: Strike): Promise<void> => {
    const startedAt = performance.now();
    if (strike === 'gateway killed') await replaceGateway(random.integer(0, count - 1), 'kill');
    else await pair.failOver(strike !== 'primary killed');
    onStrike?.(strike, performance.now() - startedAt);
  };
  let struck = 0;
  let striking: Promise<void> = Promise.resolve();
  return {
    url: async () => balancer.url,
    strikes: () => struck,
    strike() {
      const strike = plan?.[struck % plan.length] ?? random.pick(strikes);
      struck += 1;
      striking = striking.then(() => hit(strike));
    },
    recovered: () => striking,
    async roll(some = count) {
      for (const index of gateways.keys().take(some)) {
        await replaceGateway(index, 'end');
        await balancer.allUp();
      }
    },
    async end() {
      await striking.catch(() => {});
      await Promise.all(gateways.map((each) => each.kill()));
      await balancer.end();
      await pair.close();
    },
  };
}

const CHECK_MS = 100;

async function startBalancer(ports: readonly number[]) {
  const folder = createFolder('haproxy-');
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = ports.map((each) => `  server gateway-${each} 127.0.0.1:${each}`);
  writeFileSync(
    file,
    `global
  maxconn 400
defaults
  mode http
  option http-server-close
  option redispatch
  retries 3
  timeout connect 1s
  timeout check 2s
  timeout client 60s
  timeout server 60s
frontend clients
  bind 127.0.0.1:${port}
  stats enable
  stats uri /balancer
  default_backend gateways
backend gateways
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr host 127.0.0.1
  default-server check inter ${CHECK_MS}ms fall 1 rise 1
${servers.join('\n')}
`,
  );
  const child: ChildProcess = spawn(HAPROXY, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  endWithScript(child);
  const url = `http://127.0.0.1:${port}`;
  /** Resolves when it sends requests to all gateways. */
  const allUp = async (): Promise<void> => {
    while (child.exitCode === null && child.signalCode === null) {
      const table = await fetch(`${url}/balancer;csv`).then(
        (response) => response.text(),
        () => '',
      );
      if ((table.match(/^gateways,gateway-.*,UP,/gm) ?? []).length === ports.length) return;
      await wait(CHECK_MS);
    }
    throw new Error(`HAProxy ended with ${child.exitCode ?? child.signalCode}`);
  };
  await allUp();
  return {
    url,
    allUp,
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      removeFolder(folder);
    },
  };
}
