// What the ledger's store keeps for others, whichever store it is.
import { describe, expect, test } from 'vitest';
import { LEASE_MS } from '../../../../src/gateway/ledger/entries/entry.ts';
import type { ShelfChanges } from '../../../../src/gateway/ledger/stores/store.ts';
import type { openShared } from '../shared.ts';

const changes = (given: Readonly<Record<string, string | null>>): ShelfChanges => new Map(Object.entries(given));

/** More than a function takes arguments, or a statement parameters. */
const MANY = 130_000;

export function describeShelves(start: () => ReturnType<typeof openShared>): void {
  describe('a shelf', () => {
    test('keeps texts by key, and removes them', async () => {
      const { store } = await start();
      await store.changeShelf('letters', null, changes({ a: '1', b: 'two\n\u{1f600}', c: '' }));
      await store.changeShelf('letters', null, changes({ a: null, b: '2', d: null }));
      expect(await store.readShelf('letters')).toEqual(changes({ b: '2', c: '' }));
      expect(await store.readShelf('others')).toEqual(new Map());
    });

    test('takes more at once than a function takes arguments, or a statement parameters', async () => {
      const { store } = await start();
      const letters = new Map(Array.from({ length: MANY }, (_, number) => [`key-${number}`, '1']));
      await store.changeShelf('letters', null, letters);
      expect((await store.readShelf('letters')).size).toBe(MANY);
    });

    test('has one owner, which renews that, until it has been silent for the length of a lease', async () => {
      const { store, clock } = await start();
      const take = (owner: string, shelf = 'letters') => store.takeShelf(shelf, owner);
      expect(await take('one')).toBe('taken');
      expect(await take('two')).toBe('refused');
      expect(await take('two', 'others')).toBe('taken');
      clock.advance(LEASE_MS - 1);
      expect(await take('one')).toBe('kept');
      clock.advance(LEASE_MS - 1);
      expect(await take('two')).toBe('refused');
      clock.advance(1);
      expect(await take('two')).toBe('taken');
      expect(await take('one')).toBe('refused');
    });

    test('tells an owner that comes back late whether another one had it meanwhile', async () => {
      const { store, clock } = await start();
      await store.takeShelf('letters', 'one');
      clock.advance(10 * LEASE_MS);
      expect(await store.takeShelf('letters', 'one')).toBe('kept');
      clock.advance(LEASE_MS);
      await store.takeShelf('letters', 'two');
      clock.advance(LEASE_MS);
      expect(await store.takeShelf('letters', 'one')).toBe('taken');
    });

    test('is changed by its owner only, or by who does not claim to be one', async () => {
      const { store, clock } = await start();
      expect(await store.changeShelf('letters', 'one', changes({ a: '0' }))).toBe(false);
      await store.takeShelf('letters', 'one');
      expect(await store.changeShelf('letters', 'one', changes({ a: '1' }))).toBe(true);
      clock.advance(LEASE_MS);
      await store.takeShelf('letters', 'two');
      expect(await store.changeShelf('letters', 'one', changes({ a: '2', b: '2' }))).toBe(false);
      expect(await store.changeShelf('letters', null, changes({ c: '3' }))).toBe(true);
      expect(await store.readShelf('letters')).toEqual(changes({ a: '1', c: '3' }));
    });
  });
}
