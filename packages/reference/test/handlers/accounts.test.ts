import { describe, expect, test } from 'vitest';
import { makeAgents, makeOffices, type SeededAgent } from '../../src/seed/agents.ts';
import { runReference, shareReference, smallSeed } from '../running.ts';

const shared = shareReference();

const MOMENT = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;

describe('activeUsers', () => {
  test('lists only agents that have enabled the integration, ordered by NRDSID', async () => {
    const running = shared();
    const { body } = await running.call('/accounts/activeUsers');
    const ids = body.data.map((user: { agentNRDSID: string }) => user.agentNRDSID);
    expect(body.meta).toEqual({ total: 15, max: 15, next_batch_no: null });
    expect(ids).toEqual([...ids].sort());
    expect(ids).not.toContain('999000008');
  });

  test('returns empty text for an agent without an office on file', async () => {
    const running = shared();
    const { body } = await running.call('/accounts/activeUsers');
    expect(body.data[6]).toMatchObject({ agentNRDSID: '999000007', officeNRDSID: '', officeName: '' });
  });

  test('returns for incremental the agents who enabled the integration within the given time before now', async () => {
    let now = MOMENT;
    const running = await runReference({ clock: { now: () => now }, seed: smallSeed, tokenLifetimeSeconds: 1_000_000 });
    const ask = async (type: string, time: number) => {
      const fields = { filter: 'incremental', incremental_type: type, incremental_time: time };
      return (await running.call('/accounts/activeUsers', fields)).body.meta.max;
    };
    expect(await ask('hours', 1)).toBe(1);
    now = MOMENT + HOUR - 1;
    expect(await ask('hours', 1)).toBe(1);
    now = MOMENT + HOUR;
    expect(await ask('hours', 1)).toBe(0);
    expect(await ask('hours', 2)).toBe(1);
    expect(await ask('days', 1)).toBe(1);
    expect(await ask('days', 90)).toBeGreaterThan(1);
  });
});

describe('getAccount', () => {
  test('finds a member by e-mail in any case', async () => {
    const running = shared();
    const { body } = await running.call('/accounts/getAccount', { emailId: 'ZOE.O.EXAMPLE.1@agents.example' });
    expect(body).toEqual([
      {
        accountID: '500001',
        firstName: 'Zoë',
        lastName: "O'Example",
        email: 'zoe.o.example.1@agents.example',
        phone: expect.stringMatching(/^\(\d{3}\) 555-01\d\d$/),
        memberType: expect.stringMatching(/^RA?$/),
      },
    ]);
  });

  test('finds no member who has not enabled the integration', async () => {
    const running = shared();
    const agents = makeAgents(16, makeOffices(3), 1, Date.now());
    const lookUp = async (agent: SeededAgent | undefined) =>
      (await running.call('/accounts/getAccount', { emailId: agent?.email })).body.length;
    expect(agents.filter(({ enabled_at }) => enabled_at === null)).toHaveLength(1);
    for (const agent of agents) expect(await lookUp(agent)).toBe(agent.enabled_at === null ? 0 : 1);
  });
});
