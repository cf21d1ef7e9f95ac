/** Sends a write, and tells the errors after which nothing was done from those after which nobody knows what was. */
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

/** The outcome under which a write is counted that is told by an error. */
export function countedAs(error: unknown): string {
  if (error instanceof Unforeseen) return 'UNKNOWN';
  return error instanceof GatewayFault ? error.code : 'NOT_SENT';
}
