import { expect, test } from 'vitest';
import { readSwitches } from '../../src/platform/switches.ts';
import { switches, usage } from '../../src/reference/switches.ts';

const read = (...args: string[]) => readSwitches(args, switches);

test('reads each switch as what it is', () => {
  const args = ['--seed', '42', '--transactions=200000', '--latency', '250', '--fault-rate', '.05', '--faults'];
  expect(read(...args, '--host', '::1')).toEqual({
    values: {
      help: false,
      seed: 42,
      transactions: 200_000,
      latency: 250,
      'fault-rate': 0.05,
      faults: true,
      host: '::1',
    },
  });
});

test('is content with none', () => {
  expect(read()).toEqual({ values: { faults: false, help: false } });
});

test('takes some switches once for each value', () => {
  const urls = ['--mobile-url', 'https://a.example/', '--mobile-url=https://b.example/app'];
  expect(read(...urls, '--provider-type', 'ESCROW', '--provider-type', 'CLOSING')).toMatchObject({
    values: {
      'mobile-url': ['https://a.example/', 'https://b.example/app'],
      'provider-type': ['ESCROW', 'CLOSING'],
    },
  });
});

test.each([
  ['a switch that is none', ['--speed', '3'], ['--speed is no switch; there are --port, ', '3 belongs to no switch']],
  ['a switch of every object', ['--constructor'], ['--constructor is no switch']],
  ['half a number', ['--port', '40.5'], ['--port: expected a whole number from 0 to 65535, not "40.5"']],
  ['a number out of range', ['--fault-rate', '2'], ['--fault-rate: expected a number from 0 to 1, not "2"']],
  [
    'a number in another notation',
    ['--transactions', '2e5'],
    ['--transactions: expected a whole number from 0 to 10000000, not "2e5"'],
  ],
  ['a switch without its value', ['--seed'], ['--seed needs its N']],
  ['a value that is not wanted', ['--faults=3'], ['--faults takes no value']],
  ['a type that is none', ['--provider-type', 'escrow'], ['--provider-type: expected one of ESCROW']],
  [
    'addresses that are not https',
    ['--mobile-url', 'http://a.example', '--mobile-url', 'a'],
    ['--mobile-url: expected an https address without user name and password, not "http://a.example"'],
  ],
  ['a switch given twice', ['--seed', '1', '--seed', '2'], ['--seed is given twice']],
])('refuses %s, and says what is allowed', (_name, args, reasons) => {
  const result = read(...args);
  const faults = 'faults' in result ? result.faults : [];
  expect(faults).toHaveLength(reasons.length);
  reasons.forEach((reason, index) => {
    expect(faults[index]).toContain(reason);
  });
});

test('lists every switch with its meaning', () => {
  for (const name of ['--port PORT', '--seed N', '--fault-rate SHARE', '--faults', '--database-url URL']) {
    expect(usage()).toMatch(new RegExp(`${name} +\\w`));
  }
});
