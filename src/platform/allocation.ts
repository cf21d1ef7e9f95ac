/**
 * Has the engine make every object young. It guesses from the first seconds, when little memory looks full of long lives,
 * which places in the code make objects that stay, and makes those old from then on: for requests the guess is wrong, and one
 * old object keeps alive what it leads to until the next full collection.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
