/**
 * Creations under injected faults, through a gateway that is killed with kill -9 and restarted, or another system that is struck. Afterwards the records of the
 * service are checked: no creation arrived twice, every key has an outcome, and every outcome is true.
 */
import { join } from 'node:path';
import { createRandom, type Random } from '@realty-forms/reference/seed/random.ts';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import { clientOf, vendor } from '../../../packages/reference/test/running.ts';
import { callerScopes } from '../../../src/process/development.ts';
import { type GatewayProcess, startGateway } from '../../long/gateway-process.ts';
import { issuer, sign } from '../callers/caller-tokens.ts';
import { createFolder, removeFolder } from '../programs/script-resources.ts';
import { type ClientCounts, type Creation, create, type GatewayAccess, type Outcome, untilKnown } from './clients.ts';
import { type FaultyProxy, keySetOf, startFaultyProxy } from './faulty-proxy.ts';
import { evaluate, type Verdict } from './verdict.ts';

/** What serves the creations, and is struck meanwhile. */
export interface System {
  readonly url: () => Promise<string>;
  readonly strike: () => void;
  readonly strikes: () => number;
  /** Resolves when it has recovered from all strikes so far. */
  readonly recovered: () => Promise<void>;
  readonly end: () => Promise<void>;
}

export interface CreatesOptions {
  readonly creates: number;
  /** How often the system is struck. */
  readonly kills: number;
  readonly seed: number;
  /** The proportion of creations that meet a fault on their way to the service, and of other calls; by default 0.3 and 0.03. */
  readonly faults?: { readonly creations: number; readonly others: number };
  /** Starts what serves them; by default one gateway. */
  readonly start?: (settings: Readonly<Record<string, string>>) => Promise<System>;
  /** What else is tried when all creations have an outcome. */
  readonly afterwards?: (access: GatewayAccess) => Promise<void>;
  readonly atOnce?: number;
  readonly onKill?: (kills: number, done: number) => void;
}

export interface CreatesCounts extends Verdict {
  readonly creates: number;
  readonly kills: number;
  readonly clients: ClientCounts;
  readonly injected: FaultyProxy['injected'];
}

/** Longer than any run takes. */
const TOKEN_SECONDS = 12 * 3_600;

export async function createUnderFire(options: CreatesOptions): Promise<CreatesCounts> {
  // The plan has numbers of its own: how many the proxy takes depends on the order of requests.
  const planned = createRandom(options.seed, 5);
  const folder = createFolder('creates-');
  const service = await createReferenceServer({
    host: '127.0.0.1',
    port: 0,
    dataDir: join(folder, 'service'),
    clients: [vendor],
    seed: { agents: 40, offices: 3, transactions: 12, seed: 1 },
    timeZone: 'UTC',
    logLevel: 'silent',
  });
  const proxy = await startFaultyProxy({
    target: service.url,
    randoms: { creations: createRandom(options.seed, 46), others: createRandom(options.seed, 9) },
    ...(options.faults ?? { creations: 0.3, others: 0.03 }),
  });
  const settings = settingsFor(proxy, folder);
  const system = options.start ? await options.start(settings) : createKiller(() => startGateway(settings));
  try {
    const agents = await activeAgents(service.url);
    const creations = planCreations(options.creates, agents, planned);
    const access: GatewayAccess = { url: system.url, token: await longToken() };
    const counts: ClientCounts = { asked: 0, cutOff: 0, errors: {}, replays: 0, mismatches: 0, contradictions: [] };
    const outcomes = new Map<Creation, Outcome | null>();
    const killAt = new Set(Array.from({ length: options.kills }, () => planned.integer(1, options.creates - 1)));
    let done = 0;
    const queue = creations.values();
    const work = async () => {
      for (const creation of queue) {
        outcomes.set(creation, await create(access, creation, counts));
        done += 1;
        if (!killAt.has(done)) continue;
        system.strike();
        options.onKill?.(system.strikes(), done);
        // The others go on meanwhile, so that each strike meets some of them.
        await system.recovered();
      }
    };
    await Promise.all(Array.from({ length: options.atOnce ?? 12 }, work));
    // Without faults, unknown outcomes are retried once more: whatever exists must be found now.
    proxy.stopInjecting();
    await system.recovered();
    for (const [creation, outcome] of outcomes) {
      if (creation.key !== null && outcome?.outcome !== 'COMMITTED' && outcome?.outcome !== 'REJECTED') {
        outcomes.set(creation, await untilKnown(access, creation, counts));
      }
    }
    await options.afterwards?.(access);
    const verdict = await evaluate({ outcomes, arrivals: proxy.arrivals, agents, service: clientOf(service.url) });
    const violations = [...counts.contradictions, ...verdict.violations];
    return {
      creates: done,
      kills: system.strikes(),
      clients: counts,
      injected: proxy.injected,
      ...verdict,
      violations,
    };
  } finally {
    await system.end();
    await proxy.close();
    await service.close();
    removeFolder(folder);
  }
}

function settingsFor(proxy: FaultyProxy, folder: string): Record<string, string> {
  return {
    ...issuer,
    AUTH_JWKS_URL: keySetOf(proxy),
    UPSTREAM_URL: proxy.url,
    UPSTREAM_CLIENT_ID: vendor.id,
    UPSTREAM_CLIENT_SECRET: vendor.secret,
    UPSTREAM_VENDOR_EMAIL: vendor.vendorEmail,
    UPSTREAM_DEADLINE_MS: '1000',
    DATA_DIR: join(folder, 'gateway'),
    ID_KEYS: `1:${'k'.repeat(43)}`,
    RATE_LIMIT: '10000000',
    LOG_LEVEL: 'silent',
  };
}

/** Restarts the gateway after each kill; requests during a restart wait for the next process. */
function createKiller(start: () => Promise<GatewayProcess>): System {
  let current = start();
  let kills = 0;
  return {
    url: async () => (await current).url,
    strikes: () => kills,
    recovered: async () => void (await current),
    strike() {
      kills += 1;
      current = current.then(async (gateway) => {
        await gateway.kill();
        return start();
      });
    },
    end: async () => void (await (await current.catch(() => null))?.end()),
  };
}

function longToken(): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
  return sign({ role: 'service', scope: callerScopes.join(' '), exp });
}

async function activeAgents(url: string): Promise<string[]> {
  const { body } = await clientOf(url).call('/accounts/activeUsers', { batch_size: 100, batch_no: 1 });
  return body.data.map((user: { agentNRDSID: string }) => user.agentNRDSID);
}

/**
 * One in ten has no key, one in twenty is rejected by the service, one in twenty differs from the one before only in its key. What each
 * client does is planned here too, so that one seed gives one plan, whatever the order of the answers.
 */
function planCreations(count: number, agents: readonly string[], random: Random): Creation[] {
  const creations: Creation[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = creations.at(-1);
    const isTwin = before !== undefined && before.key !== null && random.chance(0.05);
    const key = !isTwin && random.chance(0.1) ? null : `key-${index}`;
    const unique = { agentNrdsId: random.pick(agents), streetAddress: `${index} Proving Ground`, stateId: 'OH' };
    const stateId = random.chance(0.05) ? 'ZZ' : 'OH';
    const client = {
      sendsTwiceAtOnce: random.chance(0.15),
      sendsOtherInput: random.chance(0.1),
      sendsAgain: random.chance(0.2),
    };
    creations.push(isTwin ? { ...before, key, client } : { ...unique, key, stateId, client });
  }
  return creations;
}
