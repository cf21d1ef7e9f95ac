/**
 * A POST API with two agents whose transactions it lists after a pause, which may differ by agent, or with a response of its own
 * choice. In a process of its own thread, so that the gateway under attack is the only one that is busy.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { keySetDocument } from '../../support/callers/caller-tokens.ts';
import { type StubRule, startStubUpstream } from '../../support/upstreams/stub-upstream.ts';

export const agents = { attacker: '999000001', other: '999000002' } as const;

export interface ServiceOptions {
  /** Milliseconds before a list of this agent is answered. */
  readonly pauseMs: (nrdsId: string) => number;
  /** The text of every list of the attacker; by default a list like the other's. */
  readonly attackersList?: string;
}

export async function startService({ pauseMs, attackersList }: ServiceOptions) {
  const stub = await startStubUpstream();
  const user = (agentNRDSID: string) => ({ agentNRDSID, email: `${agentNRDSID}@example.com`, firstName: 'Zoë' });
  const users = Object.values(agents).map(user);
  stub.answer('/accounts/activeUsers', { json: { meta: { total: 2, max: 2 }, data: users } });
  const list: StubRule = async ({ body }) => {
    const nrdsId = /NRDSID=<(\d+)>/.exec(body)?.[1] ?? '';
    await sleep(pauseMs(nrdsId));
    if (nrdsId === agents.attacker && attackersList !== undefined) return { text: attackersList };
    // Nor does a real service list anything for the agent that the gateway asks about to test the filter.
    const data = users.some(({ agentNRDSID }) => agentNRDSID === nrdsId)
      ? [{ transName: 'Elm Street', propertyType: 'R' }]
      : [];
    return { json: [{ meta: { total: data.length, max: data.length }, data }] };
  };
  stub.answer('/fsforms/listTrans', list);
  stub.answer('/keys', { json: keySetDocument });
  // Recording every request would be the harness' own leak.
  const forgetting = setInterval(() => stub.requests.splice(0), 1_000);
  forgetting.unref();
  return stub;
}
