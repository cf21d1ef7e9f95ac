/**
 * The values that a caller gives in a filter, checked before any call: BAD_USER_INPUT for one that is blank, that could break
 * out of the filter's text (4.4, 4.8), or that cannot match anything.
 */
import { type FilterNotation, type FilterValue, unsafeFilterCharacter } from '../../contract/calls/filter.ts';
import { readTimestamp } from '../../contract/times/timestamps.ts';
import { badInput } from '../fault.ts';

export function checkFilterValue(
  argument: string,
  value: FilterValue,
  isTimestamp: boolean,
  notation?: FilterNotation,
): void {
  if (typeof value === 'string') checkFilterText(argument, value, notation);
  else if ('from' in value) {
    checkFilterText(`${argument}.from`, value.from, notation);
    checkFilterText(`${argument}.to`, value.to, notation);
    if (isReversed(value)) throw badInput(argument, `must not end (${value.to}) before it begins (${value.from})`);
  } else if (value.length === 0) throw badInput(argument, 'must not be empty; omit it instead');
  if (isTimestamp) checkTimestamps(argument, value);
}

/** Rejects a text that could break out of the filter's, or that the filter's notation cannot express. */
export function checkFilterText(argument: string, text: string, notation?: FilterNotation): void {
  if (text.trim() === '') throw badInput(argument, 'must not be blank; omit it instead');
  const character = unsafeFilterCharacter(text, notation);
  if (character !== null) throw badInput(argument, `must not contain the character ${JSON.stringify(character)}`);
}

/** The schema accepts only timestamps here; anything else could not be written in the service's form. */
function checkTimestamps(argument: string, value: FilterValue): void {
  const texts = typeof value === 'object' && 'from' in value ? [value.from, value.to] : [value].flat();
  for (const text of texts) if (readTimestamp(text, 'UTC') === null) throw badInput(argument, 'must be a timestamp');
}

/** Compares days as texts and instants as times, but not one with the other: only the service knows the time zone of a day. */
function isReversed({ from, to }: { readonly from: string; readonly to: string }): boolean {
  if (isDay(from) !== isDay(to)) return false;
  return isDay(from) ? from > to : Date.parse(from) > Date.parse(to);
}

function isDay(timestamp: string): boolean {
  return !timestamp.includes('T');
}
