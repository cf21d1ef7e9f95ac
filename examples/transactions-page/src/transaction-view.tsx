/** One transaction: the property and the deal, both sides, the service providers, the files. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { hasCode, type TransactionDetailsFragment, TransactionDocument } from 'realty-forms-graphql-client';
import { Facts } from './facts.tsx';
import { Files } from './files.tsx';
import type { Choices } from './lib/choices.ts';
import { day, joined, money, streetOf, titleOf, words } from './lib/format.ts';
import { linkTo } from './lib/route.ts';
import { useUnreadable } from './lib/unreadable.ts';
import { useLasting } from './lib/use-lasting.ts';
import { listNames } from './lists.tsx';
import { Providers } from './providers.tsx';
import { Side } from './side.tsx';
import { Skeleton } from './skeleton.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Unloaded } from './unloaded.tsx';

interface Props {
  readonly id: string;
  /** The list from which it was opened. */
  readonly list: Choices['list'];
  readonly search: string;
  /** The reader has opened it; otherwise, the page shows it next to its list at first. */
  readonly isChosen: boolean;
}

export function TransactionView({ id, list, search, isChosen }: Props) {
  const query = useQuery(TransactionDocument, { variables: { id }, errorPolicy: 'all' });
  const { shown, failure } = useLasting(query, query.data?.transaction);
  // It may have been deleted while it was shown.
  const isGone = failure !== undefined && hasCode(failure, 'NOT_FOUND');
  const transaction = isGone ? undefined : shown;
  return (
    <article className="transaction">
      <a className="back" href={linkTo({ view: 'list', search })}>
        ← {list === 'own' ? 'All transactions' : listNames[list]}
      </a>
      {isGone && (
        <p className="alert" role="alert">
          This transaction no longer exists, or you may not see it.
        </p>
      )}
      {failure && !isGone && <Unloaded failure={failure} onRetry={query.refetch} />}
      {transaction && <Details transaction={transaction} isChosen={isChosen} />}
      {!transaction && isChosen && <h1 className="unseen">Transaction</h1>}
      {query.loading && !transaction && <Skeleton shape="card" />}
    </article>
  );
}

interface DetailsProps {
  readonly transaction: TransactionDetailsFragment;
  readonly isChosen: boolean;
}

function Details({ transaction, isChosen }: DetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A keyboard user who opens a transaction continues from its heading.
  useEffect(() => {
    const isInside = heading.current?.closest('article')?.contains(document.activeElement);
    if (isChosen && !isInside) heading.current?.focus();
  }, [isChosen]);
  const { id, property, listing, purchase } = transaction;
  const unreadable = useUnreadable(id);
  const orAsEntered = (value: string | null | undefined, path: string) => {
    const entered = unreadable.get(path);
    return value ?? (entered === undefined ? null : `“${entered}”`);
  };
  const title = titleOf(transaction);
  // Next to its list, the list has the page's main heading.
  const Title = isChosen ? 'h1' : 'h2';
  const town = joined(' ', joined(', ', property.city, property.state), property.zip);
  return (
    <>
      {isChosen && <title>{title}</title>}
      <header className="card">
        <div className="title">
          <Title ref={heading} tabIndex={-1}>
            {title}
          </Title>
          <StatusBadge status={transaction.status} />
        </div>
        <p className="quiet">{joined(', ', streetOf(property), town) ?? 'No address entered yet'}</p>
        <Facts
          facts={[
            ['Type', joined(' · ', words(transaction.type), words(transaction.propertyType))],
            ['Listing price', orAsEntered(money(listing.price), 'listing.price')],
            ['Purchase price', orAsEntered(money(purchase.price), 'purchase.price')],
            ['Listing expires', orAsEntered(day(listing.expirationDate), 'listing.expirationDate')],
            ['Closing date', orAsEntered(day(purchase.projectedClosingDate), 'purchase.projectedClosingDate')],
            ['Earnest money', orAsEntered(money(purchase.earnestMoney), 'purchase.earnestMoney')],
            ['Earnest money due', orAsEntered(day(purchase.earnestMoneyDueDate), 'purchase.earnestMoneyDueDate')],
            ['Due diligence ends', orAsEntered(day(purchase.dueDiligenceDate), 'purchase.dueDiligenceDate')],
            ['Year built', property.yearBuilt?.toString()],
            ['Bedrooms', property.bedrooms?.toString()],
            ['Bathrooms', property.baths],
            ['Realtor', transaction.realtorName],
            ['Entered', day(transaction.insertDate)],
          ]}
        />
        {unreadable.size > 0 && (
          <p className="quiet">
            What stands in quotes is shown as it was entered: it is not an amount or a date that we can read.
          </p>
        )}
      </header>
      <div className="sides">
        <Side title="Seller" side={transaction.seller} />
        <Side title="Buyer" side={transaction.buyer} />
      </div>
      <Providers transactionId={id} providers={transaction.serviceProviders} />
      <Files transactionId={id} />
    </>
  );
}
