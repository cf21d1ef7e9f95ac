/** The outcome of a write, written down so that it can be told again, and told again from the same request. */
import type { UserError } from '../outcome.ts';
import type { Entry, StoredError, StoredResult } from './entry.ts';
import type { Intent, Kept, Recorded } from './intent.ts';
import { fromTemplate, toTemplate } from './template.ts';

const REFUSED = 'The service refused the request';

export function storedAnswer({ ids, texts }: Kept, request: unknown): StoredResult {
  const templates = Object.entries(texts ?? {}).map(([name, text]) => [name, toTemplate(text, request)]);
  return { ids: ids ?? {}, texts: Object.fromEntries(templates) };
}

export function storedErrors(errors: readonly UserError[], request: unknown): StoredResult {
  return {
    errors: errors.map(({ field, code, message, upstream }): StoredError => {
      const own = upstream && {
        status: upstream.status,
        type: toTemplate(upstream.type, request),
        message: toTemplate(upstream.message, request),
      };
      return { field, code, message: toTemplate(message, request), upstream: own };
    }),
  };
}

/** A COMMITTED or REJECTED entry, as it was told the first time. */
export async function replay<Answer>(intent: Intent<Answer>, { state, result }: Entry): Promise<Recorded<Answer>> {
  const told = { replayed: true, possible: null } as const;
  if (state === 'REJECTED') {
    const userErrors = (result?.errors ?? []).map((error) => errorOf(error, intent.request));
    return { ...told, outcome: 'REJECTED', userErrors, answer: null };
  }
  const texts = Object.entries(result?.texts ?? {}).map(([name, text]) => [name, fromTemplate(text, intent.request)]);
  const answer = await intent.recall({ ids: result?.ids ?? {}, texts: Object.fromEntries(texts) });
  return { ...told, outcome: 'COMMITTED', userErrors: [], answer };
}

function errorOf({ field, code, message, upstream }: StoredError, request: unknown): UserError {
  const told = upstream && {
    status: upstream.status,
    type: fromTemplate(upstream.type, request),
    message: fromTemplate(upstream.message, request),
  };
  return { field, code, message: fromTemplate(message, request) ?? told?.type ?? REFUSED, upstream: told };
}
