import { readSwitches } from '@realty-forms/platform/command-line.ts';
import { expect, test } from 'vitest';
import { allScopes } from '../src/options.ts';
import { switches, usage } from '../src/switches.ts';

const read = (...args: string[]) => readSwitches(args, switches);

test('reads scopes as a list, and only those that exist', () => {
  expect(read('--client-scopes', 'account.read, transactions.read')).toMatchObject({
    values: { 'client-scopes': ['account.read', 'transactions.read'] },
  });
  expect(read('--client-scopes', 'account.read,files.read')).toEqual({
    faults: ['--client-scopes: expected one of account.read, transactions.read, transactions.create, not "files.read"'],
  });
});

test('reads further clients, with all scopes or with some', () => {
  const typed = ['--client', 'a:s1:a@vendor.example', '--client=b:s2:b@vendor.example:account.read, transactions.read'];
  expect(read(...typed)).toMatchObject({
    values: {
      client: [
        { id: 'a', secret: 's1', vendorEmail: 'a@vendor.example', scopes: allScopes },
        { id: 'b', secret: 's2', vendorEmail: 'b@vendor.example', scopes: ['account.read', 'transactions.read'] },
      ],
    },
  });
});

test.each(['a', 'a:hush', ':hush:a@b.example', 'a::a@b.example', 'a:hush:a@b.example:account.read:more'])(
  'rejects --client %s without repeating the secret',
  (typed) => {
    const result = read('--client', typed);
    expect('faults' in result && result.faults).toEqual([expect.stringContaining('expected ID:SECRET:EMAIL or')]);
    expect(JSON.stringify(result)).not.toContain('hush');
  },
);

test.each([
  ['a number out of range', ['--fault-rate', '2'], ['--fault-rate: expected a number from 0 to 1, not "2"']],
  ['an unknown provider type', ['--provider-type', 'escrow'], ['--provider-type: expected one of ESCROW']],
  [
    'addresses that are not https',
    ['--mobile-url', 'http://a.example', '--mobile-url', 'a'],
    ['--mobile-url: expected an https URL without user name and password, not "http://a.example"'],
  ],
])('rejects %s, and says what is allowed', (_name, args, reasons) => {
  const result = read(...args);
  const faults = 'faults' in result ? result.faults : [];
  expect(faults).toHaveLength(reasons.length);
  reasons.forEach((reason, index) => {
    expect(faults[index]).toContain(reason);
  });
});

test('lists every switch with its description', () => {
  for (const name of ['--port PORT', '--seed N', '--fault-rate SHARE', '--faults']) {
    expect(usage()).toMatch(new RegExp(`${name} +\\w`));
  }
});
