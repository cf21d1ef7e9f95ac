/**
 * The agent's transactions, filtered and sorted; more are loaded as the reader nears the end. A row that changes does so in place; new rows
 * wait until the reader asks for them, so that nothing moves meanwhile.
 */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import {
  mayMatch,
  type TransactionSummaryFragment,
  TransactionsDocument,
  uniqueById,
} from 'realty-forms-graphql-client';
import { Filters } from './filters.tsx';
import { type Choices, toArguments, writeChoices } from './lib/choices.ts';
import { countOf, joined } from './lib/format.ts';
import { tally, wasCreated } from './lib/news.ts';
import { linkTo, type Route } from './lib/route.ts';
import { type Beside, useFirst } from './lib/use-first.ts';
import { useLasting } from './lib/use-lasting.ts';
import type { Live } from './lib/use-live.ts';
import { useSelectedRow } from './lib/use-selected-row.ts';
import { Lists } from './lists.tsx';
import { MoreRows } from './more-rows.tsx';
import { Skeleton } from './skeleton.tsx';
import { TransactionRow } from './transaction-row.tsx';
import { Unloaded } from './unloaded.tsx';

interface Props extends Beside {
  readonly agent: string;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly route: Route;
  readonly live: Live;
}

export function TransactionList({ agent, choices, onChoose, route, live, ...beside }: Props) {
  const { changed, forget, isListOld, setListOld } = live;
  const { filter, orderBy } = toArguments(choices);
  const pane = useRef<HTMLElement>(null);
  const query = useQuery(TransactionsDocument, {
    variables: { agentNrdsId: agent, first: 20, filter, orderBy },
    // A field that failed is null and has an error, but the rest of the response is worth showing.
    errorPolicy: 'all',
  });
  const { data, loading, refetch, fetchMore } = query;
  const chosen = writeChoices(choices);
  const selected = route.view === 'transaction' ? route.id : null;
  // While a new filter loads, the previous rows stay, dimmed, so that nothing jumps.
  const { shown: page, isPrevious, failure } = useLasting(query, data?.transactions, chosen);
  const rows = uniqueById(page?.nodes ?? []);
  const listed = new Set(rows.map(({ id }) => id));
  const unlisted = [...changed.values()].filter((row) => !listed.has(row.id) && mayMatch(row, filter));
  const marked = rows.filter(({ id }) => changed.has(id));
  const [shownNew, setShownNew] = useState<ReadonlySet<string>>(new Set());
  const newsOf = (row: TransactionSummaryFragment) =>
    shownNew.has(row.id) || (!listed.has(row.id) && wasCreated(row)) ? 'New' : 'Changed';
  const next = data?.transactions?.pageInfo.hasNextPage ? data.transactions.pageInfo.endCursor : null;
  const loadMore = () => fetchMore({ variables: { after: next } });

  // A change of the list while it was loaded does not concern another list.
  const lastChosen = useRef(chosen);
  useEffect(() => {
    if (lastChosen.current !== chosen) setListOld(false);
    lastChosen.current = chosen;
  }, [chosen, setListOld]);

  useFirst(beside, chosen, isPrevious ? undefined : page && (rows[0]?.id ?? null));
  // When the stream begins, the list is loaded again.
  const canLoad = next !== null && !loading && live.state !== 'connecting';
  useSelectedRow(pane, { selected, ids: [...listed], canLoad, loadMore });

  /** Returns false if that failed. */
  async function load(): Promise<boolean> {
    setListOld(false);
    const { data } = await refetch();
    if (!data?.transactions) {
      setListOld(isListOld);
      return false;
    }
    const ids = new Set(data.transactions.nodes.map((row) => row?.id));
    const created = unlisted.filter((row) => newsOf(row) === 'New');
    setShownNew((known) => new Set([...known, ...created.map(({ id }) => id)]));
    // They do not match the filter, or are further down.
    forget(unlisted.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    return true;
  }

  async function reload(): Promise<void> {
    if (!(await load())) return;
    pane.current?.scrollTo(0, 0);
    pane.current?.focus();
  }

  return (
    <section className="list-pane" aria-label="Transactions" ref={pane} tabIndex={-1}>
      <Lists choices={choices} />
      <Filters choices={choices} onChange={onChoose} />
      <div className="count" role="status">
        <span>
          {isPrevious ? 'Loading…' : page && joined(', ', countOf(page.totalCount), ...tally(marked.map(newsOf)))}
        </span>
        {(isListOld || unlisted.length > 0) && (
          <span>
            {isListOld ? 'The list has changed' : joined(', ', ...tally(unlisted.map(newsOf)))}{' '}
            <button className="button" type="button" onClick={() => void reload()}>
              {isListOld ? 'Reload' : 'Show'}
            </button>
          </span>
        )}
      </div>
      {failure && <Unloaded failure={failure} onRetry={load} />}
      {loading && page == null && <Skeleton shape="rows" />}
      {page?.totalCount === 0 && (
        <p className="quiet centered">
          {Object.keys(filter).length > 0 ? 'No transaction matches. Remove a filter.' : 'No transactions yet.'}
        </p>
      )}
      {rows.length > 0 && (
        <ul className="rows" aria-busy={isPrevious} inert={isPrevious}>
          {rows.map((row) => (
            <TransactionRow
              key={row.id}
              row={row}
              link={linkTo({ view: 'transaction', id: row.id, search: route.search })}
              isSelected={row.id === beside.opened}
              news={changed.has(row.id) ? newsOf(row) : undefined}
            />
          ))}
        </ul>
      )}
      {next !== null && <MoreRows key={next} onMore={loadMore} />}
    </section>
  );
}
