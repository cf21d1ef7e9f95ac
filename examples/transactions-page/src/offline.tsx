/** The banner at the top while the shown data may be old. */
import { useEffect } from 'react';
import type { Live } from './lib/use-live.ts';
import { loadWaiting, useOffline } from './lib/waiting.ts';

export function Offline({ live: { state, reconnect } }: { readonly live: Live }) {
  const isOffline = useOffline() || state === 'lost';
  useEffect(() => {
    if (state === 'live') loadWaiting();
    window.addEventListener('online', loadWaiting);
    return () => window.removeEventListener('online', loadWaiting);
  }, [state]);
  if (!isOffline && state !== 'stale') return null;

  function retry(): void {
    loadWaiting();
    reconnect();
  }

  return (
    <div className="offline" role="alert">
      <p>
        {isOffline ? 'There is no connection to the service.' : 'The service does not respond at the moment.'} What you
        see may be out of date.
      </p>
      {isOffline && (
        <button className="button" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
