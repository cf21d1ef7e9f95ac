/** What a gateway knows of a service that has counted its lists, and has returned so many records at once. */
import { type BatchBehaviors, createBatchBehaviors } from '../../../src/gateway/lists/batch-behavior.ts';

export function knownBatchBehaviors(largest = 0): BatchBehaviors {
  const batchBehaviors = createBatchBehaviors();
  for (const each of Object.values(batchBehaviors)) Object.assign(each, { isCounting: true, largest });
  return batchBehaviors;
}
