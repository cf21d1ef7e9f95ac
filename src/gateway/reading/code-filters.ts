/**
 * What filters by codes leave of a list, as far as its records show it (4.4). A service may not read their notation: it then ignores a
 * condition, or compares several codes, such as A|P, with that of each record as if they were one.
 */
import type { TransactionFilter } from '@realty-forms/contract/calls/requests.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { invalidAnswer } from '../../upstream/faults.ts';

const codeFilters = [
  ['statuses', 'status'],
  ['types', 'type'],
  ['propertyTypes', 'propertyType'],
] as const;

type WithCodes = Partial<Pick<TransactionRecord, (typeof codeFilters)[number][1]>>;

/** Whether a transaction has the codes that the filter asks for, as far as they were read. */
export function codeChecks(filter: TransactionFilter): ((transaction: WithCodes) => boolean)[] {
  return codeFilters.flatMap(([name, field]) => {
    const asked: readonly string[] | null | undefined = filter[name];
    if (asked == null) return [];
    return [({ [field]: code }: WithCodes) => code == null || asked.includes(code)];
  });
}

export function createCodeFilters() {
  /** Whether any record has been listed for several codes. */
  let areSeveralRead = false;
  return {
    /**
     * Throws UPSTREAM_INVALID if nothing is listed for several codes in one condition, although `others`, the first records of the list
     * without its conditions for codes, have one with such codes.
     */
    async check(filter: TransactionFilter, isListed: boolean, others: () => Promise<readonly WithCodes[]>) {
      if (areSeveralRead || !codeFilters.some(([name]) => (filter[name]?.length ?? 0) > 1)) return;
      areSeveralRead = isListed;
      if (isListed) return;
      const hasCodes = (record: WithCodes) =>
        codeFilters.every(([name, field]) => filter[name]?.some((code) => code === record[field]) ?? true);
      if (!(await others()).some(hasCodes)) return;
      throw invalidAnswer('listTrans', 'a filter by several codes does not list what has one of them');
    },
  };
}

/** The filter without its codes. */
export function withoutCodes(filter: TransactionFilter): TransactionFilter {
  return { ...filter, ...Object.fromEntries(codeFilters.map(([name]) => [name, null])) };
}
