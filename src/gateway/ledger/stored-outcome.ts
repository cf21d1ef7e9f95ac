/**
 * A write's outcome in the form that is stored: what a replay needs, the hash of the body, and the id of the created object. The texts are
 * encrypted, so only the same request can restore them.
 */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { UserError, WriteOutcome } from '../writing/outcome.ts';
import type { Entry } from './entry.ts';
import type { Hasher } from './hashes.ts';
import type { Settlement } from './stores/store.ts';
import type { Recorded, Stored, WriteCommand } from './write-command.ts';

export function createSettlementOf(hasher: Hasher, log: Log) {
  /** Never throws: the entry must show that an answer came, even if nothing of it can be stored. */
  const storedOf = <Result>(
    { operation, toStored }: WriteCommand<Result>,
    writeResult: Result,
  ): ReturnType<NonNullable<WriteCommand<Result>['toStored']>> => {
    try {
      return toStored?.(writeResult) ?? {};
    } catch (error) {
      log.error({ operation, err: error }, 'could not store the response of a write');
      return {};
    }
  };

  /** `isPart`: the answer still has to be completed. */
  return <Result>(
    command: WriteCommand<Result>,
    { outcome, userErrors, result: writeResult }: WriteOutcome<Result>,
    isPart = false,
  ): Settlement => {
    // Null if there is no body, or it broke off.
    const digest = command.content?.digest() ?? null;
    const contentHash = digest === null ? null : hasher.contentHash(digest);
    if (outcome === 'UNKNOWN') {
      const named = command.search?.named?.();
      return { state: outcome, result: named === undefined ? null : { ids: named }, contentHash, claim: null };
    }
    if (writeResult === null)
      return { state: outcome, result: { sealed: hasher.seal(command.request, userErrors) }, contentHash, claim: null };
    const { ids = {}, texts, claim = null } = storedOf(command, writeResult);
    const sealed = texts && hasher.seal(command.request, texts);
    return {
      state: outcome,
      result: { ids, ...(sealed && { sealed }), ...(isPart && { isPart }) },
      contentHash,
      claim,
    };
  };
}

/** In place of errors that version 0.4 has stored. */
const storedBefore: UserError = {
  field: null,
  message: 'The service rejected the request',
  code: 'REJECTED',
  upstream: null,
};

/** The outcome of a COMMITTED or REJECTED entry as it was first returned, without the values that are not stored. */
export async function replay<Result>(
  hasher: Hasher,
  command: WriteCommand<Result>,
  { state, keyId, result }: Entry,
): Promise<Recorded<Result>> {
  const replayed = { replayed: true, possibleMatches: null } as const;
  const opened = result?.sealed === undefined ? null : hasher.open(command.request, keyId, result.sealed);
  if (state === 'REJECTED') {
    const userErrors = (opened as UserError[] | null) ?? [storedBefore];
    return { ...replayed, outcome: 'REJECTED', userErrors, result: null };
  }
  const texts = opened as (Result & Stored['texts']) | null;
  const restored = command.restore ? await command.restore({ ids: result?.ids ?? {}, texts: texts ?? {} }) : texts;
  return { ...replayed, outcome: 'COMMITTED', userErrors: [], result: restored };
}
