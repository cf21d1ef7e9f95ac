/** What the bounds cost that keep one caller from taking the gateway from the others: the gateway without them, compared with the gateway. */
import { compareVariants } from './compare-variants.ts';

export const run = (args: readonly string[]): Promise<void> => compareVariants('bounds', args);
