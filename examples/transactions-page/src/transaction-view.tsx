/** One transaction: the property and the deal, both sides, the service providers, the files. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { Facts } from './facts.tsx';
import { Files } from './files.tsx';
import { graphql } from './gql/gql.ts';
import { day, joined, money, words } from './lib/format.ts';
import { listLink } from './lib/route.ts';
import { Problem } from './problem.tsx';
import { Providers } from './providers.tsx';
import { Side } from './side.tsx';
import { StatusBadge } from './status-badge.tsx';

const Transaction = graphql(`
  query Transaction($id: ID!) {
    transaction(by: { id: $id }) {
      id
      ...TransactionDetails
    }
  }

  fragment TransactionDetails on Transaction {
    id
    name
    realtorName
    insertDate
    type
    propertyType
    status
    property {
      streetAddress
      unitNo
      city
      state
      zip
      yearBuilt
      bedrooms
      baths
    }
    listing {
      price
      expirationDate
    }
    purchase {
      price
      earnestMoney
      projectedClosingDate
    }
    seller {
      ...Side
    }
    buyer {
      ...Side
    }
    serviceProviders {
      ...Provider
    }
  }
`);

/** Of a failure that was shown before, the cache has only that there is nothing. */
const notLoaded = new Error('The transaction could not be loaded.');

export function TransactionView({ id }: { readonly id: string }) {
  const { data, error, loading, refetch } = useQuery(Transaction, { variables: { id } });
  const heading = useRef<HTMLHeadingElement>(null);
  const transaction = data?.transaction;
  const isThere = transaction != null;
  // A reader who opens a transaction by keyboard continues from its heading.
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);

  if (!isThere) {
    if (!loading) return <Problem error={error ?? notLoaded} onRetry={refetch} />;
    return (
      <div className="card placeholder" role="status">
        Loading…
      </div>
    );
  }

  const { name, property, listing, purchase } = transaction;
  const town = joined(' ', joined(', ', property.city, property.state), property.zip);
  const street = joined(' ', property.streetAddress, property.unitNo);
  return (
    <article className="transaction">
      <title>{name ?? 'Transaction'}</title>
      <a className="back" href={listLink}>
        ← All transactions
      </a>
      {error && <Problem error={error} onRetry={refetch} />}
      <header className="card">
        <div className="title">
          <h1 ref={heading} tabIndex={-1}>
            {name ?? 'Without a name'}
          </h1>
          <StatusBadge status={transaction.status} />
        </div>
        <p className="quiet">{joined(', ', street, town) ?? 'No address yet'}</p>
        <Facts
          facts={[
            ['Type', joined(' · ', words(transaction.type), words(transaction.propertyType))],
            ['Listing price', money(listing.price)],
            ['Purchase price', money(purchase.price)],
            ['Earnest money', money(purchase.earnestMoney)],
            ['Closing', day(purchase.projectedClosingDate)],
            ['Listing ends', day(listing.expirationDate)],
            ['Built', property.yearBuilt?.toString()],
            ['Bedrooms', property.bedrooms?.toString()],
            ['Baths', property.baths],
            ['Realtor', transaction.realtorName],
            ['Entered', day(transaction.insertDate)],
          ]}
        />
      </header>
      <div className="sides">
        <Side title="Seller" side={transaction.seller} />
        <Side title="Buyer" side={transaction.buyer} />
      </div>
      <Providers transactionId={id} providers={transaction.serviceProviders} />
      <Files transactionId={id} />
    </article>
  );
}
