/** Converts a write's outcome to its stored form, and restores it with the help of the same request. */
import type { UserError } from '../../writing/outcome.ts';
import type { Recorded, Stored, WriteCommand } from '../write-command.ts';
import type { Entry, StoredError, StoredResult } from './entry.ts';
import { fromTextTemplate, toTextTemplate } from './text-template.ts';

const DEFAULT_MESSAGE = 'The service rejected the request';

export function toStoredResult({ ids, texts }: Stored, request: unknown): StoredResult {
  const templates = Object.entries(texts ?? {}).map(([name, text]) => [name, toTextTemplate(text, request)]);
  return { ids: ids ?? {}, texts: Object.fromEntries(templates) };
}

export function toStoredErrors(errors: readonly UserError[], request: unknown): StoredResult {
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

/** The outcome of a COMMITTED or REJECTED entry as it was returned the first time, without what is not stored. */
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
