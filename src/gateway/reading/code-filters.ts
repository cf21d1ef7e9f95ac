/**
 * Checks that lists match their filters by codes, as far as their records show it (4.4). A service may not understand the notation of
 * codes: it then ignores a condition, or compares several codes, such as A|P, with a record's code as if they were one.
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

/** A filter's conditions for codes: a column, and the codes of which it must have one. */
function conditionsOf(filter: TransactionFilter) {
  return codeFilters.flatMap(([name, field]) => {
    const codes: readonly string[] | null | undefined = filter[name];
    return codes == null ? [] : [{ codes, codeIn: (transaction: WithCodes) => transaction[field] }];
  });
}

/** Whether a transaction has the codes that the filter asks for, as far as its columns were read. */
export function codeChecks(filter: TransactionFilter): ((transaction: WithCodes) => boolean)[] {
  return conditionsOf(filter).map(({ codes, codeIn }) => (transaction) => {
    const code = codeIn(transaction);
    return code == null || codes.includes(code);
  });
}

/** Transactions from a list, and the length of the list. */
interface Listed {
  readonly nodes: readonly WithCodes[];
  readonly totalCount: number;
}

export function createCodeFilters() {
  /** Whether a list has shown that the service understands several codes in one condition. */
  let areSeveralUnderstood = false;
  return {
    /**
     * Throws UPSTREAM_INVALID if a list for several codes lacks transactions that should be in it. `readOthers` reads the beginning of the
     * same list without conditions for codes, and shows them.
     */
    async check(filter: TransactionFilter, listed: Listed, readOthers: () => Promise<Listed>): Promise<void> {
      if (areSeveralUnderstood) return;
      const conditions = conditionsOf(filter);
      if (conditions.every(({ codes }) => codes.length < 2)) return;
      const showsSeveral = ({ nodes }: Listed): boolean =>
        conditions.some(
          ({ codes, codeIn }) => codes.filter((each) => nodes.map(codeIn).includes(each as never)).length > 1,
        );
      areSeveralUnderstood = showsSeveral(listed);
      if (areSeveralUnderstood) return;
      const others = await readOthers();
      const hasCodes = (each: WithCodes) => conditions.every(({ codes, codeIn }) => codes.includes(codeIn(each) ?? ''));
      const matching = others.nodes.filter(hasCodes);
      if (matching.length > listed.totalCount)
        throw invalidAnswer('listTrans', 'a filter by several codes leaves out transactions that have one of them');
      areSeveralUnderstood = showsSeveral({ ...others, nodes: matching }) && others.totalCount <= others.nodes.length;
    },
  };
}

/** The filter without its codes. */
export function withoutCodes(filter: TransactionFilter): TransactionFilter {
  return { ...filter, ...Object.fromEntries(codeFilters.map(([name]) => [name, null])) };
}
