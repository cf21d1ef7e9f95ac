/** A transaction in a list: its name, status, place and price, and what kind it is or why it is listed. */
import type { TransactionSummaryFragment } from 'realty-forms-graphql-client';
import { joined, money, words } from './lib/format.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly row: TransactionSummaryFragment;
  readonly link: string;
  readonly isSelected: boolean;
  readonly isChanged?: boolean;
  /** In the place of its kind. */
  readonly detail?: string | null;
}

export function TransactionRow({ row, link, isSelected, isChanged = false, detail }: Props) {
  const { name, type, propertyType, status, property, listing } = row;
  return (
    <li>
      <a className={isChanged ? 'row changed' : 'row'} href={link} aria-current={isSelected ? 'page' : undefined}>
        <span className="row-name">{name ?? 'Without a name'}</span>
        <StatusBadge status={status} />
        <span className="quiet">{joined(', ', property.city, property.state) ?? 'No address yet'}</span>
        <span className="row-price">{money(listing.price)}</span>
        <span className="quiet row-kind">{detail ?? joined(' · ', words(type), words(propertyType))}</span>
        {isChanged && <span className="unseen">Changed</span>}
      </a>
    </li>
  );
}
