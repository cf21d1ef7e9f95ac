/** After a write with an unknown outcome: its possible results, of which the reader chooses one, or none. */
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly of: keyof typeof words;
  /** How many there are; null if the gateway could not search. */
  readonly count: number | null;
  /** Called before the form is sent as a new write. */
  readonly onNone: () => void;
  readonly children: ReactNode;
}

const words = {
  transaction: {
    done: 'created',
    unread: 'Your transactions could not be looked through.',
    none: 'None of your transactions looks like it so far.',
    some: 'Please open it if you see it here.',
    again: 'Create it again',
  },
  file: {
    done: 'stored',
    unread: 'The files of this transaction could not be looked through.',
    none: 'None of the files looks like it so far.',
    some: 'Please choose it if you see it here.',
    again: 'Upload it again',
  },
} as const;

export function PossibleMatches({ of, count, onNone, children }: Props) {
  const { done, unread, none, some, again } = words[of];
  const section = useRef<HTMLElement>(null);
  // A long form may end below the visible part of the page.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const advice = count ? some : `${count === null ? unread : none} Please check again in a moment.`;
  return (
    <section className="question" ref={section} aria-label={`It may have been ${done}`}>
      <div className="alert" role="alert">
        <p>
          The service did not confirm that the {of} was {done}. {advice}
        </p>
      </div>
      {count !== null && count > 0 && (
        <>
          <h2>{count === 1 ? 'This may be it' : 'One of these may be it'}</h2>
          {children}
        </>
      )}
      {count !== null && (
        <p>
          <button className="button" type="submit" onClick={onNone}>
            {count === 0 ? again : `${count === 1 ? 'Not this one' : 'None of these'}: ${again.toLowerCase()}`}
          </button>
        </p>
      )}
    </section>
  );
}
