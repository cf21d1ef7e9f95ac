/** Who asks: each of the agents, a few who act for two, and a service. Each knows what it was given, and all that anybody was. */
import { agentToken, serviceToken } from '../support/caller-tokens.ts';
import { createKnown, type Known } from './known.ts';
import { emailOf, NOBODY } from './marks.ts';
import type { Random } from './random.ts';
import { AGENTS, nrdsIdOf, transIdsOf, userNameOf } from './world.ts';

export interface Caller {
  readonly name: string;
  /** Whose data it may see. */
  readonly owners: ReadonlySet<number>;
  readonly token: string;
  readonly known: Known;
}

const ACT_FOR_TWO = 5;

export interface Callers {
  readonly agents: readonly Caller[];
  readonly services: readonly Caller[];
  /** What anybody was given. */
  readonly all: Known;
}

export async function createCallers(random: Random): Promise<Callers> {
  const all = createKnown(random);
  const everybody = Array.from({ length: AGENTS }, (_, owner) => owner);
  const knowing = (known: Known, owners: readonly number[]): Known => {
    for (const owner of owners) {
      for (const each of [known, all]) {
        each.add('nrdsId', nrdsIdOf(owner));
        each.add('email', emailOf(owner));
        for (const transId of transIdsOf(owner)) each.add('transId', transId);
      }
    }
    return known;
  };
  const agent = async (...owners: number[]): Promise<Caller> => ({
    name: `agent ${owners.join(' and ')}`,
    owners: new Set(owners),
    token: await agentToken(owners.map(nrdsIdOf)),
    known: knowing(createKnown(random), owners),
  });
  const service: Caller = {
    name: 'service',
    owners: new Set([...everybody, NOBODY]),
    token: await serviceToken(),
    known: knowing(createKnown(random), everybody),
  };
  for (const owner of everybody) for (const known of [service.known, all]) known.add('userName', userNameOf(owner));
  return {
    agents: await Promise.all([
      ...everybody.map((owner) => agent(owner)),
      ...everybody.slice(0, ACT_FOR_TWO).map((owner) => agent(owner, AGENTS - 1 - owner)),
    ]),
    services: [service],
    all,
  };
}
