/** What is written down of a write that has ended: its outcome, what a replay tells, the hash of its body, and what it made. */
import type { Log } from '../../platform/log.ts';
import type { Written } from '../outcome.ts';
import type { StoredResult } from './entry.ts';
import type { Content, Intent } from './intent.ts';
import type { Hasher } from './key.ts';
import { storedAnswer, storedErrors } from './replay.ts';
import type { Settlement } from './store.ts';

interface Settlements {
  /** Of an answer that is to be completed it is a part. */
  readonly settlementOf: <Answer>(intent: Intent<Answer>, written: Written<Answer>, isPart?: boolean) => Settlement;
  /** Null where there is no body, or it broke off. */
  readonly hashOf: (content: Content | undefined) => string | null;
}

export function createSettlements(hasher: Hasher, log: Log): Settlements {
  const hashOf = (content: Content | undefined): string | null => {
    const digest = content?.digest() ?? null;
    return digest === null ? null : hasher.hash(digest);
  };

  /** Whatever an answer looks like, that it came is written down. */
  const keptOf = <Answer>({ operation, keep }: Intent<Answer>, answer: Answer): ReturnType<Intent<Answer>['keep']> => {
    try {
      return keep(answer);
    } catch (error) {
      log.error({ operation, err: error }, 'nothing could be kept of an answer');
      return {};
    }
  };

  return {
    hashOf,
    settlementOf(intent, { outcome, userErrors, answer }, isPart = false) {
      const kept = answer === null ? null : keptOf(intent, answer);
      const result: StoredResult | null =
        kept === null
          ? storedErrors(userErrors, intent.request)
          : { ...storedAnswer(kept, intent.request), ...(isPart && { isPart }) };
      return {
        state: outcome,
        result: outcome === 'UNKNOWN' ? null : result,
        contentHash: hashOf(intent.content),
        claim: kept?.claim ?? null,
      };
    },
  };
}
