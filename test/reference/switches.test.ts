import { expect, test } from 'vitest';
import { readSwitches, usage } from '../../src/reference/switches.ts';

test('reads each switch as what it is', () => {
  const args = ['--seed', '42', '--transactions=200000', '--latency', '250', '--fault-rate', '.05', '--faults'];
  expect(readSwitches([...args, '--host', '::1'])).toEqual({
    switches: { seed: 42, transactions: 200_000, latency: 250, 'fault-rate': 0.05, faults: true, host: '::1' },
  });
});

test('is content with none', () => {
  expect(readSwitches([])).toEqual({ switches: {} });
});

test('takes some switches once for each value', () => {
  const urls = ['--mobile-url', 'https://a.example/', '--mobile-url=https://b.example/app'];
  expect(readSwitches([...urls, '--provider-type', 'ESCROW', '--provider-type', 'CLOSING'])).toEqual({
    switches: {
      'mobile-url': ['https://a.example/', 'https://b.example/app'],
      'provider-type': ['ESCROW', 'CLOSING'],
    },
  });
});

test.each([
  ['a switch that is none', ['--speed', '3'], ['--speed is no switch; there are --port, ', '3 belongs to no switch']],
  ['a switch of every object', ['--constructor'], ['--constructor is no switch']],
  ['half a number', ['--port', '40.5'], ['--port: 40.5 is no whole number from 0 to 65535']],
  ['a number out of range', ['--fault-rate', '2'], ['--fault-rate: 2 is no number from 0 to 1']],
  ['a number in another notation', ['--transactions', '2e5'], ['--transactions: 2e5 is no whole number']],
  ['a switch without its value', ['--seed'], ['--seed: needs its N']],
  ['a value that is not wanted', ['--faults=3'], ['--faults: takes no value']],
  ['a type that is none', ['--provider-type', 'escrow'], ['--provider-type: escrow is not a type of service provider']],
  [
    'addresses that are not https',
    ['--mobile-url', 'http://a.example', '--mobile-url', 'a'],
    ['--mobile-url: http://a.example is not an https address', '--mobile-url: a is not an https'],
  ],
  ['a switch given twice', ['--seed', '1', '--seed', '2'], ['--seed is given twice']],
])('refuses %s, and says what is allowed', (_name, args, reasons) => {
  const read = readSwitches(args);
  const faults = 'faults' in read ? read.faults : [];
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
