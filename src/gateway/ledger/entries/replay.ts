/** Converts a write's outcome to its stored form, and restores it with the help of the same request. */
import type { UserError } from '../../writing/outcome.ts';
import type { Intent, Recorded, Stored } from '../intent.ts';
import type { Entry, StoredError, StoredResult } from './entry.ts';
import { fromTemplate, toTemplate } from './template.ts';

const DEFAULT_MESSAGE = 'The service rejected the request';

export function toStoredResult({ ids, texts }: Stored, request: unknown): StoredResult {
  const templates = Object.entries(texts ?? {}).map(([name, text]) => [name, toTemplate(text, request)]);
  return { ids: ids ?? {}, texts: Object.fromEntries(templates) };
}

export function toStoredErrors(errors: readonly UserError[], request: unknown): StoredResult {
  return {
    errors: errors.map(({ field, code, message, upstream }): StoredError => {
      const storedUpstream = upstream && {
        status: upstream.status,
        type: toTemplate(upstream.type, request),
        message: toTemplate(upstream.message, request),
      };
      return { field, code, message: toTemplate(message, request), upstream: storedUpstream };
    }),
  };
}

/** The outcome of a COMMITTED or REJECTED entry as it was returned the first time, without what is not stored. */
export async function replay<Result>(intent: Intent<Result>, { state, result }: Entry): Promise<Recorded<Result>> {
  const replayed = { replayed: true, possibleMatches: null } as const;
  if (state === 'REJECTED') {
    const userErrors = (result?.errors ?? []).map((error) => errorOf(error, intent.request));
    return { ...replayed, outcome: 'REJECTED', userErrors, result: null };
  }
  const stored = Object.entries(result?.texts ?? {}).map(([name, text]) => [name, fromTemplate(text, intent.request)]);
  const texts = stored.length === 0 ? null : (Object.fromEntries(stored) as Result & Stored['texts']);
  const restored = intent.restore ? await intent.restore({ ids: result?.ids ?? {}, texts: texts ?? {} }) : texts;
  return { ...replayed, outcome: 'COMMITTED', userErrors: [], result: restored };
}

function errorOf({ field, code, message, upstream }: StoredError, request: unknown): UserError {
  const restoredUpstream = upstream && {
    status: upstream.status,
    type: fromTemplate(upstream.type, request),
    message: fromTemplate(upstream.message, request),
  };
  return {
    field,
    code,
    message: fromTemplate(message, request) ?? restoredUpstream?.type ?? DEFAULT_MESSAGE,
    upstream: restoredUpstream,
  };
}
