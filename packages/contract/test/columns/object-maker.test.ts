// Objects built by a compiled literal: properties in order, each from its own cell through its own reader.
import { expect, test } from 'vitest';
import { compileMaker } from '../../src/columns/object-maker.ts';

const upperCase = (raw: unknown) => String(raw).toUpperCase();
const lowerCase = (raw: unknown) => String(raw).toLowerCase();

test('reads each property from its cell, and takes properties without a cell from the blank object', () => {
  const blank = { kind: 'TITLE', name: null, slot: 2, email: null, parties: null };
  const make = compileMaker(blank, [
    { name: 'email', cell: 0, read: lowerCase },
    { name: 'name', cell: 2, read: upperCase },
  ]);
  const made = make(['x', 'A@B', '-', 'Ann'], 1);
  expect(made).toStrictEqual({ kind: 'TITLE', name: 'ANN', slot: 2, email: 'a@b', parties: null });
  expect(Object.keys(made)).toEqual(Object.keys(blank));
  expect(make(['C', '-', 'd'], 0)).not.toBe(made);
});

test('does not share readers and constants between objects with equal literals', () => {
  const [first, second] = [
    compileMaker({ slot: 1, name: null }, [{ name: 'name', cell: 0, read: upperCase }]),
    compileMaker({ slot: 2, name: null }, [{ name: 'name', cell: 0, read: lowerCase }]),
  ];
  expect([first(['Ann'], 0), second(['Ann'], 0)]).toEqual([
    { slot: 1, name: 'ANN' },
    { slot: 2, name: 'ann' },
  ]);
});

test('gives the same result however many other makers are compiled meanwhile', () => {
  const makerOf = (name: string) => compileMaker({ [name]: null }, [{ name, cell: 0, read: upperCase }]);
  const early = makerOf('early');
  for (let count = 0; count < 600; count += 1)
    expect(makerOf(`name${count}`)(['x'], 0)).toEqual({ [`name${count}`]: 'X' });
  expect([early(['x'], 0), makerOf('early')(['y'], 0)]).toEqual([{ early: 'X' }, { early: 'Y' }]);
});

test.each(['__proto__', 'a-b', 'a b', '1a', 'a: 1, b', '', 'é'])(
  'rejects %j, which is not a valid name of the contract',
  (name) => {
    const blank = Object.fromEntries([[name, null]]);
    expect(() => compileMaker(blank, [])).toThrow('is not a field name');
  },
);
