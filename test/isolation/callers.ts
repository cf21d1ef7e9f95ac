/**
 * The callers: one per agent, a few who act for two agents, coordinators of agents and of offices, and a service; each with the values it
 * was given.
 */
import { agentToken, coordinatorToken, serviceToken } from '../support/callers/caller-tokens.ts';
import { createKnownValues, type KnownValues } from './known.ts';
import { emailOf, NO_CALLER } from './marks.ts';
import type { Random } from './random.ts';
import { AGENTS, nrdsIdOf, officeOf, transIdsOf, userNameOf } from './world-data.ts';

export interface Caller {
  readonly name: string;
  /** The agents whose data it may see. */
  readonly owners: ReadonlySet<number>;
  readonly token: string;
  readonly known: KnownValues;
}

const ACT_FOR_TWO = 5;
/** Whose coordinators there are: by their ids, and by their offices. */
const coordinated = [[0, 7, 8], [3, 9, 15], [10, 11, 12, 13, 14], [5]];

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
  const coordinator = async (claim: 'agents' | 'offices', owners: number[]): Promise<Caller> => ({
    name: `coordinator of the ${claim} ${owners.join(', ')}`,
    owners: new Set(owners),
    token: await coordinatorToken({ [claim]: owners.map(claim === 'agents' ? nrdsIdOf : officeOf) }),
    known: withKnownValues(createKnownValues(random), owners),
  });
  const service: Caller = {
    name: 'service',
    owners: new Set([...everybody, NO_CALLER]),
    token: await serviceToken(),
    known: withKnownValues(createKnownValues(random), everybody),
  };
  for (const owner of everybody) for (const known of [service.known, all]) known.add('userName', userNameOf(owner));
  return {
    agents: await Promise.all([
      ...everybody.map((owner) => agent(owner)),
      ...everybody.slice(0, ACT_FOR_TWO).map((owner) => agent(owner, AGENTS - 1 - owner)),
      ...coordinated.flatMap((owners) => [coordinator('agents', owners), coordinator('offices', owners)]),
    ]),
    services: [service],
    all,
  };
}
