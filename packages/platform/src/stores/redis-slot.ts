/**
 * Connects to the master that owns a key's slot in a cluster. Redirections are not followed: while a slot moves, its keys are on two
 * servers, and a script would see only some of them. As the key itself never exists, the server that gives the slot away then answers
 * everything with ASK, and the one that gets it is not asked until the slot is its own.
 */
import { connect as connectPlain } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { AbstractConnector, Redis } from 'ioredis';
import type { NodeOptions } from './redis-clients.ts';
import type { Address } from './redis-place.ts';

const RETRY_MS = 200;
/** How long a connection that is given up may take to end. */
const END_MS = 2_000;

/** `options` are for connections to any node. */
export function connectorToOwner(seeds: readonly Address[], key: string, options: NodeOptions) {
  let known = seeds;
  return class extends AbstractConnector {
    constructor() {
      super(END_MS);
    }

    async connect(emit: (type: string, error: Error) => void) {
      this.connecting = true;
      const { host, port } = await this.#findOwner(emit);
      this.stream = options.tls ? connectSecurely({ host, port, ...options.tls }) : connectPlain({ host, port });
      this.stream.once('error', (error) => {
        this.firstError = error;
      });
      return this.stream;
    }

    async #findOwner(emit: (type: string, error: Error) => void): Promise<Address> {
      for (let asked = 1; ; asked += 1) {
        const [next, ...others] = known as [Address, ...Address[]];
        // Each attempt asks another node: one that is cut off from the others does not know what has changed.
        known = [...others, next];
        const found = await nodesOf(next, key, options).catch((error: Error) => error);
        if (!this.connecting) throw new Error('the connection is closed');
        if (!(found instanceof Error)) {
          const names = new Set(known.map(({ host, port }) => `${host}:${port}`));
          known = [...known, ...found.nodes.filter(({ host, port }) => !names.has(`${host}:${port}`))];
          return found.owner;
        }
        // A node that is away is no error as long as another one answers: whoever starts would give up.
        if (asked % known.length > 0) continue;
        emit('error', found);
        await delay(RETRY_MS);
      }
    }
  };
}

type Node = [host: string | null, port: number];
type Range = [first: number, last: number, ...nodes: Node[]];

/** The owner of the key's slot, and all nodes, as one of them sees them. */
async function nodesOf({ host, port }: Address, key: string, options: NodeOptions) {
  const redis = new Redis({ ...options, host, port, retryStrategy: null, enableReadyCheck: false });
  let lastError: Error | null = null;
  redis.on('error', (error: Error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    const slot = await redis.cluster('KEYSLOT', key);
    const ranges = (await redis.cluster('SLOTS')) as unknown as Range[];
    // A node that does not know its own address leaves it out.
    const addressOf = ([name, at]: Node): Address => ({ host: name || host, port: at });
    const [, , owner] = ranges.find(([first, last]) => first <= slot && slot <= last) ?? [];
    if (owner === undefined) throw new Error(`no node of the cluster has the slot ${slot}`);
    return { owner: addressOf(owner), nodes: ranges.flatMap(([, , ...nodes]) => nodes.map(addressOf)) };
  } catch (error) {
    throw lastError ?? error;
  } finally {
    redis.disconnect();
  }
}
