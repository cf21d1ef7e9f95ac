/** A transaction in a list: its title, status, place and price, its kind or why it is listed, and when it closes. */
import type { TransactionSummaryFragment } from 'realty-forms-graphql-client';
import { day, joined, money, titleOf, words } from './lib/format.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly row: TransactionSummaryFragment;
  readonly link: string;
  readonly isSelected: boolean;
  /** What has happened to it since the reader last looked. */
  readonly news?: 'New' | 'Changed' | undefined;
  /** Shown instead of its kind. */
  readonly detail?: string | null;
  /** Called instead of following the link. */
  readonly onChoose?: () => void;
}

export function TransactionRow({ row, link, isSelected, news, detail, onChoose }: Props) {
  const { type, propertyType, status, property, listing, purchase } = row;
  const closing = day(purchase.projectedClosingDate);
  return (
    <li>
      <a
        className={news ? 'row changed' : 'row'}
        href={link}
        aria-current={isSelected ? 'page' : undefined}
        onClick={(event) => {
          if (!onChoose) return;
          event.preventDefault();
          onChoose();
        }}
      >
        <span className="row-line">
          <span className="row-name">
            {news && <span className="unseen">{news} </span>}
            {titleOf(row)}
          </span>
          <StatusBadge status={status} />
        </span>
        <span className="row-line">
          <span className="quiet">{joined(', ', property.city, property.state) ?? 'No city yet'}</span>
          <span className="row-price">{money(listing.price)}</span>
        </span>
        <span className="row-line">
          <span className="quiet row-kind">{detail ?? joined(' · ', words(type), words(propertyType))}</span>
          <span className="quiet row-closing">{closing && `Closing ${closing}`}</span>
        </span>
      </a>
    </li>
  );
}
