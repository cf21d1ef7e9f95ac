/** Enables V8's optimizing compilers, which start.js disables at first. */
import { setFlagsFromString } from 'node:v8';

export function enableCompilers(): void {
  setFlagsFromString('--opt');
  setFlagsFromString('--maglev');
}
