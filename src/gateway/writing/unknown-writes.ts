/**
 * Logs each write whose outcome is reported as UNKNOWN, because somebody has to look into it. The request's own log line
 * shows no error, and the line of a call that got a response shows none either. The log contains no input values and none of
 * the service's words.
 */
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { UpstreamFault } from '../fault.ts';
import type { Once } from '../ledger/intent.ts';

interface Options {
  readonly log: Log;
  /** The id of the current request. */
  readonly requestId: () => string | undefined;
}

/**
 * Why the outcome is unknown: the fault of the call, a response without the content of a success, or an earlier attempt under
 * the same key that left it unknown.
 */
type Reason = UpstreamFault['code'] | 'NO_RESULT' | 'UNKNOWN_BEFORE';

export function logUnknownOutcomes(once: Once, { log, requestId }: Options): Once {
  return async (intent) => {
    let reason: Reason = 'UNKNOWN_BEFORE';
    const send = async () => {
      try {
        const result = await intent.send();
        if (result === undefined) reason = 'NO_RESULT';
        return result;
      } catch (error) {
        if (error instanceof UpstreamFault) reason = error.code;
        throw error;
      }
    };
    const recorded = await once({ ...intent, send });
    if (recorded.outcome === 'UNKNOWN') {
      const { operation } = intent;
      log.warn({ requestId: requestId(), operation, reason }, 'the outcome of a write is unknown');
    }
    return recorded;
  };
}
