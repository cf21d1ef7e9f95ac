/** Ends what has become silent: a connection that is gone without a word looks like a quiet one, and nothing shall wait for ever. */

/** The gateway answers within 12 seconds, and sends a stream a sign of life every 12 (REQUEST_TIMEOUT_MS, LIVE_HEARTBEAT_SECONDS). */
const SILENCE_MS = 30_000;

export interface Silence {
  /** There was a sign of life. */
  readonly hear: () => void;
  /** Nothing more is to be heard. */
  readonly end: () => void;
}

export function afterSilence(abort: (reason: DOMException) => void): Silence {
  const give = () => abort(new DOMException('The gateway does not respond.', 'TimeoutError'));
  let timer = setTimeout(give, SILENCE_MS);
  const end = () => clearTimeout(timer);
  return {
    hear() {
      end();
      timer = setTimeout(give, SILENCE_MS);
    },
    end,
  };
}
