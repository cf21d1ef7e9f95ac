/** Sends a write, and tells the errors after which nothing was done from those after which nobody knows what was; completes its answer. */
import type { Log } from '../../platform/log.ts';
import { GatewayFault, UpstreamFault } from '../fault.ts';
import { type Written, write } from '../outcome.ts';
import type { Intent } from './intent.ts';

/** Its cause is an error that nobody foresaw: what became of the write cannot be told. */
export class Unforeseen extends Error {}

/** Throws a fault, which says that nothing was done, or Unforeseen. */
export async function send<Answer>(intent: Intent<Answer>): Promise<Written<Answer>> {
  try {
    return await write(intent.send, intent);
  } catch (error) {
    throw error instanceof UpstreamFault ? error : new Unforeseen('a write failed', { cause: error });
  }
}

/** The answer with what it left out, as far as that can be read: that it came is known in any case. */
export async function complete<Answer>(intent: Intent<Answer>, answer: Answer, log: Log): Promise<Answer> {
  try {
    return (await intent.complete?.(answer)) ?? answer;
  } catch (error) {
    log.error({ operation: intent.operation, err: error }, 'an answer could not be completed');
    return answer;
  }
}

/** The outcome under which a write is counted that is told by an error. */
export function countedAs(error: unknown): string {
  if (error instanceof Unforeseen) return 'UNKNOWN';
  return error instanceof GatewayFault ? error.code : 'NOT_SENT';
}
