/** What a gateway knows of a service that has already returned so many records at once; the default size is that of section 8. */
import { limits } from '../../../src/contract/calls/endpoints.ts';
import { createHabits, type ListHabits } from '../../../src/gateway/lists/habits.ts';

export function knownHabits(largest: number = limits.batchSize.default): ListHabits {
  const habits = createHabits();
  for (const each of Object.values(habits)) each.largest = largest;
  return habits;
}
