/**
 * The agent's transactions, narrowed and ordered by the filters; more are loaded as the reader nears the end. A row that changes does so in
 * its place; what is new waits until the reader asks for it, so that nothing moves meanwhile.
 */
import { NetworkStatus } from '@apollo/client';
import { useQuery, useReactiveVar } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { canMatch, Filters, noChoices, toArguments } from './filters.tsx';
import { graphql } from './gql/gql.ts';
import type { TransactionRowFragment } from './gql/graphql.ts';
import { joined, money, words } from './lib/format.ts';
import { hasListChanged } from './lib/list-changes.ts';
import { transactionLink } from './lib/route.ts';
import { uniqueById } from './lib/rows.ts';
import type { Live } from './lib/use-live.ts';
import { MoreRows } from './more-rows.tsx';
import { Problem } from './problem.tsx';
import { StatusBadge } from './status-badge.tsx';

const Transactions = graphql(`
  query Transactions($agent: String!, $after: String, $filter: TransactionFilter, $orderBy: TransactionOrder) {
    transactions(agentNrdsId: $agent, first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      totalCount
      edges {
        node {
          ...TransactionRow
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }

  fragment TransactionRow on Transaction {
    id
    name
    type
    propertyType
    status
    property {
      city
      state
    }
    listing {
      price
    }
  }
`);

interface Props {
  readonly agent: string;
  readonly selected: string | null;
  readonly live: Live;
}

export function TransactionList({ agent, selected, live }: Props) {
  const { changed, forget } = live;
  const pane = useRef<HTMLElement>(null);
  const [choices, setChoices] = useState(noChoices);
  const { data, previousData, error, networkStatus, loading, refetch, fetchMore } = useQuery(Transactions, {
    variables: { agent, ...toArguments(choices) },
  });
  const isChanged = useReactiveVar(hasListChanged);
  const choose = (chosen: typeof choices) => {
    hasListChanged(false);
    setChoices(chosen);
  };
  // While a new filter loads, the previous rows stay, so that nothing jumps.
  const page = (data ?? previousData)?.transactions;
  const rows = uniqueById(page?.edges.flatMap(({ node }) => (node ? [node] : [])) ?? []);
  const listed = new Set(rows.map(({ id }) => id));
  const unlisted = [...changed.values()].filter((row) => !listed.has(row.id) && canMatch(row, choices));
  const marked = rows.filter(({ id }) => changed.has(id));

  // What is open is being looked at.
  useEffect(() => {
    if (selected !== null && changed.has(selected)) forget([selected]);
  }, [selected, changed, forget]);

  async function reload(): Promise<void> {
    hasListChanged(false);
    const { data } = await refetch();
    if (!data?.transactions) return;
    const ids = new Set(data.transactions.edges.map(({ node }) => node?.id));
    // They match no filter, or are further down.
    forget(unlisted.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    pane.current?.scrollTo(0, 0);
    pane.current?.focus();
  }

  return (
    <section className="list-pane" aria-label="Transactions" ref={pane} tabIndex={-1}>
      <Filters choices={choices} onChange={choose} />
      <div className="count" role="status">
        <span>
          {page ? `${page.totalCount} ${page.totalCount === 1 ? 'transaction' : 'transactions'}` : '\u00a0'}
          {marked.length > 0 && `, ${marked.length} changed`}
        </span>
        {(isChanged || unlisted.length > 0) && (
          <span>
            {isChanged ? 'The list has changed' : `${unlisted.length} new or changed`}{' '}
            <button className="button" type="button" onClick={() => void reload()}>
              {isChanged ? 'Reload' : 'Show'}
            </button>
          </span>
        )}
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {loading && page == null && <div className="placeholder-rows" aria-hidden="true" />}
      {page?.totalCount === 0 && <p className="quiet centered">No transaction matches. Remove a filter.</p>}
      <ul className="rows" aria-busy={loading && networkStatus !== NetworkStatus.refetch}>
        {rows.map((row) => (
          <Row key={row.id} row={row} isSelected={row.id === selected} isChanged={changed.has(row.id)} />
        ))}
      </ul>
      {data?.transactions?.pageInfo.hasNextPage && (
        <MoreRows
          key={data.transactions.pageInfo.endCursor}
          onMore={() => fetchMore({ variables: { after: data.transactions?.pageInfo.endCursor ?? null } })}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly row: TransactionRowFragment;
  readonly isSelected: boolean;
  readonly isChanged: boolean;
}

function Row({ row, isSelected, isChanged }: RowProps) {
  const { id, name, type, propertyType, status, property, listing } = row;
  return (
    <li>
      <a
        className={isChanged ? 'row changed' : 'row'}
        href={transactionLink(id)}
        aria-current={isSelected ? 'page' : undefined}
      >
        <span className="row-name">{name ?? 'Without a name'}</span>
        <StatusBadge status={status} />
        <span className="quiet">{joined(', ', property.city, property.state) ?? 'No address yet'}</span>
        <span className="row-price">{money(listing.price)}</span>
        <span className="quiet row-kind">{joined(' · ', words(type), words(propertyType))}</span>
        {isChanged && <span className="unseen">Changed</span>}
      </a>
    </li>
  );
}
