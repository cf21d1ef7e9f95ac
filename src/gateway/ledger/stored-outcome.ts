/**
 * A write's outcome in the form that is stored: what a replay needs, the hash of the body, and the id of the created object. None of the
 * request's own values is stored, so only the same request can restore the outcome.
 */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { UserError, WriteOutcome } from '../writing/outcome.ts';
import type { Entry, StoredError, StoredResult } from './entry.ts';
import type { Hasher } from './hashes.ts';
import type { Settlement } from './stores/store.ts';
import { fromTextTemplate, toTextTemplate } from './text-template.ts';
import type { Content, Recorded, Stored, WriteCommand } from './write-command.ts';

export function createSettlementOf(hasher: Hasher, log: Log) {
  /** Null if there is no body, or it broke off. */
  const contentsOf = (content: Content | undefined, { keyId }: Entry) => {
    const digest = content?.digest() ?? null;
    return digest === null ? { contentHash: null } : hasher.contentHashes(digest, keyId);
  };

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
    entry: Entry,
    isPart = false,
  ): Settlement => {
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
  };
}

/** What is stored of an answer that leaves the outcome UNKNOWN. */
function namedBy<Result>({ search }: WriteCommand<Result>): StoredResult | null {
  const ids = search?.named?.();
  return ids === undefined ? null : { ids };
}

const DEFAULT_MESSAGE = 'The service rejected the request';

function toStoredResult({ ids, texts }: Stored, request: unknown): StoredResult {
  const templates = Object.entries(texts ?? {}).map(([name, text]) => [name, toTextTemplate(text, request)]);
  return { ids: ids ?? {}, texts: Object.fromEntries(templates) };
}

function toStoredErrors(errors: readonly UserError[], request: unknown): StoredResult {
  return {
    errors: errors.map(({ field, code, message, upstream }): StoredError => {
      const storedUpstream = upstream && {
        status: upstream.status,
        type: toTextTemplate(upstream.type, request),
        message: toTextTemplate(upstream.message, request),
      };
      return { field, code, message: toTextTemplate(message, request), upstream: storedUpstream };
    }),
  };
}

/** The outcome of a COMMITTED or REJECTED entry as it was first returned, without the values that are not stored. */
export async function replay<Result>(
  command: WriteCommand<Result>,
  { state, result }: Entry,
): Promise<Recorded<Result>> {
  const replayed = { replayed: true, possibleMatches: null } as const;
  if (state === 'REJECTED') {
    const userErrors = (result?.errors ?? []).map((error) => errorOf(error, command.request));
    return { ...replayed, outcome: 'REJECTED', userErrors, result: null };
  }
  const stored = Object.entries(result?.texts ?? {}).map(([name, text]) => [
    name,
    fromTextTemplate(text, command.request),
  ]);
  const texts = stored.length === 0 ? null : (Object.fromEntries(stored) as Result & Stored['texts']);
  const restored = command.restore ? await command.restore({ ids: result?.ids ?? {}, texts: texts ?? {} }) : texts;
  return { ...replayed, outcome: 'COMMITTED', userErrors: [], result: restored };
}

function errorOf({ field, code, message, upstream }: StoredError, request: unknown): UserError {
  const restoredUpstream = upstream && {
    status: upstream.status,
    type: fromTextTemplate(upstream.type, request),
    message: fromTextTemplate(upstream.message, request),
  };
  return {
    field,
    code,
    message: fromTextTemplate(message, request) ?? restoredUpstream?.type ?? DEFAULT_MESSAGE,
    upstream: restoredUpstream,
  };
}
