/** Checks before any call whether the POST API accepts a caller's text, as it is or within a filter. */
import { INVALID_CHARACTERS } from '@realty-forms/contract/answers/errors.ts';
import {
  closeRange,
  type FilterNotation,
  type GivenValue,
  isRange,
  type OpenRange,
  type Range,
  unsafeFilterCharacter,
} from '@realty-forms/contract/calls/filter.ts';
import { readTimestamp } from '@realty-forms/contract/times/timestamps.ts';
import { badInput } from './fault.ts';

/**
 * The maximum size of a text in a record, in UTF-8. Longer texts could make a page of records larger than a response may be
 * (`UPSTREAM_MAX_RESPONSE_BYTES`), so that no caller could read the list.
 */
export const MAX_TEXT_BYTES = 1_000;

/** A limit in bytes for people, who count characters. */
export const atMost = (bytes: number): string => `at most ${bytes} characters long, fewer with accents or emoji`;

/** The first character of the text that the service never accepts; null if there is none. */
export function unsendableCharacter(text: string): string | null {
  return INVALID_CHARACTERS.exec(text)?.[0] ?? null;
}

/** BAD_USER_INPUT for a blank or very long text, and for one with a character that the service never accepts (section 7, 402). */
export function checkSendable(argument: string, text: string): void {
  if (text.length > MAX_TEXT_BYTES) throw badInput(argument, `must be ${atMost(MAX_TEXT_BYTES)}`);
  if (text.trim() === '') throw badInput(argument, 'must not be blank');
  const character = unsendableCharacter(text);
  if (character !== null) throw badInput(argument, `must not contain the character ${JSON.stringify(character)}`);
}

/** BAD_USER_INPUT for a filter value that is blank, that could break out of the filter's text (4.4, 4.8), or that cannot match anything. */
export function checkFilterValue(
  argument: string,
  value: GivenValue,
  isTimestamp: boolean,
  notation?: FilterNotation,
): void {
  if (typeof value === 'string') checkFilterText(argument, value, notation);
  else if (isRange(value)) checkRange(argument, value, notation);
  else if (value.length === 0) throw badInput(argument, 'must not be empty; omit it instead');
  if (isTimestamp) checkTimestamps(argument, value);
}

/** One end is enough. */
function checkRange(argument: string, given: OpenRange, notation?: FilterNotation): void {
  if (given.from === null && given.to === null) throw badInput(argument, 'must have from, to or both');
  if (given.from !== null) checkFilterText(`${argument}.from`, given.from, notation);
  if (given.to !== null) checkFilterText(`${argument}.to`, given.to, notation);
  const range = closeRange(given);
  if (isReversed(range)) throw badInput(argument, `to (${range.to}) must not be before from (${range.from})`);
}

/** Rejects a text that could break out of the filter's text, or that the filter's notation cannot express. */
export function checkFilterText(argument: string, text: string, notation?: FilterNotation): void {
  if (text.trim() === '') throw badInput(argument, 'must not be blank; omit it instead');
  const character = unsafeFilterCharacter(text, notation);
  if (character !== null) throw badInput(argument, `must not contain the character ${JSON.stringify(character)}`);
}

/** The schema accepts only timestamps here, because nothing else can be written in the service's form. */
function checkTimestamps(argument: string, value: GivenValue): void {
  const texts = isRange(value) ? [value.from, value.to] : [value].flat();
  for (const text of texts)
    if (text !== null && readTimestamp(text, 'UTC') === null)
      throw badInput(
        argument,
        'must be an ISO 8601 date or a date-time with an offset, such as 2026-03-01T09:30:00-07:00',
      );
}

/** Compares days with days and instants with instants, but not a day with an instant: only the service knows the time zone of a day. */
function isReversed({ from, to }: Range): boolean {
  if (isDay(from) !== isDay(to)) return false;
  return isDay(from) ? from > to : Date.parse(from) > Date.parse(to);
}

function isDay(timestamp: string): boolean {
  return !timestamp.includes('T');
}
