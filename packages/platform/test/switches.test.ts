// Switches: nothing starts with half of what was requested, and no run that does nothing passes for a successful one.
import { describe, expect, test } from 'vitest';
import { duration, flag, oneOf, someOf, text, wholeNumber } from '../../../test/support/switches.ts';
import { readSwitches } from '../src/switches.ts';

const switches = {
  rounds: wholeNumber(5),
  seed: wholeNumber(7, 0),
  seconds: duration(2),
  only: someOf(['W0', 'W1']),
  profile: oneOf(['W0', 'W1']),
  json: text('FILE'),
  force: flag,
};
const read = (...args: string[]) => readSwitches(args, switches);

describe('switches', () => {
  test('have their defaults if nothing is typed', () => {
    expect(read()).toEqual({ values: { rounds: 5, seed: 7, seconds: 2, force: false } });
  });

  test('have the typed values', () => {
    expect(
      read(
        '--rounds',
        '3',
        '--seed=0',
        '--seconds',
        '0.5',
        '--only',
        'W0',
        '--only',
        'W1',
        '--profile',
        'W1',
        '--json',
        'f',
        '--force',
      ),
    ).toEqual({
      values: { rounds: 3, seed: 0, seconds: 0.5, only: ['W0', 'W1'], profile: 'W1', json: 'f', force: true },
    });
  });

  test.each([
    [['--rounds', 'many'], '--rounds: expected a whole number from 1, not "many"'],
    [['--rounds', '0'], '--rounds: expected a whole number from 1, not "0"'],
    [['--rounds', '1.5'], '--rounds: expected a whole number from 1, not "1.5"'],
    [['--rounds', ''], '--rounds requires a value (N)'],
    [['--rounds', '1e3'], '--rounds: expected a whole number from 1, not "1e3"'],
    [['--seed', '9007199254740993'], '--seed: expected a whole number from 0, not "9007199254740993"'],
    [['--seconds', '0'], '--seconds: expected a number above 0, not "0"'],
    [['--seconds', 'NaN'], '--seconds: expected a number above 0, not "NaN"'],
    [['--only', 'W0', '--only', 'W9'], '--only: expected one of W0, W1, not "W9"'],
    [['--profile', 'w0'], '--profile: expected one of W0, W1, not "w0"'],
    [
      ['--nonsense'],
      'unknown option --nonsense; the options are --rounds, --seed, --seconds, --only, --profile, --json, --force',
    ],
    [['--force=yes'], '--force takes no value'],
    [['--json', '--seed'], '--json requires a value (FILE)'],
    [['stray'], 'unexpected argument stray'],
  ])('%j are rejected: %s', (args, message) => {
    expect(read(...args)).toEqual({ faults: [message] });
  });

  test('are rejected if the command has none', () => {
    expect(readSwitches(['--x'], {})).toEqual({ faults: ['unknown option --x; there are no options'] });
  });
});
