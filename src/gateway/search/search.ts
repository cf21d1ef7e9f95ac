/**
 * Use cases that read the index: a search over agents, and their deadlines. The agents are the caller's, as the directory lists them now.
 * No other agent's row is found or counted, whatever the arguments and cursors say. Makes no call of the POST API.
 */
import { isTimeout } from '@realty-forms/platform/stores/sqlite.ts';
import { createTurns } from '@realty-forms/platform/turns.ts';
import { LRUCache } from 'lru-cache';
import type { AgentGrant, AgentNames } from '../callers/grants.ts';
import type { Principal } from '../callers/principal.ts';
import { GatewayFault, notFound } from '../fault.ts';
import type { PageArguments } from '../paging/connection.ts';
import type { Parts } from '../parts.ts';
import type { Detail, Transaction } from '../reading/transactions.ts';
import {
  checkItems,
  type DeadlineFilter,
  deadlineFilterOf,
  filterOf,
  type SearchFilter,
  type SearchOrder,
  sortOf,
  wordsIn,
} from './arguments.ts';
import { connectionOf, cursorsOf, type Facets, facetsOf, type Page, windowOf } from './page.ts';
import type { DeadlineKind } from './rows.ts';
import type { FacetColumn, FoundPage, FoundRow, Window } from './store/query.ts';

interface SearchArguments extends AgentNames, PageArguments {
  readonly text?: string | null;
  readonly filter?: SearchFilter | null;
  readonly orderBy?: SearchOrder | null;
}

interface DeadlineArguments extends AgentNames, PageArguments, DeadlineFilter {}

/** The parts of the result that the query selects; only these are computed. */
export interface SelectedParts {
  readonly detail: Pick<Detail, 'selection'>;
  readonly isCounted: boolean;
  readonly facets: readonly FacetColumn[];
}

export interface SearchConnection extends Page<Transaction> {
  readonly facets: Facets;
}

export type DeadlineConnection = Page<Deadline>;

export interface Deadline {
  readonly kind: DeadlineKind;
  readonly date: string;
  readonly agentNrdsId: string;
  readonly transaction: Transaction;
}

export interface SearchingOptions extends Pick<Parts, 'access' | 'index' | 'sealer' | 'transactions'> {
  /** Called with the agents that are searched, so that their rows are kept current. */
  readonly onSearched?: ((nrdsIds: readonly string[]) => void) | undefined;
}

/** More callers than search at the same time. */
const MAX_CALLERS = 10_000;
const SWITCHED_OFF = "Search is turned off here; list an agent's transactions instead";

export function createSearching(options: SearchingOptions) {
  const { access, transactions, sealer } = options;

  const grantsFor = async (principal: Principal, names: AgentNames) => {
    if (names.agentNrdsIds != null) checkItems('agentNrdsIds', names.agentNrdsIds);
    if (names.officeNrdsIds != null) checkItems('officeNrdsIds', names.officeNrdsIds);
    const grants = await access.agents(principal, names);
    // All of the caller's agents have left.
    if (grants.length === 0) throw notFound();
    const byAgent = new Map(grants.map((grant) => [grant.nrdsId, grant]));
    options.onSearched?.([...byAgent.keys()]);
    return byAgent;
  };

  /**
   * The searches of each caller run one after the other. The database reads one at a time, so many searches of one caller at once would
   * keep everybody else waiting. This way, a caller waits for at most one search of each other caller.
   */
  // With `max`, the cache would reserve room for all of them.
  const bounds = { maxSize: MAX_CALLERS, sizeCalculation: () => 1 };
  const turns = new LRUCache<string, ReturnType<typeof createTurns>>({ ...bounds, memoMethod: createTurns });

  /** Runs either kind of search for the principal, with cursors that only this search accepts. */
  async function find(
    principal: Principal,
    args: AgentNames & PageArguments,
    search: readonly unknown[],
    read: (index: NonNullable<typeof options.index>, agents: readonly string[], window: Window) => Promise<FoundPage>,
  ) {
    const { index } = options;
    if (index === null) throw new GatewayFault('BAD_USER_INPUT', SWITCHED_OFF);
    const { role, subject, scopes: _, ...owner } = principal;
    const { agentNrdsIds = null, officeNrdsIds = null } = args;
    // Everything in the principal that determines which agents it may act for.
    const cursors = cursorsOf(sealer, [{ role, ...owner }, agentNrdsIds, officeNrdsIds, ...search]);
    const window = windowOf(args, cursors);
    const grants = await grantsFor(principal, args);
    try {
      const page = await turns.memo(`${role} ${subject}`)(() => read(index, [...grants.keys()], window));
      return { page, grants, cursors };
    } catch (fault) {
      const { cause, message } = fault as Error;
      throw isTimeout(cause) ? new GatewayFault('SEARCH_TIMEOUT', message, { cause }) : fault;
    }
  }

  return {
    async search(
      principal: Principal,
      args: SearchArguments,
      { detail, isCounted, facets }: SelectedParts,
    ): Promise<SearchConnection> {
      const words = wordsIn(args.text);
      const filter = filterOf(args.filter ?? {});
      const sort = sortOf(args.orderBy, words.length > 0);
      const found = await find(principal, args, ['search', words, filter, sort], (index, agents, window) =>
        index.search({ agents, window, isCounted, words, ...filter, sort, facets }),
      );
      const nodes = found.page.rows.map((row) => transactionOf(row, found.grants, detail));
      return { ...connectionOf(found.page, nodes, args, found.cursors), facets: facetsOf(found.page.facets) };
    },
    async deadlines(
      principal: Principal,
      args: DeadlineArguments,
      { detail, isCounted }: Omit<SelectedParts, 'facets'>,
    ): Promise<DeadlineConnection> {
      const filter = deadlineFilterOf(args);
      const found = await find(principal, args, ['deadlines', filter], (index, agents, window) =>
        index.deadlines({ agents, window, isCounted, ...filter }),
      );
      const nodes = found.page.rows.map((row): Deadline => {
        const [date = '', kind] = row.place.key.split(' ');
        const transaction = transactionOf(row, found.grants, detail);
        return { kind: kind as DeadlineKind, date, agentNrdsId: row.nrdsId, transaction };
      });
      return connectionOf(found.page, nodes, args, found.cursors);
    },
  };

  function transactionOf(
    { nrdsId, record }: FoundRow,
    grants: ReadonlyMap<string, AgentGrant>,
    { selection }: SelectedParts['detail'],
  ): Transaction {
    const grant = grants.get(nrdsId);
    if (grant === undefined) throw new RangeError('A row of another agent was found');
    return transactions.fromRecord(grant, record, selection);
  }
}
