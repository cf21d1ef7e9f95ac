/**
 * A line in the log for each write that is told as UNKNOWN: somebody has to look, and neither the request's own line, which
 * failed of nothing, nor that of a call that was answered says so. Values of the input and words of the service are in none.
 */
import type { Log } from '../platform/log.ts';
import { UpstreamFault } from './fault.ts';
import type { Once } from './ledger/intent.ts';

interface Options {
  readonly log: Log;
  /** Of the request that is running. */
  readonly requestId: () => string | undefined;
}

/**
 * Why it is not known: the fault of the call, an answer that does not hold what a success holds, or that an earlier attempt
 * under the same key has left it so.
 */
type Reason = UpstreamFault['code'] | 'NO_RESULT' | 'UNKNOWN_BEFORE';

export function tellUnknown(once: Once, { log, requestId }: Options): Once {
  return async (intent) => {
    let reason: Reason = 'UNKNOWN_BEFORE';
    const send = async () => {
      try {
        const answer = await intent.send();
        if (answer === undefined) reason = 'NO_RESULT';
        return answer;
      } catch (error) {
        if (error instanceof UpstreamFault) reason = error.code;
        throw error;
      }
    };
    const recorded = await once({ ...intent, send });
    if (recorded.outcome === 'UNKNOWN') {
      const { operation } = intent;
      log.warn({ requestId: requestId(), operation, reason }, 'whether a write was carried out is not known');
    }
    return recorded;
  };
}
