/** After a creation whose outcome is not known: the transactions that it may be, of which the reader chooses one, or none. */
import type { TransactionSummaryFragment } from 'realty-forms-graphql-client';
import { joined, streetOf, words } from './lib/format.ts';
import { linkTo } from './lib/route.ts';
import { TransactionRow } from './transaction-row.tsx';

interface Props {
  /** Null if they could not be looked for. */
  readonly matches: readonly TransactionSummaryFragment[] | null;
  readonly search: string;
  readonly onChoose: (id: string) => void;
  /** Before the form is sent as another one. */
  readonly onNone: () => void;
}

export function PossibleMatches({ matches, search, onChoose, onNone }: Props) {
  return (
    <section className="question" aria-label="It may have been created">
      <div className="alert" role="alert">
        <p>The service did not confirm that the transaction was created. {adviceOn(matches)}</p>
      </div>
      {matches !== null && matches.length > 0 && (
        <>
          <h2>{matches.length === 1 ? 'This may be it' : 'One of these may be it'}</h2>
          <ul className="rows">
            {matches.map((row) => (
              <TransactionRow
                key={row.id}
                row={row}
                link={linkTo({ view: 'transaction', id: row.id, search })}
                isSelected={false}
                detail={joined(' · ', streetOf(row.property), words(row.type))}
                onChoose={() => onChoose(row.id)}
              />
            ))}
          </ul>
        </>
      )}
      {matches !== null && (
        <p>
          <button className="button" type="submit" onClick={onNone}>
            {matches.length === 0 ? 'Create it again' : 'None of these: create it again'}
          </button>
        </p>
      )}
    </section>
  );
}

function adviceOn(matches: Props['matches']): string {
  if (matches === null) return 'Your transactions could not be looked through. Please check again in a moment.';
  if (matches.length === 0) return 'None of your transactions looks like it so far. Please check again in a moment.';
  return 'Please open it if you see it here.';
}
