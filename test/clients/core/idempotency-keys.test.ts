// The keys of a form's writes: one for each input, also after the page was loaded again, until the outcome is final.
import { expect, test } from 'vitest';
import { createIdempotencyKeys, type KeyStorage } from '../../../client/src/core/idempotency-keys.ts';

/** A tab's storage, which outlives the page. */
function storage(): KeyStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
  };
}
const input = { name: '12 Example Street', stateId: 'UT' };

test('the same input has the same key, another input another', () => {
  const { keyFor } = createIdempotencyKeys('create', storage());
  const key = keyFor(input);
  expect(key).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(keyFor({ ...input })).toBe(key);
  expect(keyFor({ stateId: input.stateId, name: input.name })).toBe(key);
  expect(keyFor({ ...input, idempotencyKey: key })).toBe(key);
  expect(keyFor({ ...input, stateId: 'CO' })).not.toBe(key);
  // The user has changed a field, and changed it back.
  expect(keyFor(input)).toBe(key);
});

test('a key outlives the page, and does not contain or keep what was entered', () => {
  const tab = storage();
  const key = createIdempotencyKeys('create', tab).keyFor(input);
  expect(createIdempotencyKeys('create', tab).keyFor(input)).toBe(key);
  expect(createIdempotencyKeys('other', tab).keyFor(input)).not.toBe(key);
  expect([...tab.items.values()].join()).not.toContain('Example');
});

test('two forms with the same action leave each other their keys, and know of each other what is final', () => {
  const tab = storage();
  const [first, second] = [createIdempotencyKeys('create', tab), createIdempotencyKeys('create', tab)];
  const key = first.keyFor(input);
  const other = second.keyFor({ name: 'another' });
  const reloaded = createIdempotencyKeys('create', tab);
  expect([reloaded.keyFor(input), reloaded.keyFor({ name: 'another' })]).toEqual([key, other]);
  second.settle(input, 'COMMITTED');
  expect(first.keyFor(input)).not.toBe(key);
});

test('a final outcome ends a key, an unknown one does not', () => {
  const tab = storage();
  const { keyFor, settle, forget } = createIdempotencyKeys('create', tab);
  const key = keyFor(input);
  settle(input, 'UNKNOWN');
  expect(keyFor(input)).toBe(key);
  settle(input, 'REJECTED');
  const second = keyFor(input);
  expect(second).not.toBe(key);
  settle(input, 'COMMITTED');
  const third = createIdempotencyKeys('create', tab).keyFor(input);
  expect(third).not.toBe(second);
  forget(input);
  expect(keyFor(input)).not.toBe(third);
});

test('files are told apart by their names, sizes and times', () => {
  const { keyFor } = createIdempotencyKeys('upload', storage());
  const file = (name: string, lastModified = 1) => ({ file: new File(['%PDF'], name, { lastModified }) });
  const key = keyFor(file('a.pdf'));
  expect(keyFor(file('a.pdf'))).toBe(key);
  expect([keyFor(file('b.pdf')), keyFor(file('a.pdf', 2))]).not.toContain(key);
});

test('the newest inputs keep their keys, the oldest are forgotten', () => {
  const tab = storage();
  const { keyFor } = createIdempotencyKeys('create', tab);
  const keys = Array.from({ length: 30 }, (_, number) => keyFor({ number }));
  const reloaded = createIdempotencyKeys('create', tab);
  expect(reloaded.keyFor({ number: 29 })).toBe(keys[29]);
  expect(reloaded.keyFor({ number: 0 })).not.toBe(keys[0]);
});

test.each<[string, KeyStorage | null]>([
  ['no storage', null],
  [
    'a storage that is full',
    {
      ...storage(),
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError');
      },
    },
  ],
  ['a storage with something else', { ...storage(), getItem: () => '{"not": "keys"}' }],
  ['a storage with no JSON', { ...storage(), getItem: () => 'keys' }],
])('with %s, keys last as long as the page', (_, broken) => {
  const { keyFor } = createIdempotencyKeys('create', broken);
  expect(keyFor(input)).toBe(keyFor(input));
});
