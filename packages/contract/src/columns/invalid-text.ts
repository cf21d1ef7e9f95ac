/** Texts of which some bytes are not valid in their charset, so that U+FFFD stands in their place: the warning TEXT_DAMAGED. */

/** Marks a record that has such a text. */
export const HAS_INVALID_TEXT = Symbol('has invalid text');

export const isInvalidText = (value: unknown): boolean => typeof value === 'string' && value.includes('\ufffd');
