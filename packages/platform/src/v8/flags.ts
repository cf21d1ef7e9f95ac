/**
 * Configures V8's garbage collector for a server, whose connections live long and whose requests do not. A measurement justifies each flag
 * (decisions 10 and 11).
 */
import { setFlagsFromString } from 'node:v8';

// In the first seconds, much of the little memory in use is long-lived. From that, V8 guesses which allocation sites create lasting
// objects, and allocates those in the old generation from then on. For requests the guess is wrong, and one object in the old generation
// keeps everything that it refers to alive until the next full collection.
setFlagsFromString('--no-allocation-site-pretenuring');

// Bodies are off-heap. Each 64 MB of them allocated since the last full collection would trigger the next one, however much is alive. With
// this flag, their bytes count like those of the heap, in proportion to what is alive.
setFlagsFromString('--external-memory-accounted-in-global-limit');
