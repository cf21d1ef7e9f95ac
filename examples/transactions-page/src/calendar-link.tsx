/** The link with which a calendar shows deadlines. The link is the password, so it is requested only on demand. */
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { CalendarLinkDocument, type Failure } from 'realty-forms-graphql-client';
import { toFailure } from 'realty-forms-graphql-client/apollo';
import { focus } from './lib/form.ts';
import { useCaller } from './lib/use-caller.ts';
import { Problem } from './problem.tsx';

export function CalendarLink() {
  const client = useApolloClient();
  const caller = useCaller();
  /** Undefined until it has been asked for; null when the reader has closed it. */
  const [link, setLink] = useState<string | null>();
  const [isCopied, setCopied] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function ask(): Promise<void> {
    setFailure(null);
    setCopied(false);
    try {
      const { data } = await client.query({ query: CalendarLinkDocument, fetchPolicy: 'no-cache' });
      const path = data?.viewer?.calendarUrl;
      // The link is relative if the gateway does not know its own address.
      setLink(path == null ? null : new URL(path, window.location.href).href);
    } catch (error) {
      setFailure(toFailure(error));
    }
  }

  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser does not allow copying, but the reader can still copy the link.
      () => setCopied(false),
    );

  // The gateway has no link for a service.
  if (caller?.role === 'SERVICE') return null;
  return (
    <div className="searching">
      {link == null ? (
        <button className="button" type="button" ref={link === null ? focus : null} onClick={() => void ask()}>
          Add to a calendar
        </button>
      ) : (
        <>
          <label>
            Subscribe to this link in your calendar. Keep it to yourself: it works without a password.
            <input className="wide" ref={focus} readOnly value={link} onFocus={({ target }) => target.select()} />
          </label>
          <p className="actions">
            <button className="button" type="button" onClick={() => void copy(link)}>
              Copy
            </button>
            <button className="button" type="button" onClick={() => setLink(null)}>
              Done
            </button>
            <span className="done" role="status">
              {isCopied ? 'Copied' : ''}
            </span>
          </p>
        </>
      )}
      {failure && <Problem failure={failure} onRetry={ask} />}
    </div>
  );
}
