/** What a gateway knows of a service that has counted its lists, and has returned so many records at once. */
import { createHabits, type ListHabits } from '../../../src/gateway/lists/habits.ts';

export function knownHabits(largest = 0): ListHabits {
  const habits = createHabits();
  for (const each of Object.values(habits)) Object.assign(each, { isCounting: true, largest });
  return habits;
}
