/** Enables V8's optimizing compilers, which start.js has disabled for the start of the program. */
import { setFlagsFromString } from 'node:v8';

export function enableCompilers(): void {
  setFlagsFromString('--opt');
  setFlagsFromString('--maglev');
}
