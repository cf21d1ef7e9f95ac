/** What is recorded about a finished write: its outcome, what a replay needs, the hash of its body, and what it created. */
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { WriteOutcome } from '../../writing/outcome.ts';
import type { Hasher } from '../hashes.ts';
import { type Operation, rowOf } from '../operations.ts';
import type { Settlement } from '../stores/store.ts';
import type { Content, WriteCommand } from '../write-command.ts';
import type { Entry, StoredResult } from './entry.ts';
import { toStoredErrors, toStoredResult } from './replay.ts';

export function createSettlements(hasher: Hasher, log: Log) {
  const contentsOf = (content: Content | undefined, { keyId }: Entry) => {
    const digest = content?.digest() ?? null;
    return digest === null ? { contentHash: null } : hasher.contentHashes(digest, keyId);
  };

  /** Never throws: that a response came is recorded, even if nothing of it can be stored. */
  const storedOf = <Result>(
    { operation, toStored }: WriteCommand<Result>,
    writeResult: Result,
  ): ReturnType<NonNullable<WriteCommand<Result>['toStored']>> => {
    try {
      return toStored?.(writeResult) ?? { texts: textsOf(operation, writeResult) };
    } catch (error) {
      log.error({ operation, err: error }, 'could not store the response of a write');
      return {};
    }
  };

  return {
    /** Null if there is no body, or it broke off. */
    contentOf: (content: Content | undefined, entry: Entry): Pick<Settlement, 'contentHash'> => ({
      contentHash: contentsOf(content, entry).contentHash,
    }),
    /** `isPart`: the response is yet to be completed. */
    settlementOf<Result>(
      command: WriteCommand<Result>,
      { outcome, userErrors, result: writeResult }: WriteOutcome<Result>,
      entry: Entry,
      isPart = false,
    ): Settlement {
      const { contentHash, ...others } = contentsOf(command.content, entry);
      const stored = writeResult === null ? null : storedOf(command, writeResult);
      const result: StoredResult | null =
        stored === null
          ? toStoredErrors(userErrors, command.request)
          : { ...toStoredResult(stored, command.request), ...(isPart && { isPart }) };
      return {
        state: outcome,
        result: outcome === 'UNKNOWN' ? namedBy(command) : { ...result, ...others },
        contentHash,
        claim: stored?.claim ?? null,
      };
    },
  };
}

/** All that is kept of a response that leaves the outcome UNKNOWN. */
function namedBy<Result>({ search }: WriteCommand<Result>): StoredResult | null {
  const ids = search?.named?.();
  return ids === undefined ? null : { ids };
}

function textsOf(operation: Operation, result: unknown): Record<string, string | null> {
  const texts = result as Readonly<Record<string, string | null>>;
  return Object.fromEntries((rowOf(operation).texts ?? []).map((name) => [name, texts[name] ?? null]));
}
