// Switches: nothing starts with half of what was requested, and no run that does nothing passes for a successful one.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { duration, flag, oneOf, someOf, text, wholeNumber } from '../../../test/support/switches.ts';
import { Refused, readSwitches, runWithSwitches } from '../src/command-line.ts';
import { Fault } from '../src/fault.ts';

const switches = {
  rounds: wholeNumber(5),
  seed: wholeNumber(7, 0),
  seconds: duration(2),
  only: someOf(['W0', 'W1']),
  profile: oneOf(['W0', 'W1']),
  json: text('FILE'),
  force: flag,
};
const matching = (pattern: RegExp) => expect.stringMatching(pattern);
const read = (...args: string[]) => readSwitches(args, switches);

describe('switches', () => {
  test('have their defaults if nothing is typed', () => {
    expect(read()).toEqual({ values: { rounds: 5, seed: 7, seconds: 2, force: false } });
  });

  test('have the typed values', () => {
    const typed = '--rounds 3 --seed=0 --seconds 0.5 --only W0 --only W1 --profile W1 --json f --force';
    expect(read(...typed.split(' '))).toEqual({
      values: { rounds: 3, seed: 0, seconds: 0.5, only: ['W0', 'W1'], profile: 'W1', json: 'f', force: true },
    });
  });

  test.each([
    [['--rounds', 'many'], '--rounds: expected a whole number from 1, not "many"'],
    [['--rounds', '0'], '--rounds: expected a whole number from 1, not "0"'],
    [['--rounds', ''], '--rounds: expected a whole number from 1, not ""'],
    [['--rounds', '1e3'], '--rounds: expected a whole number from 1, not "1e3"'],
    [['--seed', '9007199254740993'], '--seed: expected a whole number from 0, not "9007199254740993"'],
    [['--seconds', '0'], '--seconds: expected a number above 0, not "0"'],
    [['--seconds', 'NaN'], '--seconds: expected a number above 0, not "NaN"'],
    [['--only', 'W0', '--only', 'W9'], '--only: expected one of W0, W1, not "W9"'],
    [['--profile', 'w0'], '--profile: expected one of W0, W1, not "w0"'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--force=yes'], "Option '--force' does not take an argument"],
    [['--json', '--seed'], "Option '--json' argument is ambiguous"],
    [['--json'], "Option '--json <value>' argument missing"],
    [['str.ay'], "Unexpected argument 'str.ay'"],
  ])('%j are rejected: %s', (args, message) => {
    expect(read(...args)).toEqual({ faults: [message] });
  });

  test('are rejected together if several values cannot be read', () => {
    expect(read('--rounds', '0', '--profile', 'w0')).toMatchObject({
      faults: [/^--rounds/, /^--profile/].map(matching),
    });
  });
});

test('a command prints its usage, or runs; what it refuses is one sentence and exit code 2, and a defect is thrown', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const run = (args: readonly string[], error?: Error) =>
    runWithSwitches(args, { name: text('NAME') }, 'the usage', async ({ name }) => {
      if (error !== undefined) throw error;
      return name === 'one' ? 1 : 0;
    });
  expect(await run(['--help'])).toBe(0);
  expect(log.mock.calls).toEqual([['the usage']]);
  expect(await run(['--name', 'one'])).toBe(1);
  expect(await run(['--names'])).toBe(2);
  expect(await run([], new Refused('No such webhook'))).toBe(2);
  expect(await run([], new Fault('OUT_OF_SPACE', 'The disk is full'))).toBe(2);
  expect(error.mock.calls).toEqual([[matching(/'--names'/)], ['the usage'], ['No such webhook'], ['The disk is full']]);
  await expect(run([], new TypeError('a defect'))).rejects.toThrow('a defect');
});
