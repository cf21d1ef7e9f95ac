/** Says in the header whether the list receives changes. Its space is always reserved, so that nothing moves. */
import type { Live } from './lib/use-live.ts';
import { useOffline } from './lib/waiting.ts';

/** When the shown data may be old, the banner says so. */
const words: Readonly<Record<Live['state'], string>> = {
  off: '',
  connecting: 'Connecting…',
  live: 'Live',
  stale: '',
  lost: '',
  refused: 'Not live',
};

export function LiveState({ live }: { readonly live: Live }) {
  const isOffline = useOffline();
  const state = isOffline ? 'lost' : live.state;
  return (
    <span className={`live live-${state}`} role="status">
      {words[state]}
      {state === 'refused' && (
        <button className="button" type="button" onClick={live.reconnect}>
          Try again
        </button>
      )}
    </span>
  );
}
