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
    /** Whether something is listed for the filter. Throws UPSTREAM_INVALID if nothing is, but something for a single one of its codes. */
    async check(filter: TransactionFilter, isListed: boolean, ask: (single: TransactionFilter) => Promise<boolean>) {
      const singles = areSeveralRead ? [filter] : withSingleCodes(filter);
      if (singles.length === 1) return;
      areSeveralRead = isListed;
      if (isListed || !(await Promise.all(singles.map(ask))).includes(true)) return;
      const problem = 'a filter by several codes lists nothing, although one by a single code does';
      throw invalidAnswer('listTrans', problem);
    },
  };
}

/** The filters with one code in each condition that together match the same transactions. */
function withSingleCodes(filter: TransactionFilter): readonly TransactionFilter[] {
  return codeFilters.reduce<readonly TransactionFilter[]>(
    (all, [name]) => all.flatMap((each) => each[name]?.map((code) => ({ ...each, [name]: [code] })) ?? [each]),
    [filter],
  );
}
