/**
 * Prints a handler's result as the response body, in the endpoint's wrapper (2.1, 4). Records that are stored as JSON text
 * are concatenated unparsed.
 */

import { wrapPage } from '@realty-forms/contract/answers/envelope.ts';
import type { Wrapper } from '@realty-forms/contract/calls/endpoints.ts';

export type HandlerResult =
  | { readonly value: unknown }
  | { readonly records: readonly string[] }
  /** A page whose total can exceed the number of its records. */
  | { readonly records: readonly string[]; readonly total: number }
  | { readonly records: readonly string[]; readonly max: number; readonly nextBatchNo: number | null };

/** The response body's JSON text. */
export function printBody(wrapper: Wrapper, result: HandlerResult): string {
  if ('value' in result) return JSON.stringify(result.value);
  const records = `[${result.records.join(',')}]`;
  if (wrapper === 'list') return records;
  const page = 'max' in result ? result : { max: null, nextBatchNo: null };
  const total = 'total' in result ? result.total : result.records.length;
  const { meta } = wrapPage({ max: page.max, nextBatchNo: page.nextBatchNo, total, data: [] });
  const text = `{"meta":${JSON.stringify(meta)},"data":${records}}`;
  return wrapper === 'pageInList' ? `[${text}]` : text;
}
