/**
 * Seeded members of the mobile application: every agent is one, with the agent's name and e-mail, and every fourth agent has
 * an assistant with the same e-mail.
 */

import type { AgentRow, MemberRow } from '../store/tables.ts';
import { createRandom } from './random.ts';
import { emailOf, firstNames, lastNames, phone, places } from './words.ts';

type SeededMember = Omit<MemberRow, 'user_name_folded' | 'email_folded'>;

const hours = ['Mon-Fri 9:00-17:00', 'Mon-Sat 8:00-18:00', 'Mon-Thu 10:00-16:00, Fri 10:00-14:00', ''] as const;
const holidays = ["New Year's Day", 'Independence Day', 'Labor Day', 'Thanksgiving Day', 'Christmas Day'] as const;

type MemberAgent = Pick<AgentRow, 'first_name' | 'last_name' | 'email' | 'phone'>;

export function makeMembers(agents: readonly MemberAgent[], seed: number): SeededMember[] {
  const people = agents.flatMap((agent, agentIndex) => {
    const assistants = agentIndex % 4 === 1 ? [assistantOf(agent, agentIndex)] : [];
    return [agent, ...assistants].map((person) => ({ person, agentIndex }));
  });
  return people.map(({ person, agentIndex }, index) => makeMember(person, agentIndex, index, seed));
}

/** A different person with the agent's e-mail. */
function assistantOf(agent: MemberAgent, index: number): MemberAgent {
  const firstName = firstNames[(index * 11 + 5) % firstNames.length] ?? '';
  return { ...agent, first_name: firstName, last_name: lastNames[(index * 3 + 8) % lastNames.length] ?? '', phone: '' };
}

/** `agentIndex` is the agent's index: an agent and the assistant share a location. */
function makeMember(person: MemberAgent, agentIndex: number, index: number, seed: number): SeededMember {
  const random = createRandom(seed, 4, index);
  const location = agentIndex % places.length;
  const { city = '', state = '' } = places[location] ?? {};
  const [userName = ''] = emailOf(`${person.first_name} ${person.last_name} ${index + 1}`, 'members').split('@');
  return {
    client_id: String(700_001 + index),
    user_id: String(800_001 + index),
    state_id: state,
    first_name: person.first_name,
    last_name: person.last_name,
    user_name: userName,
    email: person.email,
    phone: person.phone === '' && random.chance(0.5) ? phone(random) : person.phone,
    location_id: String(600_001 + location),
    location_name: `${city} Association`,
    thl_hours: random.pick(hours),
    holidays: JSON.stringify(holidays.filter(() => random.chance(0.8))),
  };
}
