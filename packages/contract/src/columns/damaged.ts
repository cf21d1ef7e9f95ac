/** Records with texts of which some bytes were no characters, and became U+FFFD. */

/** The property of such a record. */
export const DAMAGED = Symbol('damaged');

export const isDamagedText = (value: unknown): boolean => typeof value === 'string' && value.includes('\ufffd');
