/** Says in the header whether what is shown is what the service has. Its place is always there, so that nothing moves. */
import type { Live } from './lib/use-live.ts';

const words: Readonly<Record<Live['state'], string>> = {
  off: '',
  connecting: 'Connecting…',
  live: 'Live',
  stale: 'May be old: the service does not respond',
  lost: 'May be old: the gateway cannot be reached',
  refused: 'Not live',
};

export function LiveState({ live: { state, reconnect } }: { readonly live: Live }) {
  return (
    <span className={`live live-${state}`} role="status">
      {words[state]}
      {(state === 'lost' || state === 'refused') && (
        <button className="button" type="button" onClick={reconnect}>
          Try again
        </button>
      )}
    </span>
  );
}
