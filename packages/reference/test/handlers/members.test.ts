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

test('seeded members have unique ids and user names, and phone numbers that reach nobody', () => {
  for (const key of ['client_id', 'user_id', 'user_name'] as const) {
    expect(new Set(members.map((member) => member[key])).size).toBe(75);
  }
  for (const { user_name, phone, holidays } of members) {
    expect(user_name).toMatch(/^[a-z0-9.]+$/);
    expect(phone).toMatch(/^(\(\d{3}\) 555-01\d\d)?$/);
    expect(JSON.parse(holidays)).toBeInstanceOf(Array);
  }
});

test('seeded members are the same for the same seed, and an assistant is a different person', () => {
  expect(makeMembers(agents, 1)).toEqual(members);
  const names = members.map(({ first_name, last_name, email }) => `${first_name} ${last_name} ${email}`);
  expect(new Set(names).size).toBe(75);
});
