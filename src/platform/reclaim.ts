/**
 * Keeps what a long stream leaves behind small. Its chunks lie outside the heap, where the engine lets 60 MB and more of dead
 * ones pile up before it looks; a look at the young ones every few megabytes takes about a millisecond and finds them all.
 */
import { Transform } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_BYTES = 4 * 1_048_576;

type Collect = (
  options: { readonly type: 'minor' } | { readonly type: 'major'; readonly flavor: 'last-resort' },
) => void;

setFlagsFromString('--expose-gc');
/** Collects garbage at once; meanwhile nothing else is done. */
export const collect = runInNewContext('gc') as Collect;

/** Passes everything on; short streams never come to a look. */
export function reclaiming(): Transform {
  let since = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      since += chunk.length;
      if (since >= EVERY_BYTES) {
        since = 0;
        collect({ type: 'minor' });
      }
      done(null, chunk);
    },
  });
}
