/**
 * The agent's transactions, narrowed and ordered by the filters; more are loaded as the reader nears the end. A row that changes does so in
 * its place; what is new waits until the reader asks for it, so that nothing moves meanwhile.
 */
import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { mayMatch, TransactionsDocument, uniqueById } from 'realty-forms-graphql-client';
import { Filters } from './filters.tsx';
import { type Choices, toArguments, writeChoices } from './lib/choices.ts';
import { linkTo, type Route } from './lib/route.ts';
import { useLasting } from './lib/use-lasting.ts';
import type { Live } from './lib/use-live.ts';
import { Lists } from './lists.tsx';
import { MoreRows } from './more-rows.tsx';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';
import { TransactionRow } from './transaction-row.tsx';

interface Props {
  readonly agent: string;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly route: Route;
  readonly live: Live;
}

export function TransactionList({ agent, choices, onChoose, route, live }: Props) {
  const { changed, forget, isListOld, setListOld } = live;
  const { filter, orderBy } = toArguments(choices);
  const pane = useRef<HTMLElement>(null);
  const query = useQuery(TransactionsDocument, {
    variables: { agentNrdsId: agent, first: 20, filter, orderBy },
    // A field that failed is null and has an error; the rest of the response is worth showing.
    errorPolicy: 'all',
  });
  const { data, networkStatus, loading, refetch, fetchMore } = query;
  const selected = route.view === 'transaction' ? route.id : null;
  // While a new filter loads, the previous rows stay, so that nothing jumps.
  const { shown: page, failure } = useLasting(query, data?.transactions);
  const rows = uniqueById(page?.nodes ?? []);
  const listed = new Set(rows.map(({ id }) => id));
  const unlisted = [...changed.values()].filter((row) => !listed.has(row.id) && mayMatch(row, filter));
  const marked = rows.filter(({ id }) => changed.has(id));

  // Another list has not changed while it was loaded.
  const chosen = writeChoices(choices);
  // biome-ignore lint/correctness/useExhaustiveDependencies(chosen): each choice is another list
  useEffect(() => setListOld(false), [chosen, setListOld]);

  // What is open is being looked at.
  useEffect(() => {
    if (selected !== null && changed.has(selected)) forget([selected]);
  }, [selected, changed, forget]);

  // A reader who closes a transaction continues from its row, where the list was left.
  const lastSelected = useRef(selected);
  useEffect(() => {
    const last = lastSelected.current;
    lastSelected.current = selected;
    const isFocusLost = document.activeElement === document.body;
    if (selected === null && isFocusLost) pane.current?.querySelector<HTMLElement>(`[href*="/${last}"]`)?.focus();
  }, [selected]);

  async function reload(): Promise<void> {
    setListOld(false);
    const { data } = await refetch();
    if (!data?.transactions) return setListOld(isListOld);
    const ids = new Set(data.transactions.nodes.map((row) => row?.id));
    // They match no filter, or are further down.
    forget(unlisted.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    pane.current?.scrollTo(0, 0);
    pane.current?.focus();
  }

  return (
    <section className="list-pane" aria-label="Transactions" ref={pane} tabIndex={-1}>
      <Lists choices={choices} />
      <Filters choices={choices} onChange={onChoose} />
      <div className="count" role="status">
        <span>
          {page && `${page.totalCount} ${page.totalCount === 1 ? 'transaction' : 'transactions'}`}
          {marked.length > 0 && `, ${marked.length} changed`}
        </span>
        {(isListOld || unlisted.length > 0) && (
          <span>
            {isListOld ? 'The list has changed' : `${unlisted.length} new or changed`}{' '}
            <button className="button" type="button" onClick={() => void reload()}>
              {isListOld ? 'Reload' : 'Show'}
            </button>
          </span>
        )}
      </div>
      {failure && <Problem failure={failure} onRetry={reload} />}
      {loading && page == null && <Skeleton shape="rows" />}
      {page?.totalCount === 0 && <p className="quiet centered">No transaction matches. Remove a filter.</p>}
      {rows.length > 0 && (
        <ul className="rows" aria-busy={loading && networkStatus !== NetworkStatus.refetch}>
          {rows.map((row) => (
            <TransactionRow
              key={row.id}
              row={row}
              link={linkTo({ view: 'transaction', id: row.id, search: route.search })}
              isSelected={row.id === selected}
              isChanged={changed.has(row.id)}
            />
          ))}
        </ul>
      )}
      {data?.transactions?.pageInfo.hasNextPage && (
        <MoreRows
          key={data.transactions.pageInfo.endCursor}
          onMore={() => fetchMore({ variables: { after: data.transactions?.pageInfo.endCursor ?? null } })}
        />
      )}
    </section>
  );
}
