/** The callers: one per agent, a few who act for two agents, and a service; each with the values it was given. */
import { agentToken, serviceToken } from '../support/callers/caller-tokens.ts';
import { createKnownValues, type KnownValues } from './known.ts';
import { emailOf, NOBODY } from './marks.ts';
import type { Random } from './random.ts';
import { AGENTS, nrdsIdOf, transIdsOf, userNameOf } from './world.ts';

export interface Caller {
  readonly name: string;
  /** The agents whose data it may see. */
  readonly owners: ReadonlySet<number>;
  readonly token: string;
  readonly known: KnownValues;
}

const ACT_FOR_TWO = 5;

export interface Callers {
  readonly agents: readonly Caller[];
  readonly services: readonly Caller[];
  /** The values that any caller was given. */
  readonly all: KnownValues;
}

export async function createCallers(random: Random): Promise<Callers> {
  const all = createKnownValues(random);
  const everybody = Array.from({ length: AGENTS }, (_, owner) => owner);
  const withKnownValues = (known: KnownValues, owners: readonly number[]): KnownValues => {
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
    known: withKnownValues(createKnownValues(random), owners),
  });
  const service: Caller = {
    name: 'service',
    owners: new Set([...everybody, NOBODY]),
    token: await serviceToken(),
    known: withKnownValues(createKnownValues(random), everybody),
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
