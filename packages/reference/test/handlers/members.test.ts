import { expect, test } from 'vitest';
import { makeAgents, makeOffices } from '../../src/seed/agents.ts';
import { makeMembers } from '../../src/seed/members.ts';

const agents = makeAgents(60, makeOffices(8), 1, Date.parse('2026-11-20T10:00:00Z'));
const members = makeMembers(agents, 1);

test('seeded members are the agents, and for every fourth an assistant with the same e-mail', () => {
  expect(members).toHaveLength(75);
  const addresses = members.map(({ email }) => email);
  expect(new Set(addresses)).toEqual(new Set(agents.map(({ email }) => email)));
  const shared = new Set(addresses.filter((address, place) => addresses.indexOf(address) !== place));
  expect(shared.size).toBe(15);
});
