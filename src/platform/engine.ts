/**
 * How the engine's collector is set for a server, whose connections live long and whose requests do not; each by a measurement
 * (`npm run bench -- engine`).
 */
import { setFlagsFromString } from 'node:v8';

// The engine guesses from the first seconds, when little memory looks full of long lives, which places in the code make objects
// that stay, and makes those old from then on. For requests the guess is wrong, and one old object keeps alive what it leads
// to until the next full collection.
setFlagsFromString('--no-allocation-site-pretenuring');

// Bodies lie outside the heap. Each 64 MB of them that have come since the last full collection would ask for the next one,
// whatever is alive; so their bytes count as the heap's do, in proportion to what is alive.
setFlagsFromString('--external-memory-accounted-in-global-limit');
