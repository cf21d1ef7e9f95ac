/**
 * Seeded members of the mobile application: every agent is one, under the agent's name and e-mail, and every fourth has an
 * assistant who shares the agent's address. A database that was seeded before there were members gets them later, once.
 */

import type { MemberRow } from '../store/member-tables.ts';
import { insertMembers } from '../store/members.ts';
import type { AgentRow, Store } from '../store/tables.ts';
import { createRandom } from './random.ts';
import { emailOf, firstNames, lastNames, phone, places } from './words.ts';

type SeededMember = Omit<MemberRow, 'user_name_folded' | 'email_folded'>;

const NOTE = 'seed of members';
const hours = ['Mon-Fri 9:00-17:00', 'Mon-Sat 8:00-18:00', 'Mon-Thu 10:00-16:00, Fri 10:00-14:00', ''] as const;
const holidays = ["New Year's Day", 'Independence Day', 'Labor Day', 'Thanksgiving Day', 'Christmas Day'] as const;

export async function plantMembers(store: Store, seed: number): Promise<void> {
  const note = await store.selectFrom('notes').select('value').where('name', '=', NOTE).executeTakeFirst();
  if (note !== undefined) return;
  const agents = await store.selectFrom('agents').selectAll().orderBy('nrds_id').execute();
  await insertMembers(store, makeMembers(agents, seed));
  await store
    .insertInto('notes')
    .values({ name: NOTE, value: JSON.stringify({ seed }) })
    .execute();
}

type MemberAgent = Pick<AgentRow, 'first_name' | 'last_name' | 'email' | 'phone'>;

export function makeMembers(agents: readonly MemberAgent[], seed: number): SeededMember[] {
  const people = agents.flatMap((agent, index) =>
    index % 4 === 1
      ? [
          { ...agent, place: index },
          { ...assistantOf(agent, index), place: index },
        ]
      : [{ ...agent, place: index }],
  );
  return people.map(({ place, ...person }, index) => makeMember(person, place, index, seed));
}

/** Someone else at the same address. */
function assistantOf(agent: MemberAgent, index: number): MemberAgent {
  const firstName = firstNames[(index * 11 + 5) % firstNames.length] ?? '';
  return { ...agent, first_name: firstName, last_name: lastNames[(index * 3 + 8) % lastNames.length] ?? '', phone: '' };
}

/** `place` is the agent's: whoever works together is at one location. */
function makeMember(person: MemberAgent, place: number, index: number, seed: number): SeededMember {
  const random = createRandom(seed, 4, index);
  const location = place % places.length;
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
    location_name: `${city} Association (fictional)`,
    thl_hours: random.pick(hours),
    holidays: JSON.stringify(holidays.filter(() => random.chance(0.8))),
  };
}
