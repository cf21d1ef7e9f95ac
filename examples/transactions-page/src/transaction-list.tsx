/** The agent's transactions, narrowed and ordered by the filters; more are loaded as the reader nears the end. */
import { useQuery, useReactiveVar } from '@apollo/client/react';
import { useState } from 'react';
import { Filters, noChoices, toArguments } from './filters.tsx';
import { graphql } from './gql/gql.ts';
import type { TransactionRowFragment } from './gql/graphql.ts';
import { joined, money, words } from './lib/format.ts';
import { hasListChanged } from './lib/list-changes.ts';
import { transactionLink } from './lib/route.ts';
import { uniqueById } from './lib/rows.ts';
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
}

export function TransactionList({ agent, selected }: Props) {
  const [choices, setChoices] = useState(noChoices);
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(Transactions, {
    variables: { agent, ...toArguments(choices) },
  });
  const isChanged = useReactiveVar(hasListChanged);
  const choose = (chosen: typeof choices) => {
    hasListChanged(false);
    setChoices(chosen);
  };
  const reload = () => {
    hasListChanged(false);
    void refetch();
  };
  // While a new filter loads, the previous rows stay, so that nothing jumps.
  const page = (data ?? previousData)?.transactions;
  const rows = uniqueById(page?.edges.flatMap(({ node }) => (node ? [node] : [])) ?? []);

  return (
    <section className="list-pane" aria-label="Transactions">
      <Filters choices={choices} onChange={choose} />
      <p className="count" role="status">
        {page ? `${page.totalCount} ${page.totalCount === 1 ? 'transaction' : 'transactions'}` : '\u00a0'}
      </p>
      {isChanged && (
        <p className="more quiet" role="status">
          The list has changed; some rows may be missing.{' '}
          <button className="button" type="button" onClick={reload}>
            Reload
          </button>
        </p>
      )}
      {error && rows.length === 0 && <Problem error={error} onRetry={refetch} />}
      {loading && page == null && <div className="placeholder-rows" aria-hidden="true" />}
      {page?.totalCount === 0 && <p className="quiet centered">No transaction matches. Remove a filter.</p>}
      <ul className="rows" aria-busy={loading}>
        {rows.map((row) => (
          <Row key={row.id} row={row} isSelected={row.id === selected} />
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

function Row({ row, isSelected }: { readonly row: TransactionRowFragment; readonly isSelected: boolean }) {
  const { id, name, type, propertyType, status, property, listing } = row;
  return (
    <li>
      <a className="row" href={transactionLink(id)} aria-current={isSelected ? 'page' : undefined}>
        <span className="row-name">{name ?? 'Without a name'}</span>
        <StatusBadge status={status} />
        <span className="quiet">{joined(', ', property.city, property.state) ?? 'No address yet'}</span>
        <span className="row-price">{money(listing.price)}</span>
        <span className="quiet row-kind">{joined(' · ', words(type), words(propertyType))}</span>
      </a>
    </li>
  );
}
