/** A `fetch` that ends streams which are silent: a connection that is gone without a word looks like a quiet one. */
import { endSilent } from '../silence.ts';
import { asksForStream } from './stream-formats.ts';

/** The gateway sends a sign of life every 12 seconds. */
const SILENCE_MS = 40_000;

/** `send` is what sends; requests that ask for no stream are passed as they are. */
export function fetchLively(send?: typeof fetch): typeof fetch {
  const error = () => new TypeError('The stream has become silent');
  return (input, init) => {
    const sendOne = send ?? fetch;
    return (asksForStream(init) ? endSilent(sendOne, SILENCE_MS, error) : sendOne)(input, init);
  };
}
