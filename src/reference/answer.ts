/**
 * An answer on its way out: what a handler found, printed in the endpoint's wrapper (2.1, 4). Records that are stored as JSON
 * text are joined as they are, never parsed.
 */
import type { Wrapper } from '../contract/endpoints.ts';
import { wrapPage } from '../contract/envelope.ts';

export type Answer =
  | { readonly value: unknown }
  | { readonly records: readonly string[] }
  /** A page whose total counts more than its records. */
  | { readonly records: readonly string[]; readonly total: number }
  | { readonly records: readonly string[]; readonly max: number; readonly nextBatchNo: number | null };

/** The body's JSON text. */
export function printAnswer(wrapper: Wrapper, answer: Answer): string {
  if ('value' in answer) return JSON.stringify(answer.value);
  const records = `[${answer.records.join(',')}]`;
  if (wrapper === 'list') return records;
  const page = 'max' in answer ? answer : { max: null, nextBatchNo: null };
  const total = 'total' in answer ? answer.total : answer.records.length;
  const { meta } = wrapPage({ max: page.max, nextBatchNo: page.nextBatchNo, total, data: [] });
  const text = `{"meta":${JSON.stringify(meta)},"data":${records}}`;
  return wrapper === 'pageInList' ? `[${text}]` : text;
}
