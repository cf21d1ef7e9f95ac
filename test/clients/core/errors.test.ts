// What the package knows of the gateway's errors is what the gateway's table says.

import { clientCodeOf, type FaultCode, faults } from '@realty-forms/platform/fault.ts';
import { expect, test } from 'vitest';
import { codeOf, errorCodes, isRefused, messageOf } from '../../../client/src/core/errors.ts';

const codes = Object.keys(faults) as FaultCode[];
const failed = (code: string, message = 'No') => ({ errors: [{ message, extensions: { code } }] });

test('the package knows every code that a client can see, and no other', () => {
  expect(new Set(errorCodes)).toEqual(new Set(codes.map(clientCodeOf)));
});

test('a code of a later version is not taken for a known one', () => {
  expect(codeOf({ message: 'No', extensions: { code: 'NOT_INVENTED_YET' } })).toBeUndefined();
  expect(codeOf({ message: 'No', extensions: { code: 'toString' } })).toBeUndefined();
  expect(codeOf({ message: 'No' })).toBeUndefined();
});

test('people are told a sentence for each code, in their language if there is one, and otherwise what the gateway says', () => {
  expect(messageOf(failed('UPSTREAM_TIMEOUT'))).toBe('The service did not respond in time. Please try again.');
  expect(messageOf(failed('UPSTREAM_TIMEOUT'), { UPSTREAM_TIMEOUT: 'Zu langsam' })).toBe('Zu langsam');
  expect(messageOf(failed('BAD_USER_INPUT', 'first must be at most 100'))).toBe('first must be at most 100');
  expect(messageOf(failed('NOT_INVENTED_YET', 'You ask too much'))).toBe('You ask too much');
});

test('people whose request did not reach the gateway are told why, in their language, and not to try again what is too large', () => {
  const said = [undefined, 401, 413, 429, 502].map((status) => messageOf({ errors: [], status }));
  expect(said).toEqual([
    'The connection failed. Please try again.',
    'Please sign in again.',
    'This is too large to be sent.',
    'Too many requests. Please try again in a moment.',
    'The connection failed. Please try again.',
  ]);
  const german = { CONNECTION_FAILED: 'Keine Verbindung', TOO_LARGE: 'Zu groß', BAD_USER_INPUT: 'Ungültig' };
  expect(messageOf({ errors: [] }, german)).toBe('Keine Verbindung');
  expect(messageOf({ errors: [], status: 413 }, german)).toBe('Zu groß');
  expect(messageOf(failed('BAD_USER_INPUT'), german)).toBe('Ungültig');
});

test('a token counts as refused by the status or by any error, and not by missing rights', () => {
  expect(isRefused({ errors: [], status: 401 })).toBe(true);
  expect(isRefused({ ...failed('UNAUTHENTICATED'), status: 200 })).toBe(true);
  expect(isRefused({ ...failed('FORBIDDEN'), status: 200 })).toBe(false);
});
