/** What each trick of the engine is worth: the gateway without it, compared with the gateway. */
import { compareVariants } from './compare-variants.ts';

export const run = (args: readonly string[]): Promise<void> => compareVariants('engine', args);
