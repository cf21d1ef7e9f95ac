// The states that the package offers for `stateId`.
import { STATES } from '@realty-forms/reference/handlers/fsforms.ts';
import { expect, test } from 'vitest';
import { states } from '../../../client/src/core/states.ts';

test('the states that pages can offer are those that the service accepts', () => {
  expect(new Set(states.keys())).toEqual(STATES);
  expect(states.get('DC')).toBe('District of Columbia');
});
